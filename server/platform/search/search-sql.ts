import { MAX_QUERY_PARTS } from "./search-query";

/**
 * The SQL of search. Each function takes SQL text (a parameter such as `$3`, or a column) and gives SQL text; no value is ever
 * written into it, and its text never changes, so statements that contain it can be prepared.
 */

/**
 * The tsvector of a text.
 * @param json SQL of type jsonb: a `SearchVector`.
 */
export function searchVectorSql(json: string): string {
  // Stems stand at three places of their own in front (title 1, remark 3, content 5) that are not neighbours of one another
  // nor of the first word, so that no phrase is made of them. Stems consist of letters: they need no escaping.
  return `(
    (select coalesce(string_agg('''' || stem || ''':' || case weight when 'A' then 1 when 'B' then 3 else 5 end || weight, ' '), '')::tsvector
     from jsonb_to_recordset((${json}) -> 'stems') as stem_group (dictionary text, weight text, words text[]),
       unnest(words) as word, unnest(ts_lexize(dictionary::regdictionary, word)) as stem)
    || ((${json}) ->> 'literal')::tsvector
  )`;
}

/**
 * A query with one row a locale: (locale text, anywhere tsquery, head tsquery, title tsquery, exact tsquery). Put it into a
 * CTE that is MATERIALIZED: stemming then happens once.
 * @param json SQL of type jsonb: a `SearchQuery`.
 */
export function searchQuerySql(json: string): string {
  // A stop word of the dictionary has no stem and stands for itself. OFFSET 0 keeps the planner from stemming once a column.
  // The limit tells it how few rows there are: with its guess of 100 it reads the whole table rather than the index
  // (100 ms against 0.3 for a rare word among 130,000 texts).
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
 * How well a text that matches `anywhere` matches: 3 the words side by side in the title, 2 all in the title, 1 all in title
 * and remark, 0 elsewhere.
 * @param vector SQL of the text's tsvector. @param query the alias of a row of `searchQuerySql`.
 */
export function searchRankSql(vector: string, query: string): string {
  return `(case when not ${vector} @@ ${query}.head then 0 when not ${vector} @@ ${query}.title then 1
    when not ${vector} @@ ${query}.exact then 2 else 3 end)`;
}
