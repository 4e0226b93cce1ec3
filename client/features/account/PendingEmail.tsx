import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { Button } from "../../ui/Button";
import { graphql } from "../../gql";
import type { EmailSettings_ViewerFragment } from "../../gql/graphql";
import { useNotify } from "../../ui/Announcer";
import { AccountForm } from "../../forms/Form";
import { useAct } from "../../forms/use-act";
import { AccountSettingsQuery } from "./settings-query";
import { useDateTimeFormat } from "./use-date-time-format";
import { SendLabel } from "./MailSent";
import { useMailRequest } from "./use-mail-request";
import form from "../../forms/Form.module.css";
import classes from "./Settings.module.css";

const SendEmailChangeMutation = graphql(`
  mutation SendEmailChange {
    sendEmailChange {
      problems {
        code
        field
        limit
      }
    }
  }
`);

const CancelEmailChangeMutation = graphql(`
  mutation CancelEmailChange {
    cancelEmailChange {
      viewer {
        ...EmailSettings_viewer @unmask
      }
    }
  }
`);

type Pending = NonNullable<EmailSettings_ViewerFragment["pendingEmail"]>;

/** A new address that is not confirmed yet. */
export function PendingEmail({ pending: { email, expiresAt } }: { pending: Pending }) {
  const { t } = useLingui();
  const notify = useNotify();
  const formatDateTime = useDateTimeFormat();
  const act = useAct("cancel-change");
  const [send, { client }] = useMutation(SendEmailChangeMutation);
  const [cancel] = useMutation(CancelEmailChangeMutation);
  const { submission, times, isSame, seconds } = useMailRequest("mail", null, async () => {
    const { data } = await send();
    const problems = data?.sendEmailChange?.problems ?? [];
    if (!problems.some(({ code }) => code === "INVALID_OR_EXPIRED_CODE")) return problems;
    // It has been confirmed, stopped or cancelled elsewhere, or has expired.
    notify({ message: t`This change of your email is no longer pending.` });
    await client.refetchQueries({ include: [AccountSettingsQuery] });
    return [];
  });
  const endChange = () => act(cancel, t`The change is cancelled.`);
  const endDate = formatDateTime(expiresAt);
  return (
    <div className={classes.note}>
      <p>
        <Trans>
          Your email is due to change to <bdi dir="ltr">{email}</bdi>. The link that we have sent there works until{" "}
          {endDate}.
        </Trans>
      </p>
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
        beside={
          <Button className={form.button} variant="default" onClick={endChange}>
            <Trans>Cancel the change</Trans>
          </Button>
        }
      />
    </div>
  );
}
