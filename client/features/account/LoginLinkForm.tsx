import { Trans } from "@lingui/react/macro";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { TextField } from "../../forms/Field";
import { MailSent, SendLabel } from "./MailSent";
import { useMailRequest } from "./use-mail-request";
import { useMailReturn } from "./use-return";

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
  const { submission, times, isSame, seconds, onInput } = useMailRequest(
    "login-link",
    "identifier",
    async (values) => {
      const { data } = await send({ variables: { identifier: values("identifier"), locale: localeName(locale) } });
      const problems = data?.sendLoginLink?.problems ?? [];
      if (problems.length === 0) remember();
      return problems;
    },
    (values) => required(values, "identifier"),
  );
  return (
    <AccountForm
      submission={submission}
      label={
        <SendLabel isSame={isSame} seconds={seconds}>
          <Trans>Send me a login link</Trans>
        </SendLabel>
      }
      secondary={isSame}
      waiting={seconds > 0}
    >
      <MailSent times={times} to="username or email" />
      <TextField
        name="identifier"
        label={<Trans>Username or email</Trans>}
        hint={
          isSame ? undefined : <Trans>We send you a link that logs you in without a password. It works once.</Trans>
        }
        autoComplete="username"
        error={submission.errorFor("identifier")}
        onInput={onInput}
      />
    </AccountForm>
  );
}
