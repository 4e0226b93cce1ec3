import { useMutation } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/Button";
import { useState, useEffect, useRef } from "react";
import { graphql } from "../../gql";
import type { ApiTokenList_ViewerFragment } from "../../gql/graphql";
import { useNotify } from "../../ui/Announcer";
import { ApiTokenForm } from "./ApiTokenForm";
import { useFailureText } from "../../forms/failure-text";
import { useDateTimeFormat } from "./use-date-time-format";
import { copyText } from "../prompt";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import classes from "./AccountList.module.css";

graphql(`
  fragment ApiTokenList_viewer on Viewer {
    apiTokens {
      id
      name
      scope
      createdAt
      expiresAt
      lastUsedAt
    }
  }
`);

const RevokeApiTokenMutation = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(id: $id) {
      viewer {
        ...ApiTokenList_viewer @unmask
      }
    }
  }
`);

type ApiTokens = ApiTokenList_ViewerFragment["apiTokens"];

export function ApiTokenList({ tokens }: { tokens: ApiTokens }) {
  // Creating a token resets the form; the new token stays visible until the next one.
  const [created, setCreated] = useState<string[]>([]);
  const newest = created.at(-1);
  return (
    <>
      <p>
        <Trans>With a token a program can use the API in your name. It has no access to your account.</Trans>
      </p>
      {tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      )}
      {newest && <NewApiToken key={newest} token={newest} />}
      <ApiTokenForm key={created.length} onCreated={(token) => setCreated([...created, token])} />
    </>
  );
}

function Token({ token: { id, name, scope, expiresAt, lastUsedAt } }: { token: ApiTokens[number] }) {
  const { t } = useLingui();
  const notify = useNotify();
  const formatDateTime = useDateTimeFormat();
  const failureText = useFailureText("delete");
  const [revoke] = useMutation(RevokeApiTokenMutation);
  const onDelete = () => {
    revoke({ variables: { id } }).then(
      () => notify({ message: t`The token is deleted.` }),
      (error: unknown) => notify({ message: failureText(error) }),
    );
  };
  const endDate = expiresAt && formatDateTime(expiresAt);
  const when = lastUsedAt && formatDateTime(lastUsedAt);
  const facts = [
    scope === "READ" ? t`Read only` : t`Read and write`,
    endDate ? t`Valid until ${endDate}` : t`Without end`,
    when ? t`Last used ${when}` : t`Never used`,
  ];
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p>{facts.join(" · ")}</p>
      </div>
      <Button variant="default" aria-label={t`Delete ${name}`} onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    </li>
  );
}

/** Shows a new token: the only time that it is visible. */
function NewApiToken({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = () => {
    copyText(Promise.resolve(token)).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  return (
    <div ref={box} className={classes.made} tabIndex={-1}>
      <p>
        <Trans>This is your new token. Copy it now: it is not shown again.</Trans>
      </p>
      <code dir="ltr">{token}</code>
      <Button onClick={copy}>{outcome === "copied" ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</Button>
      <p role="status">
        {outcome === "copied" && (
          <VisuallyHidden>
            <Trans>Copied</Trans>
          </VisuallyHidden>
        )}
        {outcome === "failed" && <Trans>The browser did not let it be copied. Select it and copy it yourself.</Trans>}
      </p>
    </div>
  );
}
