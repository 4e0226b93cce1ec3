import type { FragmentType } from "@apollo/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useAct } from "../../forms/use-act";
import { checkDuplicate } from "../../forms/use-failure-notice";
import { LoadFailure } from "../../forms/LoadFailure";
import { graphql } from "../../gql";
import type { PromptPart } from "../../gql/graphql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { localeInfo } from "../../../contract/locales";
import { useMutation } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { useFragment } from "../../runtime/use-fragment";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { cardVariables, forgetOtherTexts } from "../prompt";
import { useHistory, type Version } from "./use-history";
import { useVersionTime } from "./use-version-time";
import { VersionDifference } from "./VersionDifference";
import classes from "./PromptHistory.module.css";

const PromptHistory_prompt = graphql(`
  fragment PromptHistory_prompt on Prompt {
    id
    updatedAt
    locales
  }
`);

const RestoreVersionMutation = graphql(`
  mutation RestoreVersion($id: ID!, $revision: Int!, $locale: Locale!, $excerptLength: Int!) {
    restorePromptRevision(promptId: $id, revision: $revision) {
      prompt {
        id
        updatedAt
        sourceLocale
        ...PromptHistory_prompt
        ...PromptCard_prompt
        ...Workbench_prompt
      }
      problems {
        code
      }
      duplicateOf {
        id
      }
    }
  }
`);

interface PromptHistoryProps {
  prompt: FragmentType<typeof PromptHistory_prompt>;
  /** Told the number of the current version. */
  onVersion(version: number): void;
}

/** The versions of the member's own prompt: compare them with the current one, and restore them. */
export function PromptHistory({ prompt, onVersion }: PromptHistoryProps) {
  const { data, complete } = useFragment({ fragment: PromptHistory_prompt, from: prompt });
  return complete ? <History key={data.id} {...data} onVersion={onVersion} /> : null;
}

interface HistoryProps extends Pick<PromptHistoryProps, "onVersion"> {
  id: string;
  updatedAt: string;
  locales: readonly Version["locales"][number][];
}

function History({ id, updatedAt, locales, onVersion }: HistoryProps) {
  const { t, i18n } = useLingui();
  const { history, error, reload, loadMore } = useHistory(id, updatedAt);
  const heading = useId();
  const restore = useRestore(id);
  const list = useRef<HTMLOListElement>(null);
  const newest = history?.versions[0]?.number ?? 0;
  const current = newest + 1;
  useEffect(() => {
    if (history) onVersion(current);
  }, [history, current, onVersion]);
  const more = useMore(loadMore);
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>
        <Trans>History</Trans> {history && <span className={classes.count}>{i18n.number(history.total + 1)}</span>}
      </h2>
      {error !== undefined && <LoadFailure error={error} action="load-history" onRetry={reload} />}
      {history && (
        <ol ref={list} className={classes.versions}>
          <li>
            <VersionFacts version={current} time={updatedAt} locales={locales} isCurrent />
          </li>
          {history.versions.map((version) => (
            <FormerVersion
              key={version.number}
              id={id}
              version={version}
              after={history.cursors.get(version.number) ?? null}
              current={current}
              updatedAt={updatedAt}
              onRestore={() => restore(version.number)}
            />
          ))}
        </ol>
      )}
      {history?.next && (
        <Button
          className={classes.more}
          variant="default"
          aria-busy={more.busy || undefined}
          onClick={() => {
            const shown = history.versions.length;
            more.load(() => {
              // The current version comes first.
              const first = list.current?.children[shown + 1]?.querySelector("button");
              first?.focus();
            });
          }}
        >
          {t`Show older versions`}
        </Button>
      )}
    </section>
  );
}

interface FormerVersionProps {
  id: string;
  version: Version;
  after: string | null;
  current: number;
  updatedAt: string;
  onRestore(): void;
}

function FormerVersion({ id, version, after, current: newest, updatedAt, onRestore }: FormerVersionProps) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState(false);
  const panel = useId();
  const caption = useId();
  const [number, current] = [i18n.number(version.number), i18n.number(newest)];
  const name = t`Version ${number}`;
  const compare = open ? t`Hide the difference` : t`Compare`;
  const restore = t`Restore`;
  return (
    <li>
      <div className={classes.version}>
        <VersionFacts version={version.number} time={version.createdAt} locales={version.locales}>
          <Changes version={version} />
        </VersionFacts>
        <span className={classes.end}>
          <Button
            className={classes.button}
            variant="subtle"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            aria-label={`${compare}: ${name}`}
            onClick={() => setOpen(!open)}
          >
            {compare}
          </Button>
          <Button className={classes.button} variant="default" aria-label={`${restore}: ${name}`} onClick={onRestore}>
            {restore}
          </Button>
        </span>
      </div>
      {open && (
        <div id={panel} role="group" aria-labelledby={caption}>
          <p id={caption} className={classes.caption}>
            {t`Difference between version ${number} and version ${current}`}
          </p>
          <VersionDifference id={id} version={version} after={after} updatedAt={updatedAt} />
        </div>
      )}
    </li>
  );
}

interface VersionFactsProps {
  version: number;
  time: string;
  locales: readonly Version["locales"][number][];
  isCurrent?: boolean;
  children?: ReactNode;
}

function VersionFacts({ version, time, locales, isCurrent = false, children }: VersionFactsProps) {
  const { t, i18n } = useLingui();
  const number = i18n.number(version);
  const formatTime = useVersionTime();
  const names = locales.map((language) => localeInfo(localeOf(language)).name);
  const several = names.length > 1 ? new Intl.ListFormat(i18n.locale, { type: "unit" }).format(names) : null;
  return (
    <p className={classes.facts}>
      <b>{t`Version ${number}`}</b>
      {isCurrent && (
        <span className={classes.badge}>
          <Trans>Current</Trans>
        </span>
      )}
      <span className={classes.muted}>
        <time dateTime={time}>{formatTime(time)}</time>
        {several && ` · ${several}`}
        {children}
      </span>
    </p>
  );
}

/** What a version changed. */
function Changes({ version: { number, changes } }: { version: Version }) {
  const { t } = useLingui();
  const words: Record<PromptPart, string> = {
    TITLE: t`title changed`,
    CONTENT: t`text changed`,
    REMARK: t`remark changed`,
    NOTES: t`notes changed`,
    TAGS: t`tags changed`,
    LOCALES: t`languages changed`,
  };
  const facts = number === 1 ? [t`first version`] : changes.map((part) => words[part]);
  return facts.map((fact) => ` · ${fact}`).join("");
}

/** Makes a former version the current one; the server keeps the newest one as a version. */
function useRestore(id: string): (version: number) => void {
  const { t, i18n } = useLingui();
  const { locale } = useSite();
  const act = useAct("restore-prompt");
  const [restore] = useMutation(RestoreVersionMutation);
  return (version) => {
    const number = i18n.number(version);
    const variables = { id, revision: version, ...cardVariables(locale) };
    act(
      () =>
        restore({
          variables,
          update: (cache, { data }) => {
            if (data?.restorePromptRevision?.prompt) forgetOtherTexts(cache, id, localeName(locale));
          },
        }).then(({ data }) => checkDuplicate(data?.restorePromptRevision)),
      t`Version ${number} is the current one again. What it replaced is kept as a version.`,
    );
  };
}

function useMore(loadMore: () => Promise<void>) {
  const { t } = useLingui();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState<(() => void) | null>(null);
  useEffect(() => loaded?.(), [loaded]);
  const load = (onLoaded: () => void) => {
    if (busy) return;
    setBusy(true);
    loadMore()
      .then(
        () => setLoaded(() => onLoaded),
        () => notify({ message: t`The older versions could not be loaded. Try again later.` }),
      )
      .finally(() => setBusy(false));
  };
  return { busy, load };
}
