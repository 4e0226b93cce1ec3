import { useApolloClient } from "@apollo/client/react";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { type Locale, localeInfo, LOCALES } from "../../../contract/locales";
import { promptTokens } from "../../../contract/prompt-markup";
import { LoadFailure } from "../../forms/LoadFailure";
import { graphql } from "../../gql";
import type { VersionDifferenceQuery as Data } from "../../gql/graphql";
import { localeName, localeOf } from "../../i18n/locale-name";
import { useSite } from "../../runtime/SiteProvider";
import { PageLoading } from "../../ui/PageLoading";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { type Change, wordDifference } from "./word-difference";
import type { Version } from "./use-history";
import classes from "./VersionDifference.module.css";

const VersionDifferenceQuery = graphql(`
  query VersionDifference($id: ID!, $after: String, $language: Locale!, $locale: Locale!) {
    viewer {
      user {
        id
      }
    }
    prompt(id: $id) {
      id
      locales
      tags {
        slug
        label(locale: $locale)
      }
      text(locale: $language) {
        locale
        title
        remark
        content
        notes
      }
      history(first: 1, after: $after) {
        nodes {
          number
          locales
          tags {
            slug
            label(locale: $locale)
          }
          text(locale: $language) {
            locale
            title
            remark
            content
            notes
          }
        }
      }
    }
  }
`);

type Current = NonNullable<Data["prompt"]>;
type Former = NonNullable<Current["history"]>["nodes"][number];
type Text = Former["text"];

interface VersionDifferenceProps {
  id: string;
  version: Version;
  /** The cursor of the version before it in the list. */
  after: string | null;
  /** The version that is current. */
  updatedAt: string;
}

/** What has changed from a former version to the current one. */
export function VersionDifference({ id, version: { number, locales }, after, updatedAt }: VersionDifferenceProps) {
  const { locale } = useSite();
  const client = useApolloClient();
  const [language, setLanguage] = useState(() => {
    const [first] = locales;
    return locales.includes(localeName(locale)) || !first ? locale : localeOf(first);
  });
  const [loaded, setLoaded] = useState<{ current: Current; former: Former } | null>(null);
  const [error, setError] = useState<unknown>(undefined);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let active = true;
    const variables = { id, after, language: localeName(language), locale: localeName(locale) };
    // Former texts are the author's alone: they stay out of the cache.
    client.query({ query: VersionDifferenceQuery, variables, fetchPolicy: "no-cache" }).then(
      ({ data }) => {
        const current = data?.prompt;
        const former = current?.history?.nodes[0];
        // A newer version shifts the list, which is being read again then.
        if (!active || !current || former?.number !== number) return;
        setLoaded({ current, former });
        setError(undefined);
      },
      (reason: unknown) => active && setError(reason),
    );
    return () => {
      active = false;
    };
  }, [client, id, number, after, language, locale, updatedAt, attempt]);

  if (error !== undefined && !loaded) {
    return <LoadFailure error={error} action="load-history" onRetry={() => setAttempt(attempt + 1)} />;
  }
  if (!loaded) return <PageLoading />;
  return <Difference {...loaded} language={language} onLanguage={setLanguage} />;
}

interface DifferenceProps {
  current: Current;
  former: Former;
  language: Locale;
  onLanguage(locale: Locale): void;
}

function Difference({ current, former, language, onLanguage }: DifferenceProps) {
  const { t } = useLingui();
  const select = useId();
  const languages = LOCALES.filter(({ code }) => [...current.locales, ...former.locales].includes(localeName(code)));
  const [before, after] = [textIn(language, former.text), textIn(language, current.text)];
  const reading = { lang: language };
  const rows = [
    { label: t`Title`, reading, parts: useDifference(before?.title, after?.title) },
    { label: t`Text`, reading, parts: useDifference(before?.content, after?.content) },
    { label: t`Remark`, reading, parts: useDifference(before?.remark, after?.remark) },
    { label: t`Notes`, reading, parts: useDifference(before?.notes, after?.notes) },
    { label: t`Tags`, reading: {}, parts: listDifference(labels(former), labels(current)) },
    { label: t`Languages`, reading: {}, parts: listDifference(names(former), names(current)) },
  ].filter(({ parts }) => parts.some(({ kind }) => kind !== "same"));
  return (
    <div className={classes.difference}>
      {languages.length > 1 && (
        <p className={classes.language}>
          <label htmlFor={select}>
            <Trans>Language</Trans>
          </label>{" "}
          <select
            id={select}
            value={language}
            onChange={({ target }) => {
              const chosen = languages.find(({ code }) => code === target.value);
              if (chosen) onLanguage(chosen.code);
            }}
          >
            {languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      {rows.length === 0 && (
        <p>
          <Trans>There is no difference.</Trans>
        </p>
      )}
      <dl>
        {rows.map(({ label, reading: attributes, parts }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.text} dir="auto" {...attributes}>
              {parts.map((part, index) => (
                <Part key={index} change={part} isFirst={index === 0} isLast={index === parts.length - 1} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Part({ change: { kind, text }, isFirst, isLast }: { change: Change; isFirst: boolean; isLast: boolean }) {
  if (kind === "same") return folded(text, isFirst, isLast);
  const words = <Marked text={text} />;
  return kind === "added" ? (
    <ins>
      <VisuallyHidden>
        <Trans>Added:</Trans>{" "}
      </VisuallyHidden>
      {words}
    </ins>
  ) : (
    <del>
      <VisuallyHidden>
        <Trans>Removed:</Trans>{" "}
      </VisuallyHidden>
      {words}
    </del>
  );
}

/** Lines of context at each side of a change. */
const CONTEXT = 2;

/** Says how many lines are left out, where they are far from a change. */
function folded(text: string, isFirst: boolean, isLast: boolean): ReactNode {
  const lines = text.split("\n");
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const left = lines.slice(head, lines.length - tail);
  // What follows the last line break is no line.
  const count = left.at(-1) === "" ? left.length - 1 : left.length;
  if (count < 2) return <Marked text={text} />;
  return (
    <>
      <Marked text={lines.slice(0, head).join("\n")} />
      <span className={classes.fold}>
        <Plural value={count} one="# unchanged line" other="# unchanged lines" />
      </span>
      <Marked text={lines.slice(lines.length - tail).join("\n")} />
    </>
  );
}

/** A text with its blanks as marks. */
function Marked({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, end: next, kind } of promptTokens(text)) {
    if (kind !== "variable") continue;
    parts.push(
      text.slice(end, start),
      <span key={start} className={classes.blank}>
        {text.slice(start, next)}
      </span>,
    );
    end = next;
  }
  return [...parts, text.slice(end)];
}

function useDifference(before: string | null | undefined, after: string | null | undefined): Change[] {
  return useMemo(() => wordDifference(before ?? "", after ?? ""), [before, after]);
}

function listDifference(before: readonly string[], after: readonly string[]): Change[] {
  const removed = before.filter((each) => !after.includes(each)).map((text) => ({ kind: "removed" as const, text }));
  const added = after.filter((each) => !before.includes(each)).map((text) => ({ kind: "added" as const, text }));
  return [...removed, ...added].flatMap((change, index) =>
    index === 0 ? [change] : [{ kind: "same" as const, text: " " }, change],
  );
}

/** The text, unless it is in another language because that one is missing. */
function textIn(locale: Locale, text: Text): Text | null {
  return localeOf(text.locale) === locale ? text : null;
}

function labels({ tags }: Pick<Former, "tags">): string[] {
  return tags.map(({ label }) => label);
}

function names({ locales }: Pick<Former, "locales">): string[] {
  return locales.map((language) => localeInfo(localeOf(language)).name);
}
