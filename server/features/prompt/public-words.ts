import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import { searchTermsSql, tolerance, writtenForm } from "../../platform/search";
import type { KnownWords } from "./correction";

/** By the planner's estimate. Looking for a frequent word takes longer. */
const SURELY_KNOWN = 5000;
/** Words that have nearly the same letters. */
const MAX_NEAR = 500;

/** Those of public prompts, or of the library alone. */
export function publicWords(dataSource: DataSource, inLibrary: boolean): KnownWords {
  return {
    async unknown(query) {
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

    async near(word, locales) {
      const rows = await readRows<{ word: string; locale: Locale; prompt_count: number; known: boolean }>(
        dataSource,
        `select word, locale, prompt_count, word = $1 as known from search_word
         where locale = any($2::text[]) and (library or not $3 or word = $1)
           and char_length(word) between char_length($1) - $4::int and char_length($1) + $4::int
           and bit_count((letters # search_letters($1))::bit(32)) <= 2 * $4::int
         order by word = $1 desc, bit_count((letters # search_letters($1))::bit(32)), prompt_count desc limit ${String(MAX_NEAR)}`,
        [word, locales, inLibrary, tolerance(word)],
      );
      if (rows.some(({ known }) => known)) return null;
      return rows.map((row) => ({ word: row.word, count: row.prompt_count, isOwn: row.locale === locales[0] }));
    },

    async written(word, locales) {
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
