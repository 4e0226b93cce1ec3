import { Trans } from "@lingui/react/macro";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import classes from "./LanguageNote.module.css";

/** Above a text that is not in the language of the page. */
export function LanguageNote() {
  const path = useLocalePath();
  return (
    <p className={classes.note} role="note">
      <Icon name="languages" />
      <span>
        <Trans>
          This page is not available in your language yet. Here is the English one.{" "}
          <Link to={path(PAGES.feedback.path)}>Help us translate it</Link>
        </Trans>
      </span>
    </p>
  );
}
