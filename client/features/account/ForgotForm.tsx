import { Trans } from "@lingui/react/macro";
import { localeName } from "../../i18n/locale-name";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { emailProblems } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { MailSent, SendLabel } from "./MailSent";
import { useMailRequest } from "./use-mail-request";
import { graphql } from "../../gql";

/** Requests a mail with a code to set a new password. */
export function ForgotForm() {
  const { locale } = useSite();
  const [request] = useMutation(RequestPasswordResetMutation);
  const { submission, times, isSame, seconds, onInput } = useMailRequest(
    "mail",
    "email",
    async (values) => {
      const { data } = await request({ variables: { email: values("email"), locale: localeName(locale) } });
      return data?.requestPasswordReset?.problems ?? [];
    },
    emailProblems,
  );
  return (
    <AccountForm
      submission={submission}
      label={
        <SendLabel isSame={isSame} seconds={seconds}>
          <Trans>Send me a mail</Trans>
        </SendLabel>
      }
      secondary={isSame}
      waiting={seconds > 0}
    >
      <MailSent times={times} to="email" />
      <TextField
        name="email"
        type="email"
        dir="ltr"
        label={<Trans>Email</Trans>}
        hint={isSame ? undefined : <Trans>We send you a code with which you can set a new password.</Trans>}
        autoComplete="email"
        error={submission.errorFor("email")}
        onInput={onInput}
      />
    </AccountForm>
  );
}

/** An account without a password gets one through the password reset. */
export function ResetMail({ email }: { email: string }) {
  const { locale } = useSite();
  const [request] = useMutation(RequestPasswordResetMutation);
  const { submission, times, isSame, seconds } = useMailRequest("mail", null, async () => {
    const { data } = await request({ variables: { email, locale: localeName(locale) } });
    return data?.requestPasswordReset?.problems ?? [];
  });
  return (
    <>
      <p>
        <Trans>Your account has no password. Set one with a code that we send you by mail.</Trans>
      </p>
      <AccountForm
        submission={submission}
        label={
          <SendLabel isSame={isSame} seconds={seconds}>
            <Trans>Send me a mail</Trans>
          </SendLabel>
        }
        secondary={isSame}
        waiting={seconds > 0}
        done={times > 0 && <Trans>A mail is on its way to {email}.</Trans>}
      />
    </>
  );
}

const RequestPasswordResetMutation = graphql(`
  mutation RequestPasswordReset($email: String!, $locale: Locale!) {
    requestPasswordReset(email: $email, locale: $locale) {
      problems {
        code
        field
        limit
      }
    }
  }
`);
