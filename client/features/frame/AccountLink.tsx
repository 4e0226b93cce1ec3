import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { isModifiedClick } from "../../ui/modified-click";
import { askToSignIn } from "../account";
import { useSignedIn } from "../../session/use-signed-in";
import classes from "./AccountLink.module.css";

interface AccountLinkProps {
  className?: string | undefined;
  /** Called before the dialog for signing in opens. */
  onAsk?(): void;
}

/** To the account, or to where one signs in; with scripts a dialog does that on the page where one is. */
export function AccountLink({ className = "", onAsk }: AccountLinkProps) {
  const path = useLocalePath();
  const signedIn = useSignedIn();
  const { pathname } = useLocation();
  const authPath = path(PAGES.auth.path);
  const ask = (event: MouseEvent) => {
    if (signedIn || pathname === authPath || isModifiedClick(event)) return;
    event.preventDefault();
    onAsk?.();
    askToSignIn();
  };
  return (
    // What is behind it is loaded at the click only: few who see it use it.
    <Link
      className={`${classes.link} ${className}`}
      to={signedIn ? path(PAGES.settings.path) : authPath}
      data-in-place
      onClick={ask}
    >
      <AccountLabel />
    </Link>
  );
}

/**
 * The page is a visitor's for everyone, so both names are in it: the style sheet shows the right one before the page answers, and
 * the wider one keeps the room.
 */
export function AccountLabel() {
  return (
    <>
      <Icon name="user" />
      <span className={classes.names}>
        <span className={classes.visitor}>
          <Trans>Log in</Trans>
        </span>
        <span className={classes.member}>
          <Trans>Account</Trans>
        </span>
      </span>
    </>
  );
}
