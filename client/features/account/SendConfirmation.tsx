import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { useSubmission } from "../../forms/use-submission";

const SendConfirmationMutation = graphql(`
  mutation SendConfirmation {
    sendConfirmation {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Resends the link that confirms the account's current address. */
export function SendConfirmation({ email }: { email: string }) {
  const [send] = useMutation(SendConfirmationMutation);
  const [sent, setSent] = useState(false);
  const submission = useSubmission("mail", async () => {
    const { data } = await send();
    setSent(true);
    return data?.sendConfirmation.problems ?? [];
  });
  return (
    <AccountForm
      submission={submission}
      label={<Trans>Send the link again</Trans>}
      secondary
      done={sent && <Trans>A mail is on its way to {email}.</Trans>}
    />
  );
}
