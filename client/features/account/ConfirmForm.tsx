import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation, useQuery } from "../../runtime/apollo-hooks";
import { PageLoading } from "../../ui/PageLoading";
import { graphql } from "../../gql";
import { ConfirmWithNewPassword } from "./ConfirmWithNewPassword";
import { Failure } from "../../forms/Form";
import { LoadFailure } from "../../forms/LoadFailure";
import { ConfirmLinkForm } from "./ConfirmLinkForm";
import { SendConfirmation } from "./SendConfirmation";
import { useProblemText } from "../../forms/problem-text";
import { useViewer, type ViewerData } from "../../session/viewer";
import classes from "../../forms/Form.module.css";

const VerifyEmailMutation = graphql(`
  mutation VerifyEmail($token: String!) {
    verifyEmail(token: $token, ownOnly: true) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

const ConfirmationLinkWorksQuery = graphql(`
  query ConfirmationLinkWorks($token: String!) {
    confirmationLinkWorks(token: $token)
  }
`);

/** Says first whether the link still works: nobody has to log in for one that has done its work. */
export function ConfirmForm({ code }: { code: string }) {
  const variables = { token: code };
  const { data, error, refetch } = useQuery(ConfirmationLinkWorksQuery, { variables, fetchPolicy: "no-cache" });
  if (data) return data.confirmationLinkWorks ? <Confirmation code={code} /> : <UsedLink />;
  return error ? <LoadFailure error={error} onRetry={() => void refetch().catch(() => null)} /> : <PageLoading />;
}

/** Tells members what they know anyway, and visitors nothing about an account. */
function UsedLink() {
  const { viewer, error, retry } = useViewer({ force: true });
  const problemText = useProblemText("confirm");
  if (viewer === undefined) return error ? <LoadFailure error={error} onRetry={retry} /> : <PageLoading />;
  if (viewer?.emailVerified) {
    return (
      <p>
        <Trans>Your email is confirmed already. There is nothing left to do.</Trans>
      </p>
    );
  }
  return (
    <>
      <Failure message={problemText({ code: "INVALID_OR_EXPIRED_CODE", field: "token" })} />
      {viewer ? (
        <SendConfirmation email={viewer.email ?? ""} />
      ) : (
        <p>
          <Trans>
            If you have confirmed your email already, there is nothing left to do. If not, log in and ask for a new mail
            in your account settings.
          </Trans>
        </p>
      )}
    </>
  );
}

/**
 * Confirms an account's address with the code from a mail: either in a session of that account, which keeps the password, or with
 * a new password, because somebody else may have registered with the address.
 */
function Confirmation({ code }: { code: string }) {
  const { viewer, error, retry } = useViewer({ force: true });
  const [verify, { client }] = useMutation(VerifyEmailMutation);
  const [isInvalid, setInvalid] = useState(false);
  const [choosesPassword, setChoosesPassword] = useState(false);
  const [confirmed, setConfirmed] = useState<"own" | "new-password" | null>(null);
  const confirm = async () => {
    const { data } = await verify({ variables: { token: code } });
    const problems = data?.verifyEmail?.problems ?? [];
    setInvalid(problems.length > 0);
    if (problems.length > 0) return problems;
    setConfirmed("own");
    // The server has ended all other sessions.
    client.cache.modify({
      id: "Viewer:{}",
      fields: { emailVerified: () => true, sessions: (_, { DELETE }) => DELETE },
    });
    return [];
  };
  const owner = viewer && !viewer.emailVerified ? viewer : null;
  return (
    <>
      {!confirmed && viewer === undefined && (error ? <LoadFailure error={error} onRetry={retry} /> : <PageLoading />)}
      {!confirmed && viewer !== undefined && (owner || !choosesPassword) && (
        <>
          <p>
            <Invitation viewer={viewer} />
          </p>
          <ConfirmLinkForm
            needsLogin={owner === null}
            label={<Trans>Confirm email</Trans>}
            confirm={confirm}
            onWrongAccount={retry}
          />
          {isInvalid && owner && <SendConfirmation email={owner.email ?? ""} />}
          {isInvalid && !owner && (
            <p>
              <Trans>Log in and ask for a new mail in your account settings.</Trans>
            </p>
          )}
        </>
      )}
      {!confirmed && viewer !== undefined && !owner && (
        <ConfirmWithNewPassword
          code={code}
          opened={choosesPassword}
          onOpen={setChoosesPassword}
          onDone={() => setConfirmed("new-password")}
        />
      )}
      {/* Rendered empty first: screen readers ignore live regions that appear together with their text. */}
      <div className={classes.message} role="status">
        {confirmed === "own" && (
          <p className={classes.done}>
            <Trans>Thank you, your email is confirmed.</Trans>
          </p>
        )}
        {confirmed === "new-password" && (
          <p className={classes.done}>
            <Trans>Thank you, your email is confirmed. You have a new password, and you are logged in.</Trans>
          </p>
        )}
      </div>
    </>
  );
}

/** Tells a visitor, the owner or another member what to do. */
function Invitation({ viewer }: { viewer: ViewerData | null }) {
  if (!viewer) return <Trans>Log in to confirm your email. Your password stays as it is.</Trans>;
  const { email, emailVerified, user } = viewer;
  const { username } = user;
  if (!emailVerified) {
    return (
      <Trans>
        You are logged in as {username}. Confirm that <bdi dir="ltr">{email}</bdi> is your email.
      </Trans>
    );
  }
  return (
    <Trans>
      You are logged in as {username}, whose email is confirmed already. If this link is for another account, log in to
      that one.
    </Trans>
  );
}
