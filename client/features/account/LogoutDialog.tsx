import { useApolloClient } from "@apollo/client/react";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useState } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { AccountForm, Failure } from "../../forms/Form";
import { useEndSession } from "./logout";
import { useSite } from "../../runtime/SiteProvider";
import { usePrivateStorage } from "../../session/private-storage";
import { canSeal, forgetSealed, seal } from "../../session/sealed";
import { countTyped } from "../../session/typed-data";
import { useSubmission } from "../../forms/use-submission";
import classes from "../../forms/Form.module.css";
import styles from "./LogoutDialog.module.css";

/** Confirms a logout that would delete stored input, and offers to keep it, encrypted. */
export function LogoutDialog({ onClose }: AccountDialogProps) {
  const leave = useEndSession();
  const { storage, account } = usePrivateStorage();
  const { session } = useSite();
  const client = useApolloClient();
  const mayKeep = canSeal() && account !== null && account !== "";
  const [isRefused, setRefused] = useState(false);
  // As it was when the question was asked: logging out deletes it before the dialog closes.
  const [{ drafts, comments, filledPrompts }] = useState(() => countTyped(storage));
  const submission = useSubmission("logout", async () => {
    const restore = account === null ? () => {} : forgetSealed(session, account);
    try {
      await leave();
    } catch (error) {
      restore();
      throw error;
    }
    return [];
  });
  const keeping = useSubmission("logout", async () => {
    if (!mayKeep) return [];
    const drop = await seal(client, session, account);
    setRefused(!drop);
    if (!drop) return [];
    try {
      await leave();
    } catch (error) {
      // Unless the page is being left: then the text itself is gone.
      if (storage.keys(storage.prefix(account)).length > 0) drop();
      throw error;
    }
    return [];
  });
  return (
    <AccountDialog
      title={
        mayKeep ? (
          <Trans>Keep what you typed on this device?</Trans>
        ) : (
          <Trans>Log out and delete what you typed on this device?</Trans>
        )
      }
      onClose={onClose}
    >
      <p>
        {mayKeep ? (
          <Trans>
            This is in this browser only. If you keep it, it is encrypted: nobody who uses this device after you can
            read it, and you find it again when you log in here.
          </Trans>
        ) : (
          <Trans>
            This is kept in this browser only. Logging out deletes it for good, so that nobody who uses this device
            after you can read it:
          </Trans>
        )}
      </p>
      <ul className={styles.typed}>
        {drafts > 0 && (
          <li className={styles.drafts}>
            <Plural
              value={drafts}
              one="# draft of a prompt that you have written but not saved"
              other="# drafts of prompts that you have written but not saved"
            />
          </li>
        )}
        {comments > 0 && (
          <li>
            <Plural
              value={comments}
              one="# comment that you have written but not posted"
              other="# comments that you have written but not posted"
            />
          </li>
        )}
        {filledPrompts > 0 && (
          <li>
            <Plural
              value={filledPrompts}
              one="What you typed into the blanks of # prompt"
              other="What you typed into the blanks of # prompts"
            />
          </li>
        )}
      </ul>
      {mayKeep && (
        <>
          <AccountForm submission={keeping} label={<Trans>Keep and log out</Trans>} />
          <Failure
            message={isRefused && <Trans>This browser does not take it. Copy what you need before you log out.</Trans>}
          />
        </>
      )}
      <AccountForm
        submission={submission}
        label={<Trans>Delete and log out</Trans>}
        danger
        beside={
          <Button className={classes.button} data-autofocus variant="default" onClick={onClose}>
            <Trans>Stay</Trans>
          </Button>
        }
      />
    </AccountDialog>
  );
}
