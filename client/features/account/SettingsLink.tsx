import { Trans } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { useLocalePath } from "../../i18n/use-locale-path";
import classes from "./AuthLinks.module.css";

export function SettingsLink() {
  const path = useLocalePath();
  return (
    <Link className={classes.settings} to={path("/user/")}>
      <Trans>Account settings</Trans>
    </Link>
  );
}
