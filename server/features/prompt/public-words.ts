import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { groupRows } from "../../platform/database/group-rows";
import { readRows } from "../../platform/database/read-rows";
import { type KnownWord, type SearchQuery, searchTermsSql, tolerance, writtenForm } from "../../platform/search";

/** By the planner's estimate. Looking for a frequent word takes longer. */
const SURELY_KNOWN = 5000;
/** Words that have nearly the same letters. */
const MAX_NEAR = 500;

interface NearRow {
  typed: string;
  word: string;
  locale: Locale;
  prompt_count: number;
  known: boolean;
}

/** The words of public prompts, or of the library alone. */
export function publicWords(dataSource: DataSource, inLibrary: boolean) {
  return {
    /** Which words of a query none of the prompts has; folded. */
    async unknown(query: SearchQuery): Promise<string[]> {
      const rows = await readRows<{ text: string }>(
        dataSource,
        `with term as materialized (select * from ${searchTermsSql("$1::jsonb")} part)
         select text from term where text <> '' group by text having not bool_or(${inLibrary ? "" : `search_estimate(term.anywhere) > ${String(SURELY_KNOWN)} or `}exists (
           select 1 from prompt_search t where ${inLibrary ? "t.library and " : ""}t.search @@ term.anywhere and (t.locale = term.locale) is true
         ))`,
        [JSON.stringify(query)],
      );
      return rows.map(({ text }) => text);
    },

    /** Of each word those that may be near. Null if the word is no mistake: only where it is looked for there is none. */
    async near(words: readonly string[], locales: readonly Locale[]): Promise<ReadonlyMap<string, KnownWord[] | null>> {
      const rows = await readRows<NearRow>(
        dataSource,
        `select typed.word as typed, near.*
         from unnest($1::text[], $4::int[]) as typed (word, tolerance) cross join lateral (
           select word, locale, prompt_count, word = typed.word as known from search_word
           where locale = any($2::text[]) and (library or not $3 or word = typed.word)
             and char_length(word) between char_length(typed.word) - tolerance and char_length(typed.word) + tolerance
             and bit_count((letters # search_letters(typed.word))::bit(32)) <= 2 * tolerance
           order by word = typed.word desc, bit_count((letters # search_letters(typed.word))::bit(32)), prompt_count desc
           limit ${String(MAX_NEAR)}
         ) near`,
        [words, locales, inLibrary, words.map(tolerance)],
      );
      const byWord = groupRows(rows, ({ typed }) => typed);
      return new Map(
        words.map((word) => {
          const near = byWord.get(word) ?? [];
          const known = near.map((row) => ({
            word: row.word,
            count: row.prompt_count,
            isOwn: row.locale === locales[0],
          }));
          return [word, near.some((row) => row.known) ? null : known];
        }),
      );
    },

    /** The word as it is written in one of the prompts, with its marks; undefined if none has it any more. */
    async written(word: string, locales: readonly Locale[]): Promise<string | undefined> {
      const [row] = await readRows<{ locale: Locale; text: string }>(
        dataSource,
        `select t.locale, concat_ws(E'\\n', t.title, t.remark, array_to_string(t.search_words, E'\\n'), t.content) as text
         from prompt_search s join prompt_text t using (prompt_id, locale)
         where ${inLibrary ? "s.library and " : ""}s.search @@ quote_literal($1)::tsquery and (s.locale = any($2::text[])) is true limit 1`,
        [word, locales],
      );
      return row && (writtenForm(row.text, row.locale, word) ?? word);
    },
  };
}
