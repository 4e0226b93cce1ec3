import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { PAGES } from "../../../contract/pages";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { useSubmission } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { useMutation } from "../../runtime/apollo-hooks";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Avatar } from "../../ui/Avatar";
import { ButtonLink } from "../../ui/Button";
import { CopyButton } from "./CopyButton";
import { showCode } from "./use-mailed-code";
import classes from "./ConnectForm.module.css";
import owner from "./LinkForm.module.css";

const CreateConnectCodeMutation = graphql(`
  mutation CreateConnectCode($challenge: String!) {
    createConnectCode(challenge: $challenge) {
      code
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Asks the member whether the extension may act for them. */
export function ConnectForm({ challenge, username }: { challenge: string; username: string }) {
  const path = useLocalePath();
  const [create] = useMutation(CreateConnectCodeMutation);
  const [code, setCode] = useState<string | null>(null);
  const submission = useSubmission("connect", async () => {
    const { data } = await create({ variables: { challenge } });
    setCode(data?.createConnectCode?.code ?? null);
    return data?.createConnectCode?.problems ?? [];
  });
  if (code !== null) return <ConnectCode code={code} />;
  return (
    <>
      <div className={owner.owner}>
        <Avatar name={username} size={48} />
        <p>
          <Trans>You are logged in as {username}.</Trans>
        </p>
      </div>
      <p>
        <Trans>
          If you allow it, the extension can read and change your prompts, favourites, votes and comments. It does not
          learn your password, and cannot change your password, your email or your account.
        </Trans>
      </p>
      <p>
        <strong>
          <Trans>Allow it only if you have just pressed Connect in the extension’s panel yourself.</Trans>
        </strong>
      </p>
      <AccountForm
        submission={submission}
        label={<Trans>Allow</Trans>}
        beside={
          <ButtonLink className={form.button} variant="default" to={path(PAGES.user.path)}>
            <Trans>Not now</Trans>
          </ButtonLink>
        }
      />
    </>
  );
}

/** The panel reads the code from the address of its tab; no server sees what is behind the "#". */
function ConnectCode({ code }: { code: string }) {
  const { session } = useSite();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    showCode(`code=${code}`);
    box.current?.focus();
    // Whoever comes after the member finds nothing of theirs in the address.
    return session.beforeReload(() => showCode(""));
  }, [code, session]);
  return (
    <div ref={box} className={classes.box} tabIndex={-1}>
      <p>
        <Trans>The extension’s panel takes this code by itself. If it does not, type it there:</Trans>
      </p>
      <code dir="ltr">
        {code.slice(0, 4)}-{code.slice(4)}
      </code>
      <CopyButton text={code} variant="default" />
      <p>
        <Trans>It works once, within 10 minutes. Never tell it to anybody.</Trans>
      </p>
    </div>
  );
}
