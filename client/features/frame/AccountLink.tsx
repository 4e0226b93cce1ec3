import { Trans } from "@lingui/react/macro";
import type { MouseEvent, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PAGES } from "../../../contract/pages";
import { useLocalePath } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { isModifiedClick } from "../../ui/modified-click";
import { requestSignIn } from "../../session/dialog-request";
import { useSignedIn } from "../../session/use-signed-in";
import classes from "./AccountLink.module.css";

/** What is known of the member. */
interface MemberLabel {
  /** In place of an icon. */
  avatar?: ReactNode;
  name?: ReactNode;
}

interface AccountLinkProps {
  className?: string | undefined;
  member?: MemberLabel | undefined;
  /** Called before the sign-in dialog opens. */
  onAsk?(): void;
}

/** Links to the account or to the sign-in page; with scripts, signing in opens a dialog instead. */
export function AccountLink({ className = "", member, onAsk }: AccountLinkProps) {
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
      <AccountLabel {...member} />
    </Link>
  );
}

/** Pages are rendered as a visitor's for everyone, so both labels are included: CSS shows the right one before hydration. */
export function AccountLabel({ avatar, name }: MemberLabel) {
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
          {name ? (
            <>
              <VisuallyHidden>
                <Trans>Account</Trans>
              </VisuallyHidden>{" "}
              <bdi>{name}</bdi>
            </>
          ) : (
            <Trans>Account</Trans>
          )}
        </span>
      </span>
    </>
  );
}
