import { LIMITS } from "../../../contract/limits";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { Parameters } from "../../platform/database/read-rows";
import type { CursorOrder } from "../../platform/graphql/cursor";
import { badInputError } from "../../platform/domain/domain-error";
import { isLongerThan } from "../../../contract/graphemes";
import { keysetConditions, keysetOrder, type PageWindow } from "../../platform/graphql/page-window";
import { searchQuery, searchQuerySql, searchRankSql } from "../../platform/search";
import type { TagStore } from "../tag";
import { usernameKey } from "../user";
import { PromptOrderField, TagMatch, type PromptFilter, type PromptOrder } from "./prompt.input";
import { PROMPT_COLUMNS, shownLocale } from "./prompt.row";
import { PromptOriginEnum } from "./prompt.type";

/** Which prompts to list, resolved as far as possible without the database. */
export interface PromptList {
  locale: Locale;
  filter: PromptFilter;
  tags: TagStore;
  /** Reads a page per author, all in one statement. Not combined with a search query. */
  authorIds?: readonly string[];
  /** Only prompts of this member, whether or not they are public. */
  owner?: PromptOwner;
}

export interface PromptOwner {
  id: string;
  /** Whether there are too many, or too long ones, to look for words in each of them. */
  hasMany: boolean;
}

/** Most members have far fewer prompts, and a search reads the texts of all of them, and of nobody else. */
export const FEW_OWN_PROMPTS = 1000;
/** Of their search vectors, as stored: reading a megabyte takes about 4 ms. */
export const FEW_OWN_BYTES = 20_000_000;

/** Rows scanned by support or number before the search index is used: for frequent words they fill the page. */
const HEAD_ROWS = 1000;

/** Relevance as one number: first the rank by where the words occur (higher is better), then the support. Below 2^53. */
const RELEVANCE = "(hit.rank::bigint * 4294967296 + p.upvote_difference + 2147483648)";

const KEY = {
  [PromptOrderField.ID]: "p.id",
  [PromptOrderField.SHARED_AT]: "p.shared_at",
  [PromptOrderField.UPVOTE_DIFFERENCE]: "p.upvote_difference",
  [PromptOrderField.RELEVANCE]: RELEVANCE,
} as const;

interface PromptOrderOptions {
  orderBy: PromptOrder | null | undefined;
  filter: PromptFilter;
  /** When neither a sort is given nor words. */
  fallback?: PromptOrderField;
  /** Whether each prompt of the list was shared by a member. */
  isShared: boolean;
}

/** @throws BAD_USER_INPUT for RELEVANCE without a search query, and for SHARED_AT of prompts that were never shared */
export function promptOrder({
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
  const key = sort === PromptOrderField.SHARED_AT ? "time" : "integer";
  return { sort, direction: orderBy?.direction ?? "DESC", key };
}

/** @throws BAD_USER_INPUT for a filter that exceeds its limits. */
export function checkFilter(filter: PromptFilter): void {
  if (filter.query != null && isLongerThan(filter.query, LIMITS.searchQuery))
    throw badInputError(`"query" may have at most ${String(LIMITS.searchQuery)} characters.`, "filter.query");
  if ((filter.tags?.length ?? 0) > LIMITS.filterTags) {
    throw badInputError(`"tags" may have at most ${String(LIMITS.filterTags)} entries.`, "filter.tags");
  }
}

export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * The listed texts that match a search; `search` is the CTE of `searchCte`. "is true" hides the locale condition from the planner, which
 * would otherwise scan the whole primary key for it (15 ms at 200,000 prompts) in addition to the search index (0.05 ms).
 */
const MATCHING_TEXTS = matchingTexts("t.search");
/** Texts with all the words in the title, or in title and remark. Each has its own index. */
const MATCHING_TITLES = matchingTexts("ts_filter(t.head, '{a}')");
const MATCHING_HEADS = matchingTexts("t.head");

function matchingTexts(vector: string): string {
  return `search join prompt_search t on (t.locale = any(search.locales)) is true and ${vector} @@ search.anywhere`;
}

/**
 * The member's texts that match a search. Of few prompts, those in the CTE `own`, each text is read (OFFSET keeps the planner from the
 * index, which has the words of all members); of many, those in an index of authors and words (OFFSET keeps it from looking up
 * the author alone there, and reading every text).
 */
function ownMatchingTexts({ id, hasMany }: PromptOwner, bind: Parameters["bind"]): string {
  return hasMany
    ? `search
        join lateral (select * from prompt_text where author_id = ${bind(id)}::bigint and prompt_text.search @@ search.anywhere offset 0) t
          on t.locale = any(search.locales)`
    : `search cross join own
        join lateral (select * from prompt_text where prompt_id = own.id offset 0) t
          on t.locale = any(search.locales) and t.search @@ search.anywhere`;
}

/** The statement that reads a page's rows with the texts to show and their authors. */
export function pageStatement(list: PromptList, window: PageWindow, sort: PromptOrderField): Statement {
  const parameters = new Parameters();
  const { bind } = parameters;
  const locale = `${bind(list.locale)}::text`;
  const search = searchCte(list, bind);
  const visible = visibility(list, bind);
  const where = conditions(list, visible, bind);
  const key = KEY[sort];
  const page: PageParts = {
    visible,
    where,
    origin: originConditions(list.filter),
    keyset: keysetConditions(window, key, "p.id", bind),
    order: keysetOrder(window, key, "p.id"),
    limit: String(window.limit),
    fromTop: (window.order.direction === "DESC") !== window.backward,
  };
  const ctes = search
    ? [search, searchPage(list, page, sort, locale, bind)]
    : [`page as materialized (${listedPage(list, page, bind)})`];
  const outerKey = sort === PromptOrderField.RELEVANCE ? "p.relevance" : key;
  const text = `with ${ctes.join(", ")}
    select ${PROMPT_COLUMNS}${sort === PromptOrderField.RELEVANCE ? ", p.relevance" : ""},
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
  const where = conditions(list, visibility(list, parameters.bind), parameters.bind);
  const prompts = `prompt p where ${all(...where)}`;
  const matches = `in (select t.prompt_id from ${MATCHING_TEXTS})`;
  const { values } = parameters;
  if (!search) return { text: `select count(*)::int as count from ${prompts}`, values };
  if (!list.owner)
    return { text: `with ${search} select count(*)::int as count from ${prompts} and p.id ${matches}`, values };
  // Materialized, so that the matching texts are joined by hash, and not looked up one by one.
  const own = `with ${search}, own as materialized (select p.id from ${prompts})`;
  const found = ownMatchingTexts(list.owner, parameters.bind);
  const text = `${own} select count(distinct t.prompt_id)::int as count from ${found} where t.prompt_id in (select id from own)`;
  return { text, values };
}

interface PageParts {
  visible: string[];
  /** Includes `visible`. */
  where: string[];
  /** The part of `where` that filters by origin. */
  origin: string[];
  keyset: string[];
  order: string;
  limit: string;
  /** Whether the page is read from the largest key down. */
  fromTop: boolean;
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

function searchPage(
  { owner }: PromptList,
  page: PageParts,
  sort: PromptOrderField,
  locale: string,
  bind: Parameters["bind"],
): string {
  if (owner) return ownSearchPage(page, ownMatchingTexts(owner, bind), locale);
  return sort === PromptOrderField.RELEVANCE ? relevantPage(page, locale) : searchedPage(page);
}

/** Every match is ranked. */
function ownSearchPage({ visible, where, keyset, order, limit }: PageParts, matching: string, locale: string): string {
  // OFFSET 0: each vector is decompressed only once.
  return `own as materialized (select p.id from prompt p where ${all(...visible)}),
    hit as materialized (
      select prompt_id, max(${searchRankSql("t.vector", "t")} * 2 + (t.locale = ${locale})::int) as rank
      from (
        select t.prompt_id, t.locale, ts_filter(t.search, '{a,b}') as vector, search.head, search.title, search.exact
        from ${matching} offset 0
      ) t group by prompt_id
    ), page as materialized (
      select p.*, ${RELEVANCE} as relevance from hit join prompt p on p.id = hit.prompt_id
      where ${all(...where, ...keyset)} order by ${order} limit ${limit}
    )`;
}

/**
 * A frequent word occurs in more texts than can be ranked in time (0.7 s for 68,000), but in few titles. So, when read from the
 * top, titles are searched first; if they do not fill the page, titles and remarks; and only then everything.
 */
function relevantPage({ where, keyset, order, limit, fromTop }: PageParts, locale: string): string {
  const page = (hits: string, ...more: string[]) =>
    `select p.*, ${RELEVANCE} as relevance from ${hits} hit join prompt p on p.id = hit.prompt_id
      where ${all(...where, ...keyset, ...more)} order by ${order} limit ${limit}`;
  if (!fromTop) {
    return `head_hit as materialized (${rankedHits(MATCHING_HEADS, locale)}), any_hit as materialized (${anyHits(locale)}),
      page as materialized (${page("any_hit")})`;
  }
  const unfilled = (stage: string) => `(select count(*) from ${stage}) < ${limit}`;
  const noTitles = unfilled("titles");
  const noHeads = all(noTitles, unfilled("heads"));
  return `title_hit as materialized (${rankedHits(MATCHING_TITLES, locale)}),
    titles as materialized (${page("title_hit")}),
    head_hit as materialized (${rankedHits(MATCHING_HEADS, locale, noTitles)}),
    heads as materialized (${page("head_hit", noTitles)}),
    any_hit as materialized (${anyHits(locale, noHeads)}),
    page as materialized (
      select * from titles where not ${noTitles}
      union all select * from heads where ${noTitles} and not ${unfilled("heads")}
      union all (${page("any_hit", noHeads)})
    )`;
}

/** The prompts of matching texts, ranked by where the words occur in the best text. */
function rankedHits(matching: string, locale: string, ...conditions: string[]): string {
  // At equal rank, the reader's own language beats English.
  return `select t.prompt_id, max(${searchRankSql("t.head", "search")} * 2 + (t.locale = ${locale})::int) as rank
    from ${matching}${where(conditions)} group by t.prompt_id`;
}

/** All matching prompts. The higher ranks come from `head_hit`. */
function anyHits(locale: string, ...conditions: string[]): string {
  return `select prompt_id, max(rank) as rank
    from (
      select prompt_id, rank from head_hit
      union all select t.prompt_id, (t.locale = ${locale})::int from ${MATCHING_TEXTS}${where(conditions)}
    ) hit group by prompt_id`;
}

function where(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${all(...conditions)}` : "";
}

/**
 * Sorted by support or number, a frequent word fills the page from the first rows of that order's index. A rare word hardly ever
 * does, and PostgreSQL would scan the whole index. So the head of the order is scanned first, and the search index is used only
 * if that did not fill the page.
 */
function searchedPage({ visible, where, origin, keyset, order, limit }: PageParts): string {
  return `head as materialized (
      select p.* from (select p.* from prompt p where ${all(...visible, ...origin, ...keyset)} order by ${order} limit ${String(HEAD_ROWS)}) p
      where ${all(...where, `exists (select 1 from ${MATCHING_TEXTS} where t.prompt_id = p.id)`)}
      order by ${order} limit ${limit}
    ), rest as materialized (
      select p.* from prompt p
      where ${all(...where, ...keyset, `p.id in (select t.prompt_id from ${MATCHING_TEXTS})`, `(select count(*) from head) < ${limit}`)}
      order by ${order} limit ${limit}
    ), page as materialized (
      select * from head where (select count(*) from head) = ${limit} union all select * from rest
    )`;
}

/** Null without a search query. A query without searchable words (only signs or emoji) matches nothing. */
function searchCte({ locale, filter }: PromptList, bind: Parameters["bind"]): string | null {
  if (!isSearching(filter)) return null;
  const parts = searchQuery(filter.query ?? "", locale, filter.language ?? undefined) ?? [];
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
function visibility({ owner }: PromptList, bind: Parameters["bind"]): string[] {
  return owner ? [`p.author_id = ${bind(owner.id)}::bigint`, "p.deleted_at is null"] : ["p.listed"];
}

function conditions({ filter, tags, authorIds }: PromptList, visible: readonly string[], bind: Parameters["bind"]) {
  const result = [...visible];
  if (filter.tags && filter.tags.length > 0) {
    const ids = filter.tags.flatMap((slug) => tags.bySlug(slug)?.id ?? []);
    const every = filter.tagMatch === TagMatch.ALL;
    // No prompt has a tag that does not exist, but the planner does not know that.
    const impossible = every ? ids.length < filter.tags.length : ids.length === 0;
    result.push(impossible ? "false" : `p.tag_ids ${every ? "@>" : "&&"} ${bind(ids)}::int[]`);
  }
  result.push(...originConditions(filter));
  if (filter.author != null) {
    const key = usernameKey(filter.author);
    result.push(
      key === undefined
        ? "false"
        : `p.author_id = (select id from user_account where username_key = ${bind(key)}::text)`,
    );
  }
  if (authorIds) result.push("p.author_id = author.id");
  result.push(...languageConditions(filter));
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
function languageConditions({ language }: PromptFilter): string[] {
  const condition = language && IN_LANGUAGE.get(language);
  return condition ? [condition] : [];
}

function all(...parts: string[]): string {
  return parts.join(" and ");
}
