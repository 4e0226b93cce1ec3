import { FIRST_CHARACTER, FIRST_HINT, MAX_QUERY_TERMS } from "./search-query";

/** LIBRARY: all of its texts that have a word are scored. ALL: of the public texts, those that come into question. */
export type SearchCorpus = "LIBRARY" | "ALL";

/** How much a word counts, by where it is: in the content in any case. */
const FIELDS = { title: 1.5, remark: 0.4, hidden: 0.9, content: 0.15 };
const FIELDS_SUM = Object.values(FIELDS).reduce((sum, weight) => sum + weight);
const FIELD_SQL = `(((t.head @@ term.title)::int * ${String(FIELDS.title)} + (t.head @@ term.remark)::int * ${String(FIELDS.remark)}
  + (t.head @@ term.hidden)::int * ${String(FIELDS.hidden)} + ${String(FIELDS.content)}) / ${String(FIELDS_SUM)})`;

/** Above this share of all texts, or this many, a word finds too many to be looked at one by one. */
const FREQUENT_TEXTS = 2000;
/** Texts looked at for each word, and for each word left out. */
const CANDIDATES = 400;
/** For all words of a language: fewer for each of more than eight words. */
const CANDIDATES_OF_ALL = 8 * CANDIDATES;

/**
 * Texts with some of a query's words, each scored from 0 to 1 by how much of the query it has: rare words count more, and words in the
 * title more than in the content. CTEs, the last of which is
 * scored_text (prompt_id int, locale text, score float8, is_complete boolean).
 * @param term the name of the CTE that reads `searchTermsSql`
 */
export function scoredTextsSql(term: string, corpus: SearchCorpus): string {
  return `${corpus === "LIBRARY" ? libraryMatches(term) : publicMatches(term)}, word_weight as materialized (
      select locale, word, max(size) as size, ln(1 + (max(texts) - sum(df) + 0.5) / (sum(df) + 0.5)) as idf
      from counted group by locale, word
    ), query_weight as materialized (
      select locale, max(size) as size, sum(idf) as idf from word_weight where word < ${String(FIRST_HINT)} group by locale
    ), scored_text as materialized (
      select prompt_id, locale, is_complete,
        (words + case when is_complete then 0 else coalesce(characters, 0) end) / idf as score
      from (
        select m.prompt_id, m.locale, max(q.idf) as idf, count(*) filter (where m.is_whole) = max(q.size) as is_complete,
          coalesce(sum(w.idf * m.score) filter (where m.word < ${String(FIRST_CHARACTER)}), 0) as words,
          sum(w.idf * m.score) filter (where m.word >= ${String(FIRST_CHARACTER)}) as characters
        from text_match m join word_weight w using (locale, word) join query_weight q using (locale)
        group by m.prompt_id, m.locale
      ) summed
    )`;
}

/** All texts of the library that have a word: a few hundred for each language. */
function libraryMatches(term: string): string {
  return `text_match as materialized (
      select t.prompt_id, t.locale, t.word, max(t.factor * t.field) as score, bool_or(t.whole) as is_whole
      from (
        select term.word, term.factor, term.whole, t.prompt_id, t.locale, t.field
        from ${term} term cross join lateral (
          select t.prompt_id, t.locale, ${FIELD_SQL} as field from prompt_search t
          where t.library and t.search @@ term.anywhere and (t.locale = term.locale) is true offset 0
        ) t
      ) t group by t.prompt_id, t.locale, t.word
    ), counted as materialized (
      select term.locale, term.word, term.size, library.texts, count(m.prompt_id) as df
      from (select distinct locale, word, size from ${term}) term
      join lateral (
        select count(*) as texts from prompt p where p.listed and p.origin = 'LIBRARY' and p.languages @> array[term.locale]
      ) library on true
      left join text_match m using (locale, word)
      group by term.locale, term.word, term.size, library.texts
    )`;
}

/**
 * Candidates are the first texts with each word that is not frequent, and those that have all words but one: where languages have the same
 * words, they are looked for once. OFFSET 0: each vector is decompressed once, and not for every term.
 */
function publicMatches(term: string): string {
  return `sized_term as materialized (
      select term.*, search_estimate(anywhere) as df from ${term} term
      where word < ${String(FIRST_HINT)} limit ${String(MAX_QUERY_TERMS)}
    ), counted as materialized (
      select locale, word, max(size) as size, max(df) as df,
        greatest((select reltuples from pg_class where oid = 'prompt_search'::regclass), max(df)) as texts
      from sized_term where whole group by locale, word
    ), nearly_term as materialized (
      select array_agg(distinct locale) as locales, max(size) as size, nearly as anywhere from ${term} term
      where nearly is not null group by nearly
    ), candidate as materialized (
      select distinct locale, prompt_id from (
        select term.locale, t.prompt_id from sized_term term cross join lateral (
          select t.prompt_id from prompt_search t where t.search @@ term.anywhere and (t.locale = term.locale) is true
          limit least(${String(CANDIDATES)}, ${String(CANDIDATES_OF_ALL)} / term.size)
        ) t where term.df < ${String(FREQUENT_TEXTS)}
        union all
        select t.locale, t.prompt_id from nearly_term term cross join lateral (
          select t.locale, t.prompt_id from prompt_search t
          where t.search @@ term.anywhere and (t.locale = any(term.locales)) is true
          limit least(${String(CANDIDATES)} * term.size, ${String(CANDIDATES_OF_ALL)})
        ) t
      ) found
    ), text_match as materialized (
      select t.prompt_id, t.locale, m.word, max(m.score) as score, bool_or(m.whole) as is_whole
      from (
        select t.prompt_id, t.locale, ts_filter(t.search, '{a,b,c,d}') as search, ts_filter(t.head, '{a,b,c,d}') as head
        from candidate c join prompt_search t on t.prompt_id = c.prompt_id and t.locale = c.locale offset 0
      ) t cross join lateral (
        select term.word, term.whole, term.factor * ${FIELD_SQL} as score
        from sized_term term where term.locale = t.locale and t.search @@ term.anywhere offset 0
      ) m group by t.prompt_id, t.locale, m.word
    )`;
}
