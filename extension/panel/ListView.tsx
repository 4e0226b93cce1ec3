import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type InfiniteData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { LIMITS } from "../../contract/limits";
import { localePath } from "../../contract/locales";
import { PAGES } from "../../contract/pages";
import { PRODUCT_NAME } from "../../contract/product";
import {
  type Count,
  countQuery,
  findKept,
  type Highlight,
  type Kept,
  keptPrompts,
  listQuery,
  type ListState,
  localeOf,
  needsAccount,
  type Page,
  type Prompt,
  promptsOf,
  type Sort,
  type Tab,
  TABS,
  type Tag,
  tagsQuery,
} from "../site/prompts";
import { useAccount, useSource } from "./account";
import { ConnectCard } from "./ConnectCard";
import { DeliveryStatus } from "./DeliveryStatus";
import { Failure, OfflineStrip } from "./Failure";
import { Icon } from "./Icon";
import { markRanges } from "./mark-ranges";
import { NothingFor } from "./NothingFor";
import { Peek } from "./Peek";
import { hasBlanks, plainText } from "./prompt-text";
import { useSettings } from "./settings";
import type { Target } from "./tab";
import { TagDot, Tags } from "./Tags";
import { COMMAND_KEY, type Delivery } from "./use-delivery";
import { useDebounced } from "./use-debounced";

export interface ListViewState {
  tab: Tab;
  /** As typed. */
  search: string;
  tags: readonly string[];
  /** Null: relevance with words, else the tab's usual one. */
  sort: Sort | null;
  /** The number of the chosen prompt; null: the first. */
  chosen: string | null;
}

interface ListViewProps {
  state: ListViewState;
  onChange(change: Partial<ListViewState>): void;
  target: Target | undefined;
  delivery: Delivery;
  onOpen(prompt: Prompt): void;
  onSettings(): void;
}

interface Row {
  prompt: Prompt;
  highlight: Highlight | null;
}

/** Searches and lists prompts. The focus stays in the search; the arrow keys choose a row, and the foot says what Enter does with it. */
export function ListView({ state, onChange, target, delivery, onOpen, onSettings }: ListViewProps) {
  const { t, i18n } = useLingui();
  const source = useSource();
  const { connection } = useAccount();
  const client = useQueryClient();
  const words = useDebounced(state.search.trim());
  const list = listState(state, words);
  const isLocked = needsAccount(list.tab) && !connection;
  const answer = useInfiniteQuery({
    ...listQuery(source, list),
    placeholderData: (previous, query) => (query?.queryKey[4].tab === list.tab ? previous : undefined),
    enabled: !isLocked,
  });
  const { data: tags = [] } = useQuery(tagsQuery(source));
  const counts = useCounts(list);

  const isAway = !isLocked && answer.error !== null;
  const kept: Kept = isAway ? keptPrompts(client, source, state.tab) : { prompts: [], since: undefined };
  const rows = isLocked ? [] : isAway ? findRows(kept.prompts, list) : rowsOf(answer.data, list);
  /** False while one still types, or waits for the answer: the rows are those of earlier words. */
  const isCurrent = words === state.search.trim() && !answer.isPlaceholderData;
  const chosen = rows.find(({ prompt }) => prompt.id === state.chosen) ?? rows[0];
  const [first] = answer.data?.pages ?? [];

  const choose = (step: 1 | -1) => {
    const at = rows.findIndex((row) => row === chosen);
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (!next) return;
    delivery.forget();
    onChange({ chosen: next.prompt.id });
    document.getElementById(rowId(next.prompt))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      if (!isCurrent) return;
      if (event.ctrlKey || event.metaKey || !hasBlanks(chosen.prompt))
        delivery.insert(chosen.prompt, plainText(chosen.prompt));
      else onOpen(chosen.prompt);
    }
  };
  const label =
    kept.since !== undefined
      ? t`${plural(kept.prompts.length, { one: "Search the # kept here", other: "Search the # kept here" })}`
      : t`Search prompts`;

  const isSearch = list.words !== "" || list.tags.length > 0;
  const count: Count | undefined =
    list.tab === "favorites" && isSearch && first
      ? { totalCount: rows.length, totalCountIsExact: !answer.hasNextPage }
      : first;

  return (
    <main className="view">
      <div>
        <h1 className="visually-hidden">{PRODUCT_NAME}</h1>
        <div className="top">
          <form className="search" role="search" onSubmit={(event) => event.preventDefault()}>
            <Icon name="search" />
            <input
              type="search"
              role="combobox"
              aria-expanded={rows.length > 0}
              aria-controls="rows"
              aria-activedescendant={chosen && rowId(chosen.prompt)}
              aria-label={label}
              placeholder={label}
              value={state.search}
              maxLength={LIMITS.searchQuery}
              autoComplete="off"
              autoFocus
              dir="auto"
              onChange={({ currentTarget }) => onChange({ search: currentTarget.value, chosen: null })}
              onKeyDown={onKeyDown}
            />
          </form>
          <button type="button" className="icon-button" aria-label={t`Settings`} onClick={onSettings}>
            <Icon name="dots" />
          </button>
        </div>
        <Tabs tab={state.tab} counts={counts} onChoose={(tab) => onChange({ tab, chosen: null, sort: null })} />
        {isLocked ? null : isAway ? (
          kept.since !== undefined && (
            <OfflineStrip
              count={kept.prompts.length}
              since={kept.since}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          )
        ) : (
          <>
            <TagRow
              tags={tags}
              chosen={state.tags}
              onChange={(chosenTags) => onChange({ tags: chosenTags, chosen: null })}
            />
            <p className="found">
              <b role="status">{count && found(count)}</b>
              {list.tab !== "favorites" && (
                <SortMenu list={list} onChoose={(sort) => onChange({ sort, chosen: null })} />
              )}
            </p>
          </>
        )}
      </div>
      {isLocked ? (
        <ConnectCard />
      ) : rows.length > 0 || (!isAway && answer.hasNextPage) ? (
        <ol className="list" id="rows" role="listbox" aria-label={t`Prompts`}>
          {rows.map(({ prompt, highlight }) => (
            <PromptRow
              key={prompt.id}
              prompt={prompt}
              highlight={highlight}
              isChosen={prompt.id === chosen?.prompt.id}
              onOpen={() => onOpen(prompt)}
            />
          ))}
          {!isAway && answer.hasNextPage && <More onReached={() => void answer.fetchNextPage()} />}
        </ol>
      ) : (
        <div className="scroll">
          {answer.isPending || answer.isPlaceholderData ? null : isAway && kept.since === undefined ? (
            <Failure error={answer.error} onRetry={() => void answer.refetch()} onSettings={onSettings} />
          ) : (
            <Nothing list={list} counts={counts} onTab={(tab) => onChange({ tab, chosen: null })} />
          )}
        </div>
      )}
      {isLocked && <SiteLine onChange={onSettings} />}
      {chosen && (
        <Foot prompt={chosen.prompt} target={target} delivery={delivery} onOpen={() => onOpen(chosen.prompt)} />
      )}
    </main>
  );

  function found({ totalCount: count, totalCountIsExact }: Count): string {
    const number = totalCountIsExact ? i18n.number(count) : `${i18n.number(count)}+`;
    const corrected = first?.search?.correctedQuery;
    if (corrected)
      return t`${plural(count, { one: `${number} found for “${corrected}”`, other: `${number} found for “${corrected}”` })}`;
    if (list.words === "") return t`${plural(count, { one: `${number} prompt`, other: `${number} prompts` })}`;
    return t`${plural(count, { one: `${number} found`, other: `${number} found` })}`;
  }
}

function listState({ tab, tags, sort }: ListViewState, words: string): ListState {
  const usual = tab === "library" ? "support" : "release";
  return { tab, words, tags, sort: sort ?? (words === "" ? usual : "relevance") };
}

/** What the site has found. It does not search favourites. */
function rowsOf(data: InfiniteData<Page> | undefined, list: ListState): Row[] {
  const edges = promptsOf(data);
  if (list.tab === "favorites")
    return findRows(
      edges.map(({ node }) => node),
      list,
    );
  return edges.map(({ node, highlights }) => ({ prompt: node, highlight: highlights ?? null }));
}

/** What the panel finds itself. A favourite that was taken back is left out before the site has heard of it. */
function findRows(prompts: readonly Prompt[], list: ListState): Row[] {
  return findKept(prompts, list)
    .filter(({ viewerHasFavorited }) => list.tab !== "favorites" || viewerHasFavorited)
    .map((prompt) => ({ prompt, highlight: null }));
}

type Counts = ReadonlyMap<Tab, Count>;

const COUNTED_BY_SITE = TABS.filter((tab) => tab !== "favorites");

/** While one searches: how many each tab has. */
function useCounts(list: ListState): Counts {
  const source = useSource();
  const { connection } = useAccount();
  const { words, tags } = list;
  const isSearch = words !== "";
  const favoriteList: ListState = { ...list, tab: "favorites" };
  const favorites = useInfiniteQuery({
    ...listQuery(source, favoriteList),
    enabled: isSearch && connection !== null,
  });
  const answers = useQueries({
    queries: COUNTED_BY_SITE.map((tab) => ({
      ...countQuery(source, { tab, words, tags }),
      enabled: isSearch && (connection !== null || !needsAccount(tab)),
    })),
  });
  const counts = new Map<Tab, Count>();
  if (!isSearch) return counts;
  for (const [index, tab] of COUNTED_BY_SITE.entries()) {
    const count = answers[index]?.data;
    if (count) counts.set(tab, count);
  }
  if (favorites.data)
    counts.set("favorites", {
      totalCount: rowsOf(favorites.data, favoriteList).length,
      totalCountIsExact: !favorites.hasNextPage,
    });
  return counts;
}

function rowId({ id }: Prompt): string {
  return `prompt-${id}`;
}

function Tabs({ tab, counts, onChoose }: { tab: Tab; counts: Counts; onChoose(tab: Tab): void }) {
  const { t, i18n } = useLingui();
  const names: Record<Tab, string> = {
    library: t`Library`,
    community: t`Community`,
    mine: t`Mine`,
    favorites: t`Favourites`,
  };
  return (
    <nav className="tabs" aria-label={t`Where to look`}>
      {TABS.map((each) => {
        const count = counts.get(each);
        return (
          <button key={each} type="button" aria-current={each === tab || undefined} onClick={() => onChoose(each)}>
            {names[each]}
            {count && (
              <span className="count">
                {i18n.number(count.totalCount)}
                {!count.totalCountIsExact && "+"}
              </span>
            )}
          </button>
        );
      })}
    </nav>
  );
}

function TagRow({
  tags,
  chosen,
  onChange,
}: {
  tags: readonly Tag[];
  chosen: readonly string[];
  onChange(tags: string[]): void;
}) {
  const { t } = useLingui();
  return (
    <div className="tags" role="group" aria-label={t`Filter by tag`}>
      {tags.map(({ slug, label }) => {
        const isChosen = chosen.includes(slug);
        const others = chosen.filter((other) => other !== slug);
        return (
          <button
            key={slug}
            type="button"
            className="pill"
            aria-pressed={isChosen}
            onClick={() => onChange(isChosen ? others : [...others, slug].sort())}
          >
            {isChosen ? <Icon name="check" size={12} /> : <TagDot slug={slug} />}
            {label}
          </button>
        );
      })}
    </div>
  );
}

function SortMenu({ list, onChoose }: { list: ListState; onChoose(sort: Sort): void }) {
  const { t } = useLingui();
  return (
    <span className="select">
      <select
        aria-label={t`Sort`}
        value={list.sort}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Sort)}
      >
        {list.words !== "" && <option value="relevance">{t`Best match`}</option>}
        <option value="support">{t`Most support`}</option>
        <option value="release">{t`Newest`}</option>
      </select>
      <Icon name="chevronDown" size={14} />
    </span>
  );
}

interface PromptRowProps extends Row {
  isChosen: boolean;
  onOpen(): void;
}

function PromptRow({ prompt, highlight, isChosen, onOpen }: PromptRowProps) {
  const { t, i18n } = useLingui();
  const { text, upvoteDifference } = prompt;
  const locale = localeOf(text.locale);
  return (
    <li className="row" role="option" id={rowId(prompt)} aria-selected={isChosen} onClick={onOpen}>
      <p className="row-title" lang={locale}>
        <b dir="auto">{markRanges(text.title, highlight?.title)}</b>
        {prompt.viewerHasFavorited && (
          <>
            <Icon name="heart" size={14} />
            <span className="visually-hidden">{t`Favourite`}</span>
          </>
        )}
      </p>
      {text.remark && (
        <p className="row-remark" lang={locale} dir="auto">
          {markRanges(text.remark, highlight?.remark)}
        </p>
      )}
      <ul className="tagline">
        <Tags tags={prompt.tags.slice(0, 2)} />
        <li className="support">
          <Icon name="support" size={14} />
          <span className="visually-hidden">{t`Support:`} </span>
          {i18n.number(upvoteDifference)}
        </li>
      </ul>
    </li>
  );
}

/** The end of the list. Shortly before it is seen, more is loaded. */
function More({ onReached }: { onReached(): void }) {
  const end = useRef<HTMLLIElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  });
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reached.current();
      },
      { root: current.parentElement, rootMargin: "400px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return <li ref={end} role="presentation" className="more" />;
}

/** The lamp: the chosen text at a glance, where it goes, and the two keys. */
function Foot({
  prompt,
  target,
  delivery,
  onOpen,
}: {
  prompt: Prompt;
  target: Target | undefined;
  delivery: Delivery;
  onOpen(): void;
}) {
  const isToFill = hasBlanks(prompt);
  const insert = () => delivery.insert(prompt, plainText(prompt));
  return (
    <footer className="foot lamp">
      <Peek prompt={prompt} />
      <DeliveryStatus target={target} outcome={delivery.outcome} />
      <div className="actions">
        {isToFill && (
          <button type="button" className="button" data-variant="filled" onClick={onOpen}>
            <Trans>Fill in</Trans>
            <kbd dir="ltr">↵</kbd>
          </button>
        )}
        <button type="button" className="button" data-variant={isToFill ? "default" : "filled"} onClick={insert}>
          <Icon name="insert" />
          <Trans>Insert</Trans>
          <kbd dir="ltr">{isToFill ? `${COMMAND_KEY} ↵` : "↵"}</kbd>
        </button>
      </div>
    </footer>
  );
}

/** The address at the bottom edge: one should know the site before one connects. */
function SiteLine({ onChange }: { onChange(): void }) {
  const [{ site }] = useSettings();
  return (
    <p className="site-line">
      <span>
        <Trans>Site</Trans>
      </span>
      <b dir="ltr">{new URL(site).host}</b>
      <button type="button" className="button" data-variant="subtle" onClick={onChange}>
        <Trans>Change</Trans>
      </button>
    </p>
  );
}

/** Nothing found: the tab that has some, else the place to write it. */
function Nothing({ list, counts, onTab }: { list: ListState; counts: Counts; onTab(tab: Tab): void }) {
  const { t } = useLingui();
  const [settings] = useSettings();
  const { words } = list;
  const other = TABS.find((tab) => tab !== list.tab && (counts.get(tab)?.totalCount ?? 0) > 0);
  const count = other === undefined ? 0 : (counts.get(other)?.totalCount ?? 0);
  const show: Record<Tab, string> = {
    library: t`${plural(count, { one: "Show # from the library", other: "Show # from the library" })}`,
    community: t`${plural(count, { one: "Show # from the community", other: "Show # from the community" })}`,
    mine: t`${plural(count, { one: "Show # of your own", other: "Show # of your own" })}`,
    favorites: t`${plural(count, { one: "Show # of your favourites", other: "Show # of your favourites" })}`,
  };
  const isEmpty = words === "" && list.tags.length === 0;
  return (
    <div className="say">
      <p className="say-title" role="status">
        <NothingFor words={words} />
      </p>
      {other !== undefined && (
        <button type="button" className="button" data-variant="filled" onClick={() => onTab(other)}>
          {show[other]}
        </button>
      )}
      {isEmpty && list.tab === "favorites" ? (
        <p>
          <Trans>Open a prompt and press the heart: it is then listed here.</Trans>
        </p>
      ) : (
        <a
          className="button"
          data-variant={other === undefined ? "filled" : "default"}
          href={`${settings.site}${localePath(settings.locale, PAGES.user.path)}`}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Write it yourself</Trans>
          <Icon name="external" size={16} />
        </a>
      )}
    </div>
  );
}
