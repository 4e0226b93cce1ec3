import { MAX_QUERY_PARTS } from "./search-query";

/**
 * The SQL of the search. Each function takes SQL (a parameter such as `$3`, or a column) and returns SQL. It never contains
 * values and is always the same, so statements that contain it can be prepared.
 */

/**
 * The tsvector of a text.
 * @param json SQL of type jsonb: a `SearchVector`.
 */
export function searchVectorSql(json: string): string {
  // Stems have three reserved positions at the start (title 1, remark 3, content 5), which are not adjacent to each other
  // or to the first word, so that they never match a phrase. Stems consist of letters: they need no escaping.
  return `(
    (select coalesce(string_agg('''' || stem || ''':' || case weight when 'A' then 1 when 'B' then 3 else 5 end || weight, ' '), '')::tsvector
     from jsonb_to_recordset((${json}) -> 'stems') as stem_group (dictionary text, weight text, words text[]),
       unnest(words) as word, unnest(ts_lexize(dictionary::regdictionary, word)) as stem)
    || ((${json}) ->> 'literal')::tsvector
  )`;
}

/**
 * A query with one row per locale: (locale text, anywhere tsquery, head tsquery, title tsquery, exact tsquery). Use it in
 * a MATERIALIZED CTE, so that stemming happens only once.
 * @param json SQL of type jsonb: a `SearchQuery`.
 */
export function searchQuerySql(json: string): string {
  // The dictionary's stop words have no stem and are used as they are. OFFSET 0 keeps the planner from stemming once per
  // column. LIMIT tells it how few rows there are: with its estimate of 100 it scans the whole table instead of the index
  // (100 ms instead of 0.3 ms for a rare word among 130,000 texts).
  return `(
    select locale,
      format(anywhere, variadic stems)::tsquery as anywhere,
      format(head, variadic stems)::tsquery as head,
      format(title, variadic stems)::tsquery as title,
      format(exact, variadic stems)::tsquery as exact
    from jsonb_to_recordset(${json}) as part
        (locale text, words text[], dictionaries text[], anywhere text, head text, title text, exact text),
      lateral (
        select array(
          select coalesce((ts_lexize(dictionary::regdictionary, word))[1], word)
          from unnest(words, dictionaries) with ordinality as input (word, dictionary, number)
          order by number
        ) as stems
        offset 0
      ) as stemmed
    limit ${String(MAX_QUERY_PARTS)}
  )`;
}

/**
 * How well a text that matches `anywhere` matches: 3 if the words are next to each other in the title, 2 if all are in the
 * title, 1 if all are in title and remark, otherwise 0.
 * @param vector SQL of the text's tsvector. @param query the alias of a row of `searchQuerySql`.
 */
export function searchRankSql(vector: string, query: string): string {
  return `(case when not ${vector} @@ ${query}.head then 0 when not ${vector} @@ ${query}.title then 1
    when not ${vector} @@ ${query}.exact then 2 else 3 end)`;
}
