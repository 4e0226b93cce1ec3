import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { emailProblems } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { MailSent } from "./MailSent";
import { RequestPasswordResetMutation } from "./password-reset-mutation";
import { useSubmission } from "../../forms/use-submission";

/** Asks for a mail by which a new password can be set. */
export function ForgotForm() {
  const { locale } = useSite();
  const [request] = useMutation(RequestPasswordResetMutation);
  const [sent, setSent] = useState(false);
  const submission = useSubmission(
    "mail",
    async (values) => {
      const { data } = await request({ variables: { email: values("email"), locale: localeName(locale) } });
      const problems = data?.requestPasswordReset.problems ?? [];
      setSent(problems.length === 0);
      return problems;
    },
    emailProblems,
  );
  return (
    <AccountForm submission={submission} label={<Trans>Send me a mail</Trans>} done={sent && <MailSent />}>
      <TextField
        name="email"
        type="email"
        dir="ltr"
        label={<Trans>Email</Trans>}
        hint={<Trans>We send you a code with which you can set a new password.</Trans>}
        autoComplete="email"
        wrong={submission.wrong("email")}
      />
    </AccountForm>
  );
}
