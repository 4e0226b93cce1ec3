import { Trans } from "@lingui/react/macro";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { AccountForm } from "../../forms/Form";
import { askToSignIn } from "./dialog-request";
import { failureOf } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { useSubmission } from "../../forms/use-submission";

interface OwnLinkFormProps {
  /** Whether somebody has to log in first. Then it is done by itself. */
  asksToLogIn: boolean;
  /** What the button says to who is logged in. */
  label: ReactNode;
  confirm(): Promise<readonly FormProblem[]>;
  /** The link is of another account than the one that is logged in. */
  onForeign(): void;
}

/** For a link from a mail that confirms something of one account, in a session of that account alone. */
export function OwnLinkForm({ asksToLogIn, label, confirm, onForeign }: OwnLinkFormProps) {
  const [isForeign, setForeign] = useState(false);
  const submission = useSubmission("confirm", async () => {
    try {
      return await confirm();
    } catch (error) {
      if (failureOf(error).reason === "forbidden") {
        setForeign(true);
        onForeign();
      }
      throw error;
    }
  });
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    askToSignIn(submission.submit);
  };
  const asks = asksToLogIn || isForeign;
  return (
    <AccountForm
      submission={asks ? { ...submission, onSubmit: ask } : submission}
      label={asks ? <Trans>Log in and confirm</Trans> : label}
    />
  );
}
