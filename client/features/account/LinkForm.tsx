import { useMutation } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { AccountForm } from "../../forms/Form";
import { useSubmission } from "../../forms/use-submission";
import { useSetViewer } from "../../session/viewer";

const LoginWithLinkMutation = graphql(`
  mutation LoginWithLink($token: String!) {
    loginWithLink(token: $token) {
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

/** Signs in with the code from a mail. Requires a click, so that mail scanners that open every link do not use up the code. */
export function LinkForm({ code, onDone }: { code: string; onDone(): void }) {
  const { t } = useLingui();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const [login] = useMutation(LoginWithLinkMutation);
  const submission = useSubmission("login", async () => {
    const { data } = await login({ variables: { token: code } });
    if (!data?.loginWithLink.viewer) return data?.loginWithLink.problems ?? [];
    setViewer(data.loginWithLink.viewer);
    const { username } = data.loginWithLink.viewer.user;
    notify({ message: t`You are logged in as ${username}.` });
    onDone();
    return [];
  });
  return <AccountForm submission={submission} label={<Trans>Log in</Trans>} />;
}
