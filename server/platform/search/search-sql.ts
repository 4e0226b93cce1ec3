import { MAX_QUERY_PARTS, MAX_QUERY_TERMS } from "./search-query";

/**
 * The SQL of the search. Each function takes SQL (a parameter such as `$3`, or a column) and returns SQL. It never contains
 * values and is always the same, so statements that contain it can be prepared.
 */

/**
 * The tsvector of a text.
 * @param json SQL of type jsonb: a `SearchVector`.
 */
export function searchVectorSql(json: string): string {
  // Stems have three reserved positions at the start (title 1, remark 3, content 5, words that are not shown 7), which are not adjacent to each other
  // or to the first word, so that they never match a phrase. Stems consist of letters: they need no escaping.
  return `(
    (select coalesce(string_agg('''' || stem || ''':' || case weight when 'A' then 1 when 'B' then 3 when 'C' then 5 else 7 end || weight, ' '), '')::tsvector
     from jsonb_to_recordset((${json}) -> 'stems') as stem_group (dictionary text, weight text, words text[]),
       unnest(words) as word, unnest(ts_lexize(dictionary::regdictionary, word)) as stem)
    || ((${json}) ->> 'literal')::tsvector
  )`;
}

/** OFFSET 0 keeps the planner from stemming once per column. The dictionary's stop words have no stem and are used as they are. */
const STEMMED = `(
        select array(
          select coalesce((ts_lexize(dictionary::regdictionary, word))[1], word)
          from unnest(words, dictionaries) with ordinality as input (word, dictionary, number)
          order by number
        ) as stems
        offset 0
      )`;

/**
 * A query with one row per locale: (locale text, anywhere tsquery, head tsquery, title tsquery, exact tsquery). Use it in
 * a MATERIALIZED CTE, so that stemming happens only once.
 * @param json SQL of type jsonb: a `SearchQuery`.
 */
export function searchQuerySql(json: string): string {
  // LIMIT tells the planner how few rows there are: with its estimate of 100 it scans the whole table instead of the index
  // (100 ms instead of 0.3 ms for a rare word among 130,000 texts).
  return `(
    select locale,
      format(anywhere, variadic stems)::tsquery as anywhere,
      format(head, variadic stems)::tsquery as head,
      format(title, variadic stems)::tsquery as title,
      format(exact, variadic stems)::tsquery as exact
    from jsonb_to_recordset(${json}) as part
        (locale text, words text[], dictionaries text[], anywhere text, head text, title text, exact text),
      lateral ${STEMMED} as stemmed
    limit ${String(MAX_QUERY_PARTS)}
  )`;
}

/** The best that `searchRankSql` gives in the reader's language, of which there are two for each rank. */
export const TOP_RANK = 7;

/**
 * How well a text that matches `anywhere` matches: 3 if the words are next to each other in the title, 2 if all are in the
 * title, 1 if all are in what is not the content, otherwise 0.
 * @param vector SQL of the text's tsvector. @param query the alias of a row of `searchQuerySql`.
 */
export function searchRankSql(vector: string, query: string): string {
  return `(case when not ${vector} @@ ${query}.head then 0 when not ${vector} @@ ${query}.title then 1
    when not ${vector} @@ ${query}.exact then 2 else 3 end)`;
}

/**
 * The words of a query one by one, in each locale: (locale text, size int, word int, text text, factor float8, whole boolean, anywhere,
 * title, remark and hidden tsquery). Use it in a MATERIALIZED CTE.
 * @param json SQL of type jsonb: a `SearchQuery`.
 */
export function searchTermsSql(json: string): string {
  const query = (column: string) => `format(term.${column}, variadic stems)::tsquery as ${column}`;
  return `(
    select locale, size, format(nearly, variadic stems)::tsquery as nearly, term.word, term.text, term.factor, term.whole,
      ${["anywhere", "title", "remark", "hidden"].map(query).join(", ")}
    from jsonb_to_recordset(${json}) as part (locale text, words text[], dictionaries text[], size int, nearly text, terms jsonb),
      lateral ${STEMMED} as stemmed,
      jsonb_to_recordset(terms)
        as term (word int, text text, factor float8, whole boolean, anywhere text, title text, remark text, hidden text)
    limit ${String(MAX_QUERY_TERMS)}
  )`;
}
