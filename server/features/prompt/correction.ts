import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import {
  CORRECTABLE,
  fold,
  nearestWord,
  searchQuery,
  searchTermsSql,
  tolerance,
  writtenForm,
} from "../../platform/search";
import type { PromptList } from "./prompt-list.reader";
import { PromptOriginEnum } from "./prompt.type";

const MAX_UNKNOWN = 4;
/** By the planner's estimate. Looking for a frequent word takes longer. */
const SURELY_KNOWN = 5000;
/** Words that have nearly the same letters. */
const MAX_NEAR = 500;

/**
 * What may be meant by the words of a query that no public prompt has, neither in the reader's language nor in English: the nearest
 * words that are in some. Of what is not public nothing shows, not even for the time until the vocabulary is made anew.
 * @returns the corrections by the words as typed
 */
export async function correctionsOf(
  dataSource: DataSource,
  { locale, filter }: PromptList,
  query: string,
): Promise<ReadonlyMap<string, string>> {
  const corrections = new Map<string, string>();
  const inLibrary = filter.origin === PromptOriginEnum.LIBRARY;
  const parts = searchQuery(query, locale, filter.language ?? undefined);
  if (!parts) return corrections;
  const typed = new Map([...query.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => [fold(word), word]));
  const unknown = await readRows<{ text: string }>(
    dataSource,
    `with term as materialized (select * from ${searchTermsSql("$1::jsonb")} part)
     select text from term where text <> '' group by text having not bool_or(${inLibrary ? "" : `search_estimate(term.anywhere) > ${String(SURELY_KNOWN)} or `}exists (
       select 1 from prompt_search t where ${inLibrary ? "t.library and " : ""}t.search @@ term.anywhere and (t.locale = term.locale) is true
     ))`,
    [JSON.stringify(parts)],
  );
  const words = unknown.map(({ text }) => text).filter((text) => CORRECTABLE.test(text) && typed.has(text));
  const locales = parts.map((part) => part.locale);
  for (const word of words.slice(0, MAX_UNKNOWN)) {
    const better = await nearest(dataSource, word, locales, inLibrary);
    if (better !== undefined) corrections.set(typed.get(word) ?? word, better);
  }
  return corrections;
}

interface NearRow {
  word: string;
  locale: Locale;
  prompt_count: number;
  known: boolean;
}

async function nearest(
  dataSource: DataSource,
  word: string,
  locales: readonly Locale[],
  inLibrary: boolean,
): Promise<string | undefined> {
  const most = tolerance(word);
  const rows = await readRows<NearRow>(
    dataSource,
    `select word, locale, prompt_count, word = $1 as known from search_word
     where locale = any($2::text[]) and (library or not $3 or word = $1)
       and char_length(word) between char_length($1) - $4::int and char_length($1) + $4::int
       and bit_count((letters # search_letters($1))::bit(32)) <= 2 * $4::int
     order by word = $1 desc, bit_count((letters # search_letters($1))::bit(32)), prompt_count desc limit ${String(MAX_NEAR)}`,
    [word, locales, inLibrary, most],
  );
  // Not misspelled: only where it is looked for there is none.
  if (rows.some(({ known }) => known)) return undefined;
  const known = rows.map((row) => ({ word: row.word, count: row.prompt_count, isOwn: row.locale === locales[0] }));
  const better = nearestWord(word, known);
  return better === undefined ? undefined : writtenIn(dataSource, better, locales, inLibrary);
}

/** The word as it is written in a public text, with its marks; undefined if no text has it any more. */
async function writtenIn(
  dataSource: DataSource,
  word: string,
  locales: readonly Locale[],
  inLibrary: boolean,
): Promise<string | undefined> {
  const rows = await readRows<{ locale: Locale; text: string }>(
    dataSource,
    `select t.locale, concat_ws(E'\\n', t.title, t.remark, array_to_string(t.search_words, E'\\n'), t.content) as text
     from prompt_search s join prompt_text t using (prompt_id, locale)
     where ${inLibrary ? "s.library and " : ""}s.search @@ quote_literal($1)::tsquery and (s.locale = any($2::text[])) is true limit 1`,
    [word, locales],
  );
  const [row] = rows;
  return row && (writtenForm(row.text, row.locale, word) ?? word);
}
