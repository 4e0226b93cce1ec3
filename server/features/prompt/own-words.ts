import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import { isWordSql, searchTermsSql, writtenForm } from "../../platform/search";
import type { KnownWords } from "./known-words";
import type { PromptOwner } from "./search-pages";

/** The newest, of which the words are read one by one: most members have fewer. */
const MAX_PROMPTS = 500;
/** Of their search vectors, as stored. */
const MAX_BYTES = 2_000_000;

interface OwnWord {
  word: string;
  locale: Locale;
  prompt_count: number;
}

/** Those of a member's own prompts, private or not, and of nobody else's. */
export function ownWords(dataSource: DataSource, { id }: PromptOwner): KnownWords {
  return {
    async unknown(query) {
      const rows = await readRows<{ text: string }>(
        dataSource,
        `with term as materialized (select * from ${searchTermsSql("$1::jsonb")} part)
         select text from term where text <> '' group by text having not bool_or(exists (
           select 1 from prompt_text t join prompt p on p.id = t.prompt_id
           where t.author_id = $2::bigint and t.search @@ term.anywhere and t.locale = term.locale and p.deleted_at is null
         ))`,
        [JSON.stringify(query), id],
      );
      return rows.map(({ text }) => text);
    },

    async near(words, locales) {
      const [own, known] = await Promise.all([
        readOwnWords(dataSource, id, locales),
        // What others write in public is no mistake either.
        readRows<{ word: string }>(
          dataSource,
          "select word from search_word where word = any($1::text[]) and locale = any($2::text[])",
          [words, locales],
        ),
      ]);
      const right = new Set([...own, ...known].map(({ word }) => word));
      const near = own.map(({ word, locale, prompt_count: count }) => ({ word, count, isOwn: locale === locales[0] }));
      return new Map(words.map((word) => [word, right.has(word) ? null : near]));
    },

    async written(word, locales) {
      const [row] = await readRows<{ locale: Locale; text: string }>(
        dataSource,
        `select t.locale, concat_ws(E'\\n', t.title, t.remark, t.content) as text
         from prompt_text t join prompt p on p.id = t.prompt_id
         where t.author_id = $3::bigint and t.search @@ quote_literal($1)::tsquery and t.locale = any($2::text[]) and p.deleted_at is null
         limit 1`,
        [word, locales, id],
      );
      return row && (writtenForm(row.text, row.locale, word) ?? word);
    },
  };
}

function readOwnWords(dataSource: DataSource, id: string, locales: readonly Locale[]): Promise<OwnWord[]> {
  return readRows<OwnWord>(
    dataSource,
    `with newest as (
       select t.locale, t.search, sum(pg_column_size(t.search)) over (order by t.prompt_id desc, t.locale) as bytes
       from (
         select id from prompt where author_id = $1::bigint and deleted_at is null order by id desc limit ${String(MAX_PROMPTS)}
       ) own join prompt_text t on t.prompt_id = own.id and t.locale = any($2::text[])
     )
     select lexeme as word, locale, count(*)::int as prompt_count
     from newest, unnest(search) as lexeme (lexeme, positions, weights)
     where bytes <= ${String(MAX_BYTES)} and ${isWordSql}
     group by lexeme, locale`,
    [id, locales],
  );
}
