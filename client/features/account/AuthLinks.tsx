import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router-dom";
import { type AuthView, useAuthAddress } from "./use-return";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import classes from "./AuthLinks.module.css";
import segments from "../../ui/segments.module.css";

/** Links to the other ways to sign in, below a form or in the dialog. */
export function AuthLinks({ views, onFollow }: { views: readonly AuthView[]; onFollow?: (() => void) | undefined }) {
  const address = useAuthAddress();
  return (
    <ul className={classes.links}>
      {views.map((view) => (
        <li key={view}>
          <Link to={address(view)} onClick={onFollow}>
            <ViewName view={view} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ViewName({ view }: { view: AuthView }) {
  switch (view) {
    case "password":
      return <Trans>Log in</Trans>;
    case "link":
      return <Trans>Login link by email</Trans>;
    case "register":
      return <Trans>Create an account</Trans>;
    case "forgot":
      return <Trans>Forgot your password?</Trans>;
  }
}

/** Tabs for the ways to log in; each has its own URL. */
export function LoginTabs({ view }: { view: AuthView }) {
  const { t } = useLingui();
  const address = useAuthAddress();
  const tabs: [AuthView, string][] = [
    ["password", t`Password`],
    ["link", t`Login link by email`],
  ];
  return (
    <nav className={`${segments.segments} ${classes.tabs}`} aria-label={t`Ways to log in`}>
      {tabs.map(([tab, name]) => (
        <Link
          key={tab}
          className={segments.segment}
          to={address(tab)}
          replace
          aria-current={tab === view ? "true" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

export function SettingsLink() {
  const path = useLocalePath();
  return (
    <Link className={classes.settings} to={path(PAGES.settings.path)}>
      <Trans>Account settings</Trans>
    </Link>
  );
}
