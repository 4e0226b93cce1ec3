import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { AuthLink, type AuthLinkProps } from "./AuthLinks";
import { AccountForm } from "../../forms/Form";
import { required } from "../../forms/checks";
import { PasswordField, TextField } from "../../forms/Field";
import { useSubmission } from "../../forms/use-submission";
import { useSetViewer } from "../../session/viewer";

const LoginMutation = graphql(`
  mutation Login($identifier: String!, $password: String!) {
    login(identifier: $identifier, password: $password) {
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

interface LoginFormProps extends Pick<AuthLinkProps, "onFollow" | "newTab"> {
  /** Who is expected to sign in. */
  username?: string | undefined;
  onDone(): void;
}

/** Signs in with username or e-mail and password. */
export function LoginForm({ username: expected, onDone, onFollow, newTab }: LoginFormProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const [login] = useMutation(LoginMutation);
  const submission = useSubmission(
    "login",
    async (values) => {
      const variables = { identifier: values("username"), password: values("password") };
      const { data } = await login({ variables });
      if (!data?.login?.viewer) return data?.login?.problems ?? [];
      setViewer(data.login.viewer);
      const { username } = data.login.viewer.user;
      notify({ message: t`You are logged in as ${username}.` });
      onDone();
      return [];
    },
    (values) => required(values, "username", "password"),
  );
  const isDoubtful = submission.isRefusedFor("INVALID_CREDENTIALS");
  return (
    <AccountForm submission={submission} label={<Trans>Log in</Trans>}>
      <TextField
        data-autofocus={expected === undefined || undefined}
        name="username"
        defaultValue={expected}
        label={<Trans>Username or email</Trans>}
        autoComplete="username"
        error={submission.errorFor("username")}
        isDoubtful={isDoubtful}
      />
      <PasswordField
        data-autofocus={expected === undefined ? undefined : true}
        name="password"
        label={<Trans>Password</Trans>}
        aside={<AuthLink view="forgot" onFollow={onFollow} newTab={newTab} />}
        autoComplete="current-password"
        error={submission.errorFor("password")}
        isDoubtful={isDoubtful}
        data-likely-wrong
      />
    </AccountForm>
  );
}
