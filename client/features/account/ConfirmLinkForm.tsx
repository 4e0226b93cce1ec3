import { Trans } from "@lingui/react/macro";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { AccountForm } from "../../forms/Form";
import { requestSignIn } from "../../session/dialog-request";
import { failureOf } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { useSubmission } from "../../forms/use-submission";

interface ConfirmLinkFormProps {
  /** Whether the user must log in first; the form is then submitted automatically. */
  needsLogin: boolean;
  /** The label of the button for a signed-in user. */
  label: ReactNode;
  confirm(): Promise<readonly FormProblem[]>;
  /** Called when the link belongs to another account than the signed-in one. */
  onWrongAccount(): void;
}

/** Confirms something by a link from a mail, which only a session of the account concerned may do. */
export function ConfirmLinkForm({ needsLogin, label, confirm, onWrongAccount }: ConfirmLinkFormProps) {
  const [isWrongAccount, setWrongAccount] = useState(false);
  const submission = useSubmission("confirm", async () => {
    try {
      return await confirm();
    } catch (error) {
      if (failureOf(error).reason === "forbidden") {
        setWrongAccount(true);
        onWrongAccount();
      }
      throw error;
    }
  });
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    requestSignIn(submission.submit);
  };
  const asks = needsLogin || isWrongAccount;
  return (
    <AccountForm
      submission={asks ? { ...submission, onSubmit: ask } : submission}
      label={asks ? <Trans>Log in and confirm</Trans> : label}
    />
  );
}
