import { Trans, useLingui } from "@lingui/react/macro";
import { IconButton } from "../../ui/Button";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { LIMITS } from "../../../contract/limits";
import { graphql } from "../../gql";
import type { ApiTokenList_ViewerFragment } from "../../gql/graphql";
import { FormIcon } from "../../forms/FormIcon";
import { lazyPart } from "../../runtime/lazy-part";
import { ApiTokenForm } from "./ApiTokenForm";
import { CopyButton } from "./CopyButton";
import { useDateTimeFormat } from "./use-date-time-format";
import classes from "./AccountList.module.css";
import settings from "./Settings.module.css";

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

type ApiTokens = NonNullable<ApiTokenList_ViewerFragment["apiTokens"]>;

const DeleteTokenDialog = lazyPart(async () => (await import("./DeleteTokenDialog")).DeleteTokenDialog);

interface Asked {
  token: ApiTokens[number];
  /** The element focused before. */
  focused: Element | null;
}

export function ApiTokenList({ tokens }: { tokens: ApiTokens }) {
  // Creating a token resets the form; the new token stays visible until the next one.
  const [created, setCreated] = useState<string[]>([]);
  const newest = created.at(-1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (token: ApiTokens[number]) => {
    const focused = document.activeElement;
    startTransition(() => setAsked({ token, focused }));
  };
  const close = () => {
    setAsked(null);
    // A deleted token has no button any more.
    const back = asked?.focused?.isConnected ? asked.focused : document.getElementById("tokens");
    if (back instanceof HTMLElement) back.focus();
  };
  return (
    <div className={settings.panel}>
      {tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <Token key={token.id} token={token} onDelete={() => ask(token)} />
          ))}
        </ul>
      )}
      {newest && <NewApiToken key={newest} token={newest} />}
      <NewTokenRow key={created.length} count={tokens.length}>
        <ApiTokenForm onCreated={(token) => setCreated([...created, token])} />
      </NewTokenRow>
      {asked && (
        <DeleteTokenDialog
          id={asked.token.id}
          name={asked.token.name}
          onClose={close}
          onUnavailable={() => setAsked(null)}
        />
      )}
    </div>
  );
}

/** The form opens below the list. The key closes it once there is a new token. */
function NewTokenRow({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useLingui();
  const limit = LIMITS.apiTokens;
  return (
    <details className={settings.row} name="setting" aria-label={t`New token`}>
      <summary className={`${settings.summary} ${classes.more}`}>
        <span>
          {count > 0 ? (
            <Trans>
              {count} of {limit}
            </Trans>
          ) : (
            <Trans>No tokens yet</Trans>
          )}
        </span>{" "}
        <span className={`${settings.act} ${classes.act}`}>
          <span className={`${settings.whenClosed} ${classes.new}`}>
            <FormIcon name="plus" size={16} />
            <Trans>New token</Trans>
          </span>
          <span className={settings.whenOpen}>
            <Trans>Close</Trans>
          </span>
        </span>
      </summary>
      <div className={settings.forms}>{children}</div>
    </details>
  );
}

interface TokenProps {
  token: ApiTokens[number];
  onDelete(): void;
}

function Token({ token: { name, scope, expiresAt, lastUsedAt }, onDelete }: TokenProps) {
  const { t } = useLingui();
  const formatDateTime = useDateTimeFormat();
  const endDate = expiresAt && formatDateTime(expiresAt);
  const when = lastUsedAt && formatDateTime(lastUsedAt);
  const facts = [
    scope === "READ" ? t`Read only` : t`Read and write`,
    endDate ? t`Valid until ${endDate}` : t`No expiry`,
    when ? t`Last used ${when}` : t`Never used`,
  ];
  return (
    <li>
      <span className={classes.icon}>
        <FormIcon name="key" />
      </span>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p>{facts.join(" · ")}</p>
      </div>
      <IconButton aria-label={t`Delete ${name}`} aria-haspopup="dialog" onClick={onDelete}>
        <FormIcon name="trash" />
      </IconButton>
    </li>
  );
}

/** Shows a new token: the only time that it is visible. */
function NewApiToken({ token }: { token: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className={`${settings.note} ${classes.made}`} tabIndex={-1}>
      <p>
        <Trans>This is your new token. Copy it now: it will not be shown again.</Trans>
      </p>
      <code dir="ltr">{token}</code>
      <CopyButton text={token} />
    </div>
  );
}
