import { LIMITS } from "../../../contract/limits";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { momentSql } from "../../platform/database/expressions";
import { Parameters } from "../../platform/database/read-rows";
import { type CursorOrder, listDigest } from "../../platform/graphql/cursor";
import { badInputError } from "../../platform/domain/domain-error";
import { isLongerThan } from "../../../contract/graphemes";
import { keysetConditions, keysetOrder, type PageWindow } from "../../platform/graphql/page-window";
import {
  type Compounds,
  type SearchCorpus,
  type SearchQuery,
  searchQuery,
  searchQuerySql,
  searchTermsSql,
  TOP_RANK,
} from "../../platform/search";
import type { TagStore } from "../tag";
import { usernameKey } from "../user";
import { PromptOrderField, TagMatch, type PromptFilter, type PromptOrder } from "./prompt.input";
import { PROMPT_COLUMNS, shownLocale } from "./prompt.row";
import { PromptOriginEnum } from "./prompt.type";
import {
  FOUND,
  IS_FOUND,
  MATCHING_TEXTS,
  OWN_MATCHING_TEXTS,
  ownPrompts,
  ownSearchPage,
  type PageParts,
  RELEVANCE,
  relevanceParts,
  relevantPage,
  scoredHits,
  scoredPage,
  searchedPage,
  type SearchMode,
} from "./search-pages";

/** Which prompts to list, resolved as far as possible without the database. */
export interface PromptList {
  locale: Locale;
  filter: PromptFilter;
  tags: TagStore;
  /** Reads a page per author, all in one statement. Not combined with a search query. */
  authorIds?: readonly string[];
  /** Only prompts of this member, whether or not they are public. */
  ownerId?: string;
  /** How the query is read: all of its words as typed if it is not given. */
  reading?: Reading;
  /** Those of the words of the query. */
  compounds?: Compounds;
}

/** How a search query is read. */
export interface Reading {
  /** As typed, or corrected. */
  query: string;
  /** Null: what it is depends on what is found. */
  mode: SearchMode | null;
}

const KEY = {
  [PromptOrderField.ID]: "p.id",
  [PromptOrderField.SHARED_AT]: "p.shared_at",
  [PromptOrderField.UPDATED_AT]: "p.updated_at",
  [PromptOrderField.UPVOTE_DIFFERENCE]: "p.upvote_difference",
  [PromptOrderField.RELEVANCE]: RELEVANCE,
} as const;

/**
 * What tells a list of prompts from others, in whatever way it was asked for. The reader's language matters only to a search.
 * @param ownerId the member whose own prompts they are; null for public ones
 */
export function promptListDigest(locale: Locale, filter: PromptFilter, ownerId: string | null): string {
  const { query, asTyped, tags, tagMatch, origin, author, locale: textLocale, updatedSince } = filter;
  const slugs = [...new Set(tags)].sort();
  return listDigest(
    "prompts",
    ownerId,
    isSearching(filter) ? [query?.trim(), locale, asTyped === true] : null,
    slugs,
    slugs.length > 1 && tagMatch === TagMatch.ALL,
    origin ?? null,
    author == null ? null : [usernameKey(author)],
    textLocale ?? null,
    updatedSince?.getTime() ?? null,
  );
}

interface PromptOrderOptions {
  /** `listDigest` of the list. */
  list: string;
  orderBy: PromptOrder | null | undefined;
  filter: PromptFilter;
  /** When neither a sort is given nor words. */
  fallback?: PromptOrderField;
  /** Whether each prompt of the list was shared by a member. */
  isShared: boolean;
}

/** @throws BAD_USER_INPUT for RELEVANCE without a search query, and for SHARED_AT of prompts that were never shared */
export function promptOrder({
  list,
  orderBy,
  filter,
  fallback = PromptOrderField.UPVOTE_DIFFERENCE,
  isShared,
}: PromptOrderOptions): CursorOrder & { sort: PromptOrderField } {
  const searching = isSearching(filter);
  const sort = orderBy?.field ?? (searching ? PromptOrderField.RELEVANCE : fallback);
  if (sort === PromptOrderField.RELEVANCE && !searching) {
    throw badInputError("RELEVANCE needs a query to be relevant to.", "orderBy");
  }
  if (sort === PromptOrderField.SHARED_AT && !isShared) {
    throw badInputError("SHARED_AT needs prompts that members share: the community's, or an author's.", "orderBy");
  }
  const isTime = sort === PromptOrderField.SHARED_AT || sort === PromptOrderField.UPDATED_AT;
  const key = isTime ? "time" : "integer";
  return { list, sort, direction: orderBy?.direction ?? "DESC", key };
}

/** @throws BAD_USER_INPUT for a filter that exceeds its limits. */
export function checkFilter(filter: PromptFilter): void {
  if (filter.query != null && isLongerThan(filter.query, LIMITS.searchQuery))
    throw badInputError(`"filter.query" may have at most ${String(LIMITS.searchQuery)} characters.`, "filter.query");
  if ((filter.tags?.length ?? 0) > LIMITS.filterTags) {
    throw badInputError(`"filter.tags" may have at most ${String(LIMITS.filterTags)} entries.`, "filter.tags");
  }
}

export interface Statement {
  text: string;
  values: unknown[];
}

/** Whether it is planned without its values. Whether few or all prompts are as new as that makes another plan best. */
export function isPrepared({ filter }: PromptList): boolean {
  return !filter.updatedSince;
}

/** The statement that reads a page's rows with the texts to show and their authors. */
export function pageStatement(list: PromptList, window: PageWindow, sort: PromptOrderField): Statement {
  const parameters = new Parameters();
  const { bind } = parameters;
  const locale = `${bind(list.locale)}::text`;
  const search = searchCte(list, bind);
  const visible = visibility(list, bind);
  const author = authorId(list.filter, bind);
  const where = conditions(list, visible, bind, author);
  const key = KEY[sort];
  const page: PageParts = {
    visible,
    where,
    walked: [...originConditions(list.filter), ...(author === null ? [] : [isBy(author)])],
    author,
    keyset: keysetConditions(window, key, "p.id", bind),
    order: keysetOrder(window, key, "p.id"),
    limit: String(window.limit),
    fromTop: (window.order.direction === "DESC") !== window.backward,
    topKeyset: () => topKeyset(window, bind),
  };
  const ctes = search
    ? [search, searchPage(list, page, sort, locale, bind)]
    : [`page as materialized (${listedPage(list, page, bind)})`];
  const outerKey = sort === PromptOrderField.RELEVANCE ? "p.relevance" : key;
  const more = [
    ...(sort === PromptOrderField.RELEVANCE ? ["p.relevance"] : []),
    ...(search && isScored(list) ? ["p.mode", "p.complete_count"] : []),
  ];
  const text = `with ${ctes.join(", ")}
    select ${[PROMPT_COLUMNS, ...more].join(", ")},
      t.locale, t.title, t.remark,
      u.username, u.prompt_count as author_prompt_count, u.created_at as author_created_at
    from page p
    join prompt_text t on t.prompt_id = p.id and t.locale = ${shownLocale(locale)}
    left join user_account u on u.id = p.author_id
    order by ${keysetOrder(window, outerKey, "p.id")}`;
  return { text, values: parameters.values };
}

export function countStatement(list: PromptList): Statement {
  const parameters = new Parameters();
  const search = searchCte(list, parameters.bind);
  const visible = visibility(list, parameters.bind);
  const where = conditions(list, visible, parameters.bind);
  const prompts = `prompt p where ${all(...where)}`;
  const { values } = parameters;
  if (!search) {
    // Own prompts are bounded in number.
    const counted = list.ownerId ? prompts : `(select 1 from ${prompts} limit ${String(LIMITS.listTotal + 1)}) counted`;
    return { text: `select count(*)::int as count from ${counted}`, values };
  }
  if (isScored(list)) {
    const hits = scoredHits(
      { where },
      corpusOf(list),
      parameters.bind(list.locale) + "::text",
      modeOf(list, parameters.bind),
    );
    return { text: `with ${search}, ${hits} select count(*)::int as count from ${FOUND} where ${IS_FOUND}`, values };
  }
  // Each prompt is found by three texts at most. LIMIT: a frequent word is not read to its end.
  const limit = `limit ${String(3 * LIMITS.searchTotal + 3)}`;
  const count = "select count(distinct id)::int as count";
  if (!list.ownerId) {
    const first = `select p.id from ${MATCHING_TEXTS} join prompt p on p.id = t.prompt_id where ${all(...where)} ${limit}`;
    return { text: `with ${search} ${count} from (${first}) found`, values };
  }
  const found = `select t.prompt_id from ${OWN_MATCHING_TEXTS} join prompt p on p.id = t.prompt_id where ${all(...where)} ${limit}`;
  const text = `with ${search}, ${ownPrompts(visible)} select count(distinct prompt_id)::int as count from (${found}) found`;
  return { text, values };
}

/** The first prompts by support are looked at first, where what comes before the page has the top rank. */
function topKeyset(window: PageWindow, bind: Parameters["bind"]): string[] | null {
  const { order, after, before, backward, inclusive } = window;
  if (order.direction === "ASC" || backward || before) return null;
  if (!after) return [];
  const { rank, support } = relevanceParts(Number(after.key));
  if (rank !== TOP_RANK) return null;
  return [
    `(p.upvote_difference, p.id) ${inclusive ? "<=" : "<"} (${bind(support)}::bigint, ${bind(after.id)}::bigint)`,
  ];
}

/** Whether each text is scored: in the library always, elsewhere where few have all words. */
function isScored({ filter, ownerId, reading }: PromptList): boolean {
  if (ownerId) return false;
  return filter.origin === PromptOriginEnum.LIBRARY || reading?.mode !== "ALL";
}

function corpusOf({ filter }: PromptList): SearchCorpus {
  return filter.origin === PromptOriginEnum.LIBRARY ? "LIBRARY" : "ALL";
}

function modeOf({ reading }: PromptList, bind: Parameters["bind"]): string {
  return `${bind(reading?.mode ?? null)}::text`;
}

function searchPage(
  list: PromptList,
  page: PageParts,
  sort: PromptOrderField,
  locale: string,
  bind: Parameters["bind"],
): string {
  if (list.ownerId) return ownSearchPage(page, locale);
  if (isScored(list)) return scoredPage(page, corpusOf(list), locale, modeOf(list, bind));
  return sort === PromptOrderField.RELEVANCE ? relevantPage(page, locale) : searchedPage(page);
}

function listedPage({ filter, authorIds }: PromptList, page: PageParts, bind: Parameters["bind"]): string {
  if (authorIds) return pagePerAuthor(plainPage(page), bind(authorIds));
  return filter.tags && filter.tags.length > 0 ? taggedPage(page) : plainPage(page);
}

function plainPage({ where, keyset, order, limit }: PageParts): string {
  return `select p.* from prompt p where ${all(...where, ...keyset)} order by ${order} limit ${limit}`;
}

/** The indexes on support and number include the tags, but an index-only scan is possible only if nothing else is read. */
function taggedPage(page: PageParts): string {
  return `select p.* from (${plainPage(page).replace("p.*", "p.id")}) tagged join prompt p on p.id = tagged.id`;
}

function pagePerAuthor(page: string, authorIds: string): string {
  return `select p.* from unnest(${authorIds}::bigint[]) author (id) cross join lateral (${page}) p`;
}

/** What a list is searched for. */
export function queryOf({ locale, filter, reading, compounds }: PromptList): SearchQuery | null {
  return searchQuery(reading?.query ?? filter.query ?? "", locale, filter.locale ?? undefined, compounds);
}

/** Null without a search query. A query without searchable words (only signs or emoji) matches nothing. */
function searchCte(list: PromptList, bind: Parameters["bind"]): string | null {
  if (!isSearching(list.filter)) return null;
  const parts = queryOf(list) ?? [];
  if (isScored(list))
    return `term as materialized (select * from ${searchTermsSql(`${bind(JSON.stringify(parts))}::jsonb`)} part)`;
  // Locales that yield the same query (always the case for Chinese words) are searched once.
  return `search as materialized (
    select array_agg(locale) as locales, anywhere, head, title, exact
    from ${searchQuerySql(`${bind(JSON.stringify(parts))}::jsonb`)} part group by anywhere, head, title, exact
  )`;
}

export function isSearching(filter: PromptFilter): boolean {
  return Boolean(filter.query?.trim());
}

/** Which prompts the caller may see in the list. */
function visibility({ ownerId }: PromptList, bind: Parameters["bind"]): string[] {
  return ownerId ? [`p.author_id = ${bind(ownerId)}::bigint`, "p.deleted_at is null"] : ["p.listed"];
}

/** SQL of the number of the author that a list is filtered by; null if it is not. */
function authorId({ author }: PromptFilter, bind: Parameters["bind"]): string | null {
  if (author == null) return null;
  const key = usernameKey(author);
  return key === undefined ? "null::bigint" : `(select id from user_account where username_key = ${bind(key)}::text)`;
}

function isBy(author: string): string {
  return `p.author_id = ${author}`;
}

function conditions(
  { filter, tags, authorIds }: PromptList,
  visible: readonly string[],
  bind: Parameters["bind"],
  author = authorId(filter, bind),
): string[] {
  const result = [...visible];
  if (filter.tags && filter.tags.length > 0) {
    const ids = filter.tags.flatMap((slug) => tags.bySlug(slug)?.id ?? []);
    const every = filter.tagMatch === TagMatch.ALL;
    // No prompt has a tag that does not exist, but the planner does not know that.
    const impossible = every ? ids.length < filter.tags.length : ids.length === 0;
    result.push(impossible ? "false" : `p.tag_ids ${every ? "@>" : "&&"} ${bind(ids)}::int[]`);
  }
  result.push(...originConditions(filter));
  if (author !== null) result.push(isBy(author));
  if (authorIds) result.push("p.author_id = author.id");
  result.push(...languageConditions(filter));
  if (filter.updatedSince) result.push(`p.updated_at >= ${momentSql(filter.updatedSince, bind)}`);
  return result;
}

const FROM_ORIGIN: Readonly<Record<PromptOriginEnum, string>> = {
  [PromptOriginEnum.LIBRARY]: "p.origin = 'LIBRARY'",
  [PromptOriginEnum.COMMUNITY]: "p.origin = 'COMMUNITY'",
};

/**
 * The origin is a literal, not a parameter: a generic plan assumes that the library is half of all prompts, and scans all numbers
 * in order to find it (28 ms at 200,000 prompts; 0.6 ms with the literal).
 */
function originConditions({ origin }: PromptFilter): string[] {
  return origin ? [FROM_ORIGIN[origin]] : [];
}

const IN_LANGUAGE = new Map(LOCALE_CODES.map((code) => [code, `p.languages @> array['${code}']`]));

/** A literal too: only then does the planner know that few prompts have a rare language, and use their index. */
function languageConditions({ locale }: PromptFilter): string[] {
  const condition = locale && IN_LANGUAGE.get(locale);
  return condition ? [condition] : [];
}

function all(...parts: string[]): string {
  return parts.join(" and ");
}
