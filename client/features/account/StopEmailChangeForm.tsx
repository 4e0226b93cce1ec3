import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { SETTINGS_PATH } from "../../../contract/pages";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useLocalePath } from "../../runtime/SiteProvider";
import { AccountForm } from "../../forms/Form";
import { useAuthAddress } from "./use-return";
import { useSignedIn } from "../../session/use-signed-in";
import { useSubmission } from "../../forms/use-submission";
import { Link } from "../../ui/Link";
import form from "../../forms/Form.module.css";
import classes from "./SignedInNote.module.css";

const StopEmailChangeMutation = graphql(`
  mutation StopEmailChange($token: String!) {
    stopEmailChange(token: $token) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Lets the owner of the current address stop a change of it. An unwanted change means that somebody knows the password. */
export function StopEmailChangeForm({ code }: { code: string }) {
  const [stop, { client }] = useMutation(StopEmailChangeMutation);
  const [outcome, setOutcome] = useState<"stopped" | "void" | null>(null);
  const submission = useSubmission("stop-change", async () => {
    const { data } = await stop({ variables: { token: code } });
    const isInvalid = (data?.stopEmailChange?.problems ?? []).length > 0;
    setOutcome(isInvalid ? "void" : "stopped");
    if (!isInvalid) {
      // The server has revoked the password, all sessions and all tokens.
      client.cache.modify({
        id: "Viewer:{}",
        fields: {
          hasPassword: () => false,
          pendingEmail: () => null,
          sessions: (_, { DELETE }): unknown => DELETE,
          apiTokens: (_, { DELETE }): unknown => DELETE,
        },
      });
    }
    return [];
  });
  return (
    <>
      {!outcome && (
        <>
          <p>
            <Trans>
              Somebody who knows your password asked to change the email of your account. If that was not you, stop the
              change: your account keeps its email, the password is cancelled, and everyone else is logged out.
            </Trans>
          </p>
          <AccountForm submission={submission} label={<Trans>Stop the change</Trans>} />
        </>
      )}
      {/* Both are rendered empty first: screen readers ignore live regions that appear together with their text. */}
      <div className={form.message} role="alert">
        {outcome === "void" && (
          <p className={form.failed}>
            <Trans>
              This link does not work any more: the change has been stopped or confirmed, or it has expired.
            </Trans>
          </p>
        )}
      </div>
      <div className={form.message} role="status">
        {outcome === "stopped" && (
          <p className={form.done}>
            <Trans>The change is stopped. Your account keeps its email.</Trans>
          </p>
        )}
      </div>
      {outcome && <NewPasswordLink />}
    </>
  );
}

function NewPasswordLink() {
  const path = useLocalePath();
  const address = useAuthAddress();
  const signedIn = useSignedIn();
  return (
    <>
      <p className={classes.note}>
        <Trans>
          If it was not you, somebody knows your password. Choose a new one now: that logs out everyone else.
        </Trans>
      </p>
      <div className={classes.ways}>
        <Link className={classes.way} to={signedIn ? path(SETTINGS_PATH) : address("forgot")}>
          <Trans>Choose a new password</Trans>
        </Link>
      </div>
    </>
  );
}
