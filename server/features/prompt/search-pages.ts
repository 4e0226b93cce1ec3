import { scoredTextsSql, searchRankSql, type SearchCorpus, TOP_RANK } from "../../platform/search";

/** The SQL of searches: CTEs, of which `page` has a page's rows with their relevance. They read the CTEs `search` and `term`. */

/** ALL: every word. CLOSEST: also what has most of them, the rarer words counting more. */
export type SearchMode = "ALL" | "CLOSEST";

/** Where ALL finds less, CLOSEST may find more. */
export const LITTLE = 5;

/** What has less than this share of the best score is no answer. */
const CUT = 0.05;
/** Texts with all words are above all others. */
const COMPLETE = 1_000_000;

/** Rows scanned by support or number before the search index is used: for frequent words they fill the page. */
const HEAD_ROWS = 1000;
/** Up to this share of all texts, the head hardly ever fills a page. */
const RARE = 0.02;
/** Up to this one it never does, and is not read. */
const VERY_RARE = 0.01;

/**
 * Relevance as one number: first the rank by the words (higher is better, below 2^21), then the support. Below 2^53.
 */
export const RELEVANCE = "(hit.rank::bigint * 4294967296 + p.upvote_difference + 2147483648)";

/** The rank and the support of a relevance. */
export function relevanceParts(relevance: number): { rank: number; support: number } {
  const rank = Math.floor(relevance / 2 ** 32);
  return { rank, support: relevance - rank * 2 ** 32 - 2 ** 31 };
}

export interface PageParts {
  visible: string[];
  /** Includes `visible`. */
  where: string[];
  /** The part of `where` that filters by origin and author, for which the indexes of the orders are made. */
  walked: string[];
  /** SQL of the number of the author of all prompts of the list; null if they are anybody's. */
  author: string | null;
  keyset: string[];
  order: string;
  limit: string;
  /** Whether the page is read from the largest key down. */
  fromTop: boolean;
  /** Beyond which support the page begins, if what precedes it is of the top rank; null if that comes before the page. */
  topKeyset(): string[] | null;
}

/**
 * The listed texts that match a search; `search` is the CTE of `searchCte`. "is true" hides the locale condition from the planner, which
 * would otherwise scan the whole primary key for it (15 ms at 200,000 prompts) in addition to the search index (0.05 ms).
 */
export const MATCHING_TEXTS = matchingTexts("t.search");
/** Texts with all the words in the title, or in what is not the content. Each has its own index. */
const MATCHING_TITLES = matchingTexts("ts_filter(t.head, '{a}')");
const MATCHING_HEADS = matchingTexts("t.head");

function matchingTexts(vector: string): string {
  return `search join prompt_search t on (t.locale = any(search.locales)) is true and ${vector} @@ search.anywhere`;
}

/** The newest prompts of a member, of which a search reads each text. */
export const SEARCHED_OWN_PROMPTS = 1000;

/** CTE `own`. @param visible which prompts are the member's */
export function ownPrompts(visible: readonly string[]): string {
  return `own as materialized (select p.id from prompt p where ${all(...visible)} order by p.id desc limit ${String(SEARCHED_OWN_PROMPTS)})`;
}

/** The texts of `own` that match a search. OFFSET keeps the planner from the index, which has the words of all members. */
export const OWN_MATCHING_TEXTS = `search cross join own
        join lateral (select * from prompt_text where prompt_id = own.id offset 0) t
          on t.locale = any(search.locales) and t.search @@ search.anywhere`;

/** OFFSET 0: each vector is decompressed only once. */
export function ownSearchPage({ visible, where, keyset, order, limit }: PageParts, locale: string): string {
  return `${ownPrompts(visible)}, hit as materialized (
      select prompt_id, max(${searchRankSql("t.vector", "t")} * 2 + (t.locale = ${locale})::int) as rank
      from (
        select t.prompt_id, t.locale, ts_filter(t.search, '{a,b,d}') as vector, search.head, search.title, search.exact
        from ${OWN_MATCHING_TEXTS} offset 0
      ) t group by prompt_id
    ), page as materialized (
      select p.*, ${RELEVANCE} as relevance from hit join prompt p on p.id = hit.prompt_id
      where ${all(...where, ...keyset)} order by ${order} limit ${limit}
    )`;
}

/**
 * The prompts that have all words, and those that have most, each with its score, of the whole library or of those that come into
 * question. `found` has those that the filters leave, `reading` how they were read: how many have all words, and the mode.
 * @param mode the mode of the pages before; null if this is the first
 */
export function scoredHits(
  { where }: Pick<PageParts, "where">,
  corpus: SearchCorpus,
  locale: string,
  mode: string,
): string {
  return `${scoredTextsSql("term", corpus)},
    hit as materialized (
      select prompt_id, bool_or(is_complete) as is_complete, round(max(points))::int as points,
        max(points + is_complete::int * ${String(COMPLETE)})::int as rank
      from (
        select prompt_id, is_complete,
          round(score * case when locale = ${locale} then 1 else ${String(OTHER_LANGUAGE)} end * ${String(COMPLETE - 1)}) as points
        from scored_text
      ) text group by prompt_id
    ), found as materialized (
      select hit.* from hit join prompt p on p.id = hit.prompt_id where ${all(...where)}
    ), reading as materialized (
      select complete_count, floor,
        coalesce(${mode}, case when complete_count >= ${String(LITTLE)} or closest_count = 0 then 'ALL' else 'CLOSEST' end) as mode
      from (
        select floor, count(*) filter (where is_complete) as complete_count,
          count(*) filter (where not is_complete and points >= floor) as closest_count
        from (select coalesce(max(points), 0) * ${String(CUT)} as floor from found) best left join found on true group by floor
      ) counted
    )`;
}

/** A match in the reader's language comes before an equal one in another. */
const OTHER_LANGUAGE = 0.85;

/** What of `found` the list has. */
export const FOUND = `found hit cross join reading`;
export const IS_FOUND = `(hit.is_complete or (reading.mode = 'CLOSEST' and hit.points >= reading.floor))`;

export function scoredPage(page: PageParts, corpus: SearchCorpus, locale: string, mode: string): string {
  const { keyset, order, limit } = page;
  return `${scoredHits(page, corpus, locale, mode)}, page as materialized (
      select p.*, ${RELEVANCE} as relevance, reading.mode, reading.complete_count::int
      from ${FOUND} join prompt p on p.id = hit.prompt_id
      where ${all(IS_FOUND, ...keyset)} order by ${order} limit ${limit}
    )`;
}

/**
 * A frequent word occurs in more texts than can be ranked in time (0.7 s for 68,000), but in few titles. So, when read from the
 * top, the first prompts by support are searched for titles of the top rank; then titles; if they do not fill the page, titles and
 * what else is not content; and only then everything.
 */
export function relevantPage(parts: PageParts, locale: string): string {
  const { where, keyset, order, limit, fromTop, author } = parts;
  const page = (hits: string, ...more: string[]) =>
    `select p.*, ${RELEVANCE} as relevance from ${hits} hit join prompt p on p.id = hit.prompt_id
      where ${all(...where, ...keyset, ...more)} order by ${order} limit ${limit}`;
  const byAuthor = author === null ? [] : [HAS_FEW];
  const byIndex = author === null ? [] : [`not ${HAS_FEW}`];
  const few = (...conditions: string[]) =>
    author === null
      ? ""
      : `${fewTexts(author)},
    few_hit as materialized (${rankedHits(authorsMatchingTexts(parts), locale, ...conditions, ...byAuthor)}),`;
  if (!fromTop) {
    return `${few()} head_hit as materialized (${rankedHits(MATCHING_HEADS, locale, ...byIndex)}),
      any_hit as materialized (${anyHits(locale, ...byIndex)}${author === null ? "" : " union all select * from few_hit"}),
      page as materialized (${page("any_hit")})`;
  }
  const unfilled = (stage: string) => `(select count(*) from ${stage}) < ${limit}`;
  const noTop = unfilled("top");
  const noTitles = all(noTop, unfilled("titles"));
  const noHeads = all(noTitles, unfilled("heads"));
  return `top as materialized (${topOfPage(parts, locale)}), ${few(noTop)}
    title_hit as materialized (${rankedHits(MATCHING_TITLES, locale, noTop, ...byIndex)}),
    titles as materialized (${page("title_hit", noTop)}),
    head_hit as materialized (${rankedHits(MATCHING_HEADS, locale, noTitles, ...byIndex)}),
    heads as materialized (${page("head_hit", noTitles)}),
    any_hit as materialized (${anyHits(locale, noHeads, ...byIndex)}),
    page as materialized (
      select * from top where not ${noTop}
      union all select * from titles where ${noTop} and not ${unfilled("titles")}
      union all select * from heads where ${noTitles} and not ${unfilled("heads")}
      union all (${page("any_hit", noHeads)})${author === null ? "" : `\n      union all (${page("few_hit", noTop)})`}
    )`;
}

/**
 * The first prompts by support that have the words next to each other in the title, in the reader's language: they have the top rank.
 */
function topOfPage(parts: PageParts, locale: string): string {
  const { visible, where, walked, limit } = parts;
  const topKeyset = parts.topKeyset();
  if (!topKeyset) return `select p.*, 0::bigint as relevance from prompt p where false`;
  // Without what the scan has looked at already, it is by the index alone.
  const others = where.filter((condition) => ![...visible, ...walked].includes(condition));
  return `select p.*, ${RELEVANCE.replace("hit.rank", String(TOP_RANK))} as relevance from (
        select p.id from (
          select p.* from prompt p where ${all(...visible, ...walked, ...topKeyset)}
          order by p.upvote_difference desc, p.id desc limit ${topRows(limit)}
        ) p where ${all(
          ...others,
          `exists (
            select 1 from search join prompt_search t on t.prompt_id = p.id and t.locale = ${locale} and t.locale = any(search.locales)
            where t.head @@ search.exact
          )`,
        )} order by p.upvote_difference desc, p.id desc limit ${limit}
      ) first join prompt p on p.id = first.id`;
}

/**
 * Of one author's prompts each text is read if they are fewer than the texts of everybody that the index finds: of a frequent word those
 * are a third of all.
 */
function fewTexts(author: string): string {
  return `authored as materialized (
      select coalesce((select prompt_count from user_account where id = ${author}), 0)
        <= coalesce((select max(search_estimate(anywhere)) from search), 0) as has_few
    )`;
}

const HAS_FEW = "(select has_few from authored)";

/** OFFSET keeps the planner from the index of everybody's words. */
function authorsMatchingTexts({ visible, walked }: PageParts): string {
  return `search cross join (select p.id from prompt p where ${all(...visible, ...walked)} offset 0) by_author
    join lateral (select * from prompt_search where prompt_id = by_author.id offset 0) t
      on t.locale = any(search.locales) and t.search @@ search.anywhere`;
}

/**
 * How many rows to scan by support for titles of the top rank: enough for a page of them on average, even if only half of the estimated
 * titles count, which has each word in two forms; and twice that. None if the titles are so rare that reading all of them takes less.
 */
function topRows(limit: string): string {
  return `(select case when titles * titles > ${limit} * texts then ceil(4 * ${limit} * texts / titles) else 0 end::bigint from (
      select titles, greatest(titles, (select reltuples from pg_class where oid = 'prompt_search'::regclass)) as texts
      from (select max(search_title_estimate(title)) as titles from search) counted
    ) estimated)`;
}

/** The prompts of matching texts, ranked by where the words occur in the best text. */
function rankedHits(matching: string, locale: string, ...conditions: string[]): string {
  // At equal rank, the reader's own language beats English.
  return `select t.prompt_id, max(${searchRankSql("t.head", "search")} * 2 + (t.locale = ${locale})::int) as rank
    from ${matching}${whereSql(conditions)} group by t.prompt_id`;
}

/** All matching prompts. The higher ranks come from `head_hit`. */
function anyHits(locale: string, ...conditions: string[]): string {
  return `select prompt_id, max(rank) as rank
    from (
      select prompt_id, rank from head_hit
      union all select t.prompt_id, (t.locale = ${locale})::int from ${MATCHING_TEXTS}${whereSql(conditions)}
    ) hit group by prompt_id`;
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` where ${all(...conditions)}` : "";
}

/**
 * Sorted by support or number, a frequent word fills the page from the first rows of that order's index. A rare word hardly ever
 * does, and PostgreSQL would scan the whole index. So the head of the order is scanned first, and the search index is used only
 * if that did not fill the page. Of a rare word all texts are read, on their own: among a million prompts PostgreSQL, which does not know
 * how rare it is, would walk the order's index after all (5 s). Of a frequent one it depends on the filters.
 */
export function searchedPage(parts: PageParts): string {
  const { visible, where, walked, keyset, order, limit, author } = parts;
  const isUnfilled = `(select count(*) from head) < ${limit}`;
  const isRare = "(select is_rare from rarity)";
  const byIndex = author === null ? [isUnfilled] : [isUnfilled, `not ${HAS_FEW}`];
  const byAuthor =
    author === null
      ? ""
      : ` union select t.prompt_id from ${authorsMatchingTexts(parts)} where ${all(isUnfilled, HAS_FEW)}`;
  return `rarity as materialized (
      select texts <= ${String(RARE)} * everything as is_rare, texts <= ${String(VERY_RARE)} * everything as is_very_rare from (
        select coalesce(max(search_estimate(anywhere)), 0) as texts,
          (select reltuples from pg_class where oid = 'prompt_search'::regclass) as everything
        from search
      ) estimated
    ), ${author === null ? "" : `${fewTexts(author)}, `}head as materialized (
      select p.* from (
        select p.* from prompt p where ${all(...visible, ...walked, ...keyset, "not (select is_very_rare from rarity)")}
        order by ${order} limit ${String(HEAD_ROWS)}
      ) p
      where ${all(...where, `exists (select 1 from ${MATCHING_TEXTS} where t.prompt_id = p.id)`)}
      order by ${order} limit ${limit}
    ), match as materialized (
      select distinct t.prompt_id from ${MATCHING_TEXTS} where ${all(...byIndex, isRare)}${byAuthor}
    ), rest as materialized (
      (select p.* from match join prompt p on p.id = match.prompt_id
        where ${all(...where, ...keyset)} order by ${order} limit ${limit})
      union all
      (select p.* from prompt p
        where ${all(...where, ...keyset, `p.id in (select t.prompt_id from ${MATCHING_TEXTS})`, ...byIndex, `not ${isRare}`)}
        order by ${order} limit ${limit})
    ), page as materialized (
      select * from head where (select count(*) from head) = ${limit} union all select * from rest
    )`;
}

function all(...parts: string[]): string {
  return parts.join(" and ");
}
