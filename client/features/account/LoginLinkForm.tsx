import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { MailSent } from "./ForgotForm";
import { useMailReturn } from "./use-return";
import { useSubmission } from "../../forms/use-submission";

const SendLoginLinkMutation = graphql(`
  mutation SendLoginLink($identifier: String!, $locale: Locale!) {
    sendLoginLink(identifier: $identifier, locale: $locale) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Requests a mail with a login link. */
export function LoginLinkForm() {
  const { locale } = useSite();
  const [send] = useMutation(SendLoginLinkMutation);
  const { remember } = useMailReturn();
  const [sent, setSent] = useState(false);
  const submission = useSubmission(
    "login-link",
    async (values) => {
      const { data } = await send({ variables: { identifier: values("identifier"), locale: localeName(locale) } });
      const problems = data?.sendLoginLink.problems ?? [];
      setSent(problems.length === 0);
      if (problems.length === 0) remember();
      return problems;
    },
    (values) => required(values, "identifier"),
  );
  return (
    <AccountForm submission={submission} label={<Trans>Send me a login link</Trans>} done={sent && <MailSent />}>
      <TextField
        name="identifier"
        label={<Trans>Username or email</Trans>}
        hint={<Trans>We send you a link that logs you in without a password.</Trans>}
        autoComplete="username"
        error={submission.errorFor("identifier")}
      />
    </AccountForm>
  );
}
