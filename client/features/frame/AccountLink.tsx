import { Trans } from "@lingui/react/macro";
import type { MouseEvent, ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Icon } from "../../ui/Icon";
import { isModifiedClick } from "../../ui/modified-click";
import { requestSignIn } from "../../session/dialog-request";
import { useSignedIn } from "../../session/use-signed-in";
import classes from "./AccountLink.module.css";

interface AccountLinkProps {
  className?: string | undefined;
  /** Called before the sign-in dialog opens. */
  onAsk?(): void;
}

/** Links to the account or to the sign-in page; with scripts, signing in opens a dialog instead. */
export function AccountLink({ className = "", onAsk }: AccountLinkProps) {
  const path = useLocalePath();
  const signedIn = useSignedIn();
  const { pathname } = useLocation();
  const authPath = path(PAGES.auth.path);
  const ask = (event: MouseEvent) => {
    if (signedIn || pathname === authPath || isModifiedClick(event)) return;
    event.preventDefault();
    onAsk?.();
    requestSignIn();
  };
  return (
    // Not prefetched: few visitors use it.
    <Link
      className={`${classes.link} ${className}`}
      to={signedIn ? path(PAGES.user.path) : authPath}
      aria-current={!signedIn && pathname === authPath ? "page" : undefined}
      data-in-place
      onClick={ask}
    >
      <AccountLabel />
    </Link>
  );
}

/** Pages are rendered as a visitor's for everyone, so both labels are included: CSS shows the right one before hydration. */
export function AccountLabel({ avatar }: { avatar?: ReactNode }) {
  return (
    <>
      <span className={classes.visitor}>
        <span className={classes.short}>
          <Icon name="user" />
        </span>
        <span className={classes.words}>
          <Trans>Log in</Trans>
        </span>
      </span>
      <span className={classes.member}>
        <span className={classes.avatar}>{avatar ?? <Icon name="user" />}</span>
        <span className={classes.name}>
          <Trans>Account</Trans>
        </span>
      </span>
    </>
  );
}
