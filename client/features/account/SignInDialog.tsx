import { Trans } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { JoinOrLogIn, LoginTabs } from "./AuthLinks";
import { LoginForm } from "./LoginForm";
import { useSite } from "../../runtime/SiteProvider";
import classes from "./AccountDialog.module.css";

/**
 * Signs in without leaving the page. The other ways are separate pages, which return here; if a member's work waits to be saved, they
 * open in a new tab, and signing in there counts here too. Otherwise whoever signs in in another tab has not asked for what waits here.
 */
export function SignInDialog({ interrupted, wish, onClose, onFollow, onDone }: AccountDialogProps) {
  const { session } = useSite();
  const isInterrupted = interrupted !== undefined;
  const isDone = useRef(false);
  const finish = () => {
    if (!isDone.current) onDone();
    isDone.current = true;
  };
  const end = useEffectEvent(() => {
    if (isInterrupted) finish();
    else if (!isDone.current) onClose();
  });
  // Another tab may sign in. The form below finishes first if it is this one.
  useEffect(() => session.subscribe(() => queueMicrotask(end)), [session]);
  return (
    <AccountDialog isCard title={<Trans>Log in</Trans>} onClose={onClose}>
      {isInterrupted && (
        <p className={classes.lead}>
          <Trans>
            You have been logged out. Log in as <bdi>{interrupted}</bdi> to go on: nothing that you typed is lost.
          </Trans>
        </p>
      )}
      {wish?.kind === "favorite" && !isInterrupted && (
        <p className={classes.lead}>
          <Trans>To keep this prompt in your favourites, log in or create an account. It is added right after.</Trans>
        </p>
      )}
      {wish?.kind === "copy" && !isInterrupted && (
        <p className={classes.lead}>
          <Trans>To save a copy of this prompt, log in or create an account.</Trans>
        </p>
      )}
      {wish?.kind === "vote" && !isInterrupted && (
        <p className={classes.lead}>
          <Trans>
            To vote for this prompt or against it, log in or create an account. Your vote is counted right after.
          </Trans>
        </p>
      )}
      {!wish && !isInterrupted && (
        <p className={classes.lead}>
          <Trans>Your prompts, favourites and votes, on every device.</Trans>
        </p>
      )}
      <LoginTabs inDialog view="password" newTab={isInterrupted} onFollow={onFollow} />
      <LoginForm username={interrupted} newTab={isInterrupted} onDone={finish} onFollow={onFollow} />
      {!isInterrupted && (
        <div className={classes.ways}>
          <JoinOrLogIn view="register" onFollow={onFollow} />
        </div>
      )}
    </AccountDialog>
  );
}
