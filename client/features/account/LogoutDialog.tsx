import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useEffect } from "react";
import { AccountDialog, type AccountDialogProps } from "./AccountDialog";
import { AccountForm } from "../../forms/Form";
import { useEndSession } from "./logout";
import { useSignedIn } from "../../session/use-signed-in";
import { useSubmission } from "../../forms/use-submission";
import classes from "../../forms/Form.module.css";

/** Confirms a logout that would delete stored input. */
export function LogoutDialog({ onClose }: AccountDialogProps) {
  const leave = useEndSession();
  const signedIn = useSignedIn();
  const submission = useSubmission("logout", async () => {
    await leave();
    return [];
  });
  // Another tab may have logged out.
  useEffect(() => {
    if (!signedIn) onClose();
  }, [signedIn, onClose]);
  return (
    <AccountDialog title={<Trans>Log out and forget what you typed on this device?</Trans>} onClose={onClose}>
      <p>
        <Trans>
          What you filled into the blanks of prompts is kept in this browser only. Logging out deletes it for good, so
          that nobody who uses this device after you can read it.
        </Trans>
      </p>
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
