import type { Locale } from "../../../contract/locales";
import { fold } from "./fold";
import { simplifyHan } from "./han";
import { FIRST_HINT, type SearchQuery } from "./search-query";
import { searchTermsSql, searchVectorSql } from "./search-sql";
import { searchVector, type SearchVector } from "./search-text";

/** Where a text has words of a query, in UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*[+#]*/gu;
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;
const UNSEPARATED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A word of a text, to be compared with the words of a query by the database, which knows the stems. */
export interface TokenRow {
  locale: Locale;
  token: string;
  vector: SearchVector;
}

/** The words of texts, each once. */
export function tokenRows(texts: readonly { locale: Locale; text: string }[]): TokenRow[] {
  const rows = new Map<string, TokenRow>();
  for (const { locale, text } of texts) {
    for (const [word] of text.matchAll(WORD)) {
      const token = word.toLowerCase();
      const key = `${locale} ${token}`;
      if (rows.has(key) || UNSEPARATED.test(token)) continue;
      rows.set(key, { locale, token, vector: searchVector({ locale, title: token, remark: null, content: "" }) });
    }
  }
  return [...rows.values()];
}

/**
 * Those of the tokens that match a word of the query: (locale text, token text).
 * @param query SQL of type jsonb: a `SearchQuery`. @param tokens SQL of type jsonb: `TokenRow`s.
 */
export function matchingTokensSql(query: string, tokens: string): string {
  return `with term as materialized (select * from ${searchTermsSql(query)} part where word < ${String(FIRST_HINT)}),
    token as materialized (
      select locale, token, ${searchVectorSql("vector")} as vector
      from jsonb_to_recordset(${tokens}) as input (locale text, token text, vector jsonb)
    )
    select distinct token.locale, token.token from token join term on term.locale = token.locale and token.vector @@ term.anywhere`;
}

/** @param matching those of the text's words that match, in lower case */
export function highlightRanges(
  text: string,
  locale: Locale,
  matching: ReadonlySet<string>,
  query: SearchQuery,
): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { 0: word, index } of text.matchAll(WORD))
    if (matching.has(word.toLowerCase())) ranges.push({ start: index, end: index + word.length });
  const runs = query.find((part) => part.locale === locale)?.runs ?? [];
  if (runs.length > 0)
    for (const { 0: run, index } of text.matchAll(RUN)) ranges.push(...rangesInRun(run, index, runs, locale));
  return merged(ranges);
}

/** Character by character, as positions must stay. */
function rangesInRun(run: string, offset: number, words: readonly string[], locale: Locale): TextRange[] {
  const characters = [...run].map((char) => fold(locale === "zh" ? simplifyHan(char) : char).charAt(0) || char);
  if (characters.length !== run.length) return [];
  const folded = characters.join("");
  const ranges: TextRange[] = [];
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      ranges.push({ start: offset + at, end: offset + at + word.length });
  return ranges;
}

/** In order, none touching the next. */
function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
