import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../runtime/apollo-hooks";
import { graphql } from "../../gql";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { useSubmission } from "../../forms/use-submission";

const StopDigestMutation = graphql(`
  mutation StopDigest($code: String!) {
    stopDigest(code: $code) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Stops the daily mail by a link in it: nobody needs to log in for that. */
export function StopDigestForm({ code }: { code: string }) {
  const [stop, { client }] = useMutation(StopDigestMutation);
  const [outcome, setOutcome] = useState<"stopped" | "unknown" | null>(null);
  const submission = useSubmission("save", async () => {
    const { data } = await stop({ variables: { code } });
    const isUnknown = (data?.stopDigest?.problems ?? []).length > 0;
    setOutcome(isUnknown ? "unknown" : "stopped");
    if (!isUnknown) client.cache.modify({ id: "Viewer:{}", fields: { digest: () => null } });
    return [];
  });
  return (
    <>
      {!outcome && (
        <>
          <p>
            <Trans>
              You will get no more daily mails about what you have not read. You can turn them on again in the settings.
            </Trans>
          </p>
          <AccountForm submission={submission} label={<Trans>Stop the daily mail</Trans>} />
        </>
      )}
      {/* Both are rendered empty first: screen readers ignore live regions that appear together with their text. */}
      <div className={form.message} role="alert">
        {outcome === "unknown" && (
          <p className={form.failed}>
            <Trans>This link is unknown. You can turn the mails off in the settings.</Trans>
          </p>
        )}
      </div>
      <div className={form.message} role="status">
        {outcome === "stopped" && (
          <p className={form.done}>
            <Trans>The daily mail is off.</Trans>
          </p>
        )}
      </div>
    </>
  );
}
