import { Trans, useLingui } from "@lingui/react/macro";
import { type AuthView, useAuthAddress } from "./use-return";
import { SETTINGS_PATH } from "../../../contract/pages";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { ButtonLink } from "../../ui/Button";
import { ExternalLink } from "../../ui/ExternalLink";
import classes from "./AuthLinks.module.css";
import note from "./SignedInNote.module.css";

export interface AuthLinkProps {
  view: AuthView;
  onFollow?: (() => void) | undefined;
  /** Whether this page has to stay. */
  newTab?: boolean;
  /** Styles it as the main button. */
  primary?: boolean;
}

/** A link to another way to sign in. */
export function AuthLink({ view, onFollow, newTab = false, primary = false }: AuthLinkProps) {
  const address = useAuthAddress();
  const { basePath } = useSite();
  if (newTab) {
    return (
      <ExternalLink href={basePath + address(view)}>
        <ViewName view={view} />
      </ExternalLink>
    );
  }
  return primary ? (
    <ButtonLink className={note.way ?? ""} to={address(view)} onClick={onFollow}>
      <ViewName view={view} />
    </ButtonLink>
  ) : (
    <Link to={address(view)} onClick={onFollow}>
      <ViewName view={view} />
    </Link>
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

interface LoginTabsProps extends Pick<AuthLinkProps, "view" | "onFollow" | "newTab"> {
  /** In a dialog the other tab is a page, which returns here. */
  inDialog?: boolean;
}

/** Tabs for the ways to log in; each has its own URL. */
export function LoginTabs({ view, onFollow, newTab = false, inDialog = false }: LoginTabsProps) {
  const { t } = useLingui();
  const address = useAuthAddress();
  const { basePath } = useSite();
  const tabs: [AuthView, string][] = [
    ["password", t`Password`],
    ["link", t`Link by email`],
  ];
  return (
    <nav className={classes.tabs} aria-label={t`Ways to log in`}>
      {tabs.map(([tab, name]) =>
        inDialog && tab === view ? (
          <span key={tab} className={classes.tab} aria-current="true">
            {name}
          </span>
        ) : newTab ? (
          <ExternalLink key={tab} className={classes.tab} href={basePath + address(tab)}>
            {name}
          </ExternalLink>
        ) : (
          <Link
            key={tab}
            className={classes.tab}
            to={address(tab)}
            replace={!inDialog}
            aria-current={tab === view ? "true" : undefined}
            onClick={onFollow}
          >
            {name}
          </Link>
        ),
      )}
    </nav>
  );
}

/** What most people need who are on the wrong page of these two. */
export function JoinOrLogIn({ view, onFollow }: AuthLinkProps & { view: "register" | "password" }) {
  return (
    <p className={classes.join}>
      {view === "register" ? <Trans>New here?</Trans> : <Trans>Already have an account?</Trans>}{" "}
      <AuthLink view={view} onFollow={onFollow} />
    </p>
  );
}

export function SettingsLink() {
  const path = useLocalePath();
  return (
    <Link to={path(SETTINGS_PATH)}>
      <Trans>Account settings</Trans>
    </Link>
  );
}
