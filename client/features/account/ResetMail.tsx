import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { localeName } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { RequestPasswordResetMutation } from "./password-reset-mutation";
import { useSubmission } from "../../forms/use-submission";

/** Who has no password gets one the way of those who forgot theirs. */
export function ResetMail({ email }: { email: string }) {
  const { locale } = useSite();
  const [request] = useMutation(RequestPasswordResetMutation);
  const [sent, setSent] = useState(false);
  const submission = useSubmission("mail", async () => {
    const { data } = await request({ variables: { email, locale: localeName(locale) } });
    setSent(true);
    return data?.requestPasswordReset.problems ?? [];
  });
  return (
    <>
      <p>
        <Trans>Your account has no password. Set one with a code that we send you by mail.</Trans>
      </p>
      <AccountForm
        submission={submission}
        label={<Trans>Send me a mail</Trans>}
        done={sent && <Trans>A mail is on its way to {email}.</Trans>}
      />
    </>
  );
}
