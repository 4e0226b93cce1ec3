import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useEffect, useState } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { AccountForm } from "../../forms/Form";
import { useEndSession } from "./logout";
import { usePrivateStorage } from "../../session/private-storage";
import { countTyped } from "../../session/typed-data";
import { useSignedIn } from "../../session/use-signed-in";
import { useSubmission } from "../../forms/use-submission";
import classes from "../../forms/Form.module.css";
import styles from "./LogoutDialog.module.css";

/** Confirms a logout that would delete stored input. */
export function LogoutDialog({ onClose }: AccountDialogProps) {
  const leave = useEndSession();
  const signedIn = useSignedIn();
  const { storage } = usePrivateStorage();
  // As it was when the question was asked: logging out deletes it before the dialog closes.
  const [{ drafts, comments, filledPrompts }] = useState(() => countTyped(storage));
  const submission = useSubmission("logout", async () => {
    await leave();
    return [];
  });
  // Another tab may have logged out.
  useEffect(() => {
    if (!signedIn) onClose();
  }, [signedIn, onClose]);
  return (
    <AccountDialog title={<Trans>Log out and delete what you typed on this device?</Trans>} onClose={onClose}>
      <p>
        <Trans>
          This is kept in this browser only. Logging out deletes it for good, so that nobody who uses this device after
          you can read it:
        </Trans>
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
      <AccountForm
        submission={submission}
        label={<Trans>Log out</Trans>}
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
