import { Trans } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/use-locale-path";
import classes from "./AuthLinks.module.css";

export function SettingsLink() {
  const path = useLocalePath();
  return (
    <Link className={classes.settings} to={path(PAGES.settings.path)}>
      <Trans>Account settings</Trans>
    </Link>
  );
}
