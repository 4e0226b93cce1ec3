import { useMutation } from "@apollo/client/react";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useState } from "react";
import { graphql } from "../../gql";
import { AccountForm } from "./AccountForm";
import { AuthLinks } from "./AuthLinks";
import { askToSignIn } from "./sign-in-request";
import { useSubmission } from "./use-submission";
import { useViewer } from "./viewer";
import classes from "./AccountForm.module.css";

const VerifyEmailMutation = graphql(`
  mutation VerifyEmail($token: String!) {
    verifyEmail(token: $token) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/**
 * Confirms an address by the code of a mail, at the press of a button. Who is not signed in is told first what that means: somebody
 * else may have registered with the address, so the server voids the password then.
 */
export function ConfirmForm({ code }: { code: string }) {
  const { viewer } = useViewer({ ask: true });
  const [verify, { client }] = useMutation(VerifyEmailMutation);
  const [confirmed, setConfirmed] = useState(false);
  const submission = useSubmission("confirm", async () => {
    const { data } = await verify({ variables: { token: code } });
    const problems = data?.verifyEmail.problems ?? [];
    if (problems.length > 0) return problems;
    setConfirmed(true);
    // The account may have another address now.
    client.cache.evict({ fieldName: "viewer" });
    return [];
  });
  const isVisitor = viewer === null;
  return (
    <>
      {isVisitor && !confirmed && (
        <>
          <p>
            <Trans>
              Did you register yourself? Then log in first, and your password stays. Confirming without logging in
              cancels the password, in case somebody else registered with your email.
            </Trans>
          </p>
          <Button className={classes.button} variant="default" onClick={() => askToSignIn()}>
            <Trans>Log in</Trans>
          </Button>
        </>
      )}
      {!confirmed && <AccountForm submission={submission} label={<Trans>Confirm email</Trans>} />}
      {/* It is there before anything is said in it: late regions are not read out. */}
      <div className={classes.message} role="status">
        {confirmed && (
          <p className={classes.done}>
            <Trans>Thank you, your email is confirmed.</Trans>
          </p>
        )}
      </div>
      {isVisitor && confirmed && <AuthLinks views={["link", "forgot"]} />}
    </>
  );
}
