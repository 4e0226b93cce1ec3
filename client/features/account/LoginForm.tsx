import { useMutation } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { PasswordField, TextField } from "../../forms/Field";
import { useSubmission } from "../../forms/use-submission";
import { useSetViewer } from "../../session/viewer";

const LoginMutation = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) {
      viewer {
        ...AccountViewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Signs in with username or e-mail and password. */
export function LoginForm({ onDone }: { onDone(): void }) {
  const { t } = useLingui();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const [login] = useMutation(LoginMutation);
  const submission = useSubmission(
    "login",
    async (values) => {
      const input = { identifier: values("username"), password: values("password") };
      const { data } = await login({ variables: { input } });
      if (!data?.login.viewer) return data?.login.problems ?? [];
      setViewer(data.login.viewer);
      const { username } = data.login.viewer.user;
      notify({ message: t`You are logged in as ${username}.` });
      onDone();
      return [];
    },
    (values) => required(values, "username", "password"),
  );
  return (
    <AccountForm submission={submission} label={<Trans>Log in</Trans>}>
      <TextField
        // The dialog focuses this field.
        data-autofocus
        name="username"
        label={<Trans>Username or email</Trans>}
        autoComplete="username"
        error={submission.errorFor("username")}
      />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        autoComplete="current-password"
        error={submission.errorFor("password")}
      />
    </AccountForm>
  );
}
