import { Trans } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import { SendLabel } from "./MailSent";
import { useMailRequest } from "./use-mail-request";

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
  const { submission, times, isSame, seconds } = useMailRequest("mail", null, async () => {
    const { data } = await send();
    return data?.sendConfirmation?.problems ?? [];
  });
  return (
    <AccountForm
      submission={submission}
      label={
        <SendLabel isSame={isSame} seconds={seconds}>
          <Trans>Send the link again</Trans>
        </SendLabel>
      }
      secondary
      waiting={seconds > 0}
      done={times > 0 && <Trans>A mail is on its way to {email}.</Trans>}
    />
  );
}
