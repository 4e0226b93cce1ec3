import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { type KeyboardEvent, type SubmitEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { localeInfo } from "../../../contract/locales";
import { docPath } from "../../../contract/pages";
import type { DocSearchQuery as DocSearchData } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import { useLocalePath, useSite } from "../../runtime/SiteProvider";
import { Link } from "../../ui/Link";
import { marked } from "../prompt";
import type { DocsSite } from "./DocsFrame";
import { useDocsSearch } from "./DocsSearchField";
import { DocTiles } from "./DocTiles";
import classes from "./DocsSearch.module.css";

type Hit = DocSearchData["searchDocs"][number];

/** Where nothing is found. */
const OFFERED_PAGES = 4;

interface DocsSearchProps {
  docs: DocsSite;
  /** "" before anything is searched for. */
  query: string;
  hits: readonly Hit[];
}

/** The sections that have the words, by their pages. The arrow keys lead from the field to them. */
export function DocsSearch({ docs, query, hits }: DocsSearchProps) {
  const { t } = useLingui();
  const { basePath } = useSite();
  const path = useLocalePath();
  const { address, search } = useDocsSearch();
  const navigate = useNavigate();
  const [best] = hits;
  /** The same words again lead to the best section. */
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!best || new FormData(event.currentTarget).get("q") !== query) {
      search(event);
      return;
    }
    event.preventDefault();
    void navigate(path(docPath(best.page.path)) + hashOf(best));
  };
  const all = useRef<HTMLDivElement>(null);
  const pages = [...new Map(hits.map(({ page, group }) => [page.path, { page, group }])).values()];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.nativeEvent.isComposing) return;
    const stops = [...(all.current?.querySelectorAll<HTMLElement>("input, [data-hit]") ?? [])];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={all} onKeyDown={move}>
      <h1 className={classes.title}>
        <Trans>Search the docs</Trans>
      </h1>
      <form role="search" action={basePath + address} onSubmit={submit}>
        <input
          key={query}
          className={classes.field}
          type="search"
          name="q"
          dir="auto"
          defaultValue={query}
          placeholder={t`Your words`}
          aria-label={t`Search the docs`}
          autoComplete="off"
          required
        />
      </form>
      <p className={classes.state} role="status">
        {query !== "" &&
          (hits.length > 0 ? (
            <Trans>
              <Plural value={hits.length} one="# section" other="# sections" />,{" "}
              <Plural value={pages.length} one="# page" other="# pages" />
            </Trans>
          ) : (
            <Trans>No page of the docs has these words. Try others, or look through all pages.</Trans>
          ))}
      </p>
      {hits.length > 0 ? (
        <ol className={classes.found}>
          {pages.map(({ page, group }) => (
            <li key={page.path}>
              <div className={classes.page}>
                <h2>
                  <Link to={path(docPath(page.path))} data-on-intent>
                    {page.title}
                  </Link>
                </h2>
                <small>{group}</small>
              </div>
              <ol>
                {hits
                  .filter((hit) => hit.page.path === page.path)
                  .map((hit) => (
                    <li key={hit.anchor ?? ""}>
                      <Section hit={hit} />
                    </li>
                  ))}
              </ol>
            </li>
          ))}
        </ol>
      ) : (
        <DocTiles
          tiles={docs.sidebar
            .flatMap((group) => group.pages)
            .slice(0, query === "" ? undefined : OFFERED_PAGES)
            .map(({ path: below, title, description }) => ({
              path: below,
              to: path(docPath(below)),
              title,
              description,
            }))}
        />
      )}
      {query !== "" && (
        <p className={classes.end}>
          <Trans>Looking for a prompt?</Trans>{" "}
          <Link to={`${path("/")}?${new URLSearchParams({ q: query }).toString()}`}>
            <Trans>Search the library for “{query}”</Trans>
          </Link>
        </p>
      )}
    </div>
  );
}

function hashOf({ anchor }: Pick<Hit, "anchor">): string {
  return anchor === null ? "" : `#${anchor}`;
}

function Section({ hit: { page, anchor, heading, headingHighlights, excerpt, highlights, locale } }: { hit: Hit }) {
  const path = useLocalePath();
  const { code, dir } = localeInfo(localeOf(locale));
  return (
    <Link className={classes.section} to={path(docPath(page.path)) + hashOf({ anchor })} data-hit lang={code} dir={dir}>
      <b>{heading === null ? page.title : marked(heading, headingHighlights)}</b>
      <span>{marked(excerpt, highlights)}</span>
    </Link>
  );
}
