import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "../../runtime/apollo-hooks";
import { Avatar } from "../../ui/Avatar";
import { graphql } from "../../gql";
import { PageLoading } from "../../ui/PageLoading";
import { useNotify } from "../../ui/Announcer";
import { notifyAfterReload } from "../../ui/notice-after-reload";
import { AccountForm, Failure } from "../../forms/Form";
import { LoadFailure } from "../../forms/LoadFailure";
import { useProblemText } from "../../forms/problem-text";
import { useSubmission } from "../../forms/use-submission";
import { UNCACHED, useSetViewer, useViewer } from "../../session/viewer";
import { SignedInNote } from "./SignedInNote";
import { useHome } from "./use-return";
import classes from "./LinkForm.module.css";

const LoginLinkOwnerQuery = graphql(`
  query LoginLinkOwner($token: String!) {
    loginLinkOwner(token: $token) {
      id
      username
    }
  }
`);

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

/**
 * Signs in with the code from a mail. Requires a click, so that mail scanners that open every link do not use up the code; and says
 * first who that will be: somebody else may have sent the link.
 */
export function LinkForm({ code, onDone }: { code: string; onDone(): void }) {
  const variables = { token: code };
  const { data, error, refetch } = useQuery(LoginLinkOwnerQuery, { variables, fetchPolicy: "no-cache" });
  const owner = data?.loginLinkOwner;
  return (
    <>
      {!data &&
        (error ? <LoadFailure error={error} onRetry={() => void refetch().catch(() => null)} /> : <PageLoading />)}
      {owner === null && <UsedLink />}
      {owner && <LogIn code={code} username={owner.username} onDone={onDone} />}
    </>
  );
}

/** Whoever is logged in needs no other one. */
function UsedLink() {
  const problemText = useProblemText("login");
  const { viewer } = useViewer();
  if (!viewer) return <Failure message={problemText({ code: "INVALID_OR_EXPIRED_CODE", field: "token" })} />;
  return (
    <>
      <p>
        <Trans>This link was used before or has expired. You do not need it any more.</Trans>
      </p>
      <SignedInNote username={viewer.user.username} />
    </>
  );
}

function LogIn({ code, username, onDone }: { code: string; username: string; onDone(): void }) {
  const { t } = useLingui();
  const notify = useNotify();
  const setViewer = useSetViewer();
  const home = useHome();
  const { viewer } = useViewer();
  const [login] = useMutation(LoginWithLinkMutation, UNCACHED);
  const submission = useSubmission("login", async () => {
    const { data } = await login({ variables: { token: code } });
    if (!data?.loginWithLink?.viewer) return data?.loginWithLink?.problems ?? [];
    const message = t`You are logged in as ${username}.`;
    if (!setViewer(data.loginWithLink.viewer, home)) {
      notifyAfterReload(message);
      return [];
    }
    notify({ message });
    onDone();
    return [];
  });
  const current = viewer?.user.username;
  return (
    <>
      <div className={classes.owner}>
        <Avatar name={username} size={48} />
        <p>
          <Trans>
            This link logs you in as <bdi>{username}</bdi>.
          </Trans>
          {current && current !== username && (
            <>
              {" "}
              <Trans>
                You are currently logged in as <bdi>{current}</bdi>.
              </Trans>
            </>
          )}
        </p>
      </div>
      <AccountForm submission={submission} label={<Trans>Log in</Trans>} />
    </>
  );
}
