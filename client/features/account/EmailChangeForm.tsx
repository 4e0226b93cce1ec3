import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { PageLoading } from "../../ui/PageLoading";
import { graphql } from "../../gql";
import { LoadFailure } from "../../forms/LoadFailure";
import { ConfirmLinkForm } from "./ConfirmLinkForm";
import { useViewer } from "../../session/viewer";
import classes from "../../forms/Form.module.css";

const ConfirmEmailChangeMutation = graphql(`
  mutation ConfirmEmailChange($token: String!) {
    confirmEmailChange(token: $token) {
      viewer {
        ...AccountViewer @unmask
        ...EmailSettings_viewer @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Confirms a change of address with the code from a mail, in a session of the account. */
export function EmailChangeForm({ code }: { code: string }) {
  const { viewer, error, retry } = useViewer({ force: true });
  const [change] = useMutation(ConfirmEmailChangeMutation);
  const [isInvalid, setInvalid] = useState(false);
  const [email, setEmail] = useState("");
  const confirm = async () => {
    const { data } = await change({ variables: { token: code } });
    const { viewer: changed, problems = [] } = data?.confirmEmailChange ?? {};
    setInvalid(problems.some((problem) => problem.code === "INVALID_OR_EXPIRED_CODE"));
    setEmail(changed?.email ?? "");
    return problems;
  };
  const username = viewer?.user.username ?? "";
  return (
    <>
      {!email && viewer === undefined && (error ? <LoadFailure error={error} onRetry={retry} /> : <PageLoading />)}
      {!email && viewer !== undefined && (
        <>
          <p>
            {viewer ? (
              <Trans>
                You are logged in as {username}. Confirm that your account should use the email that this link was sent
                to.
              </Trans>
            ) : (
              <Trans>This link gives your account a new email. Log in to confirm it: nobody else can.</Trans>
            )}
          </p>
          <ConfirmLinkForm
            needsLogin={viewer === null}
            label={<Trans>Confirm the new email</Trans>}
            confirm={confirm}
            onWrongAccount={retry}
          />
          {isInvalid && (
            <p>
              <Trans>
                In your account settings you can see whether the change is still pending, and send the link again.
              </Trans>
            </p>
          )}
        </>
      )}
      {/* Rendered empty first: screen readers ignore live regions that appear together with their text. */}
      <div className={classes.message} role="status">
        {email && (
          <p className={classes.done}>
            <Trans>
              The email of your account is now <bdi dir="ltr">{email}</bdi>.
            </Trans>
          </p>
        )}
      </div>
    </>
  );
}
