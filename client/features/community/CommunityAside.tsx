import { Trans, useLingui } from "@lingui/react/macro";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { OwnPrompts } from "./OwnPrompts";
import { Link } from "../../ui/Link";
import classes from "./CommunityAside.module.css";

/** What makes a prompt worth sharing, and the way to one's own. */
export function CommunityAside() {
  const { t } = useLingui();
  const path = useLocalePath();
  const name = t({ message: "audience", comment: "The name of a blank" });
  const blank = <code dir="ltr">{`{{${name}}}`}</code>;
  return (
    <aside className={classes.aside} aria-labelledby="share-what-works">
      <OwnPrompts />
      <h2 id="share-what-works">
        <Trans>Share what works</Trans>
      </h2>
      <ol>
        <li>
          <Trans>
            <b>Use it three times first.</b> What survives the third time is worth sharing.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Make what changes a blank.</b> Write {blank} and everyone gets a field.
          </Trans>
        </li>
        <li>
          <Trans>
            <b>Say when to use it.</b> One line, for a stranger in a hurry.
          </Trans>
        </li>
      </ol>
      <Link className={classes.visitor} to={path(PAGES.user.path)}>
        <Trans>My prompts</Trans>
      </Link>
    </aside>
  );
}
