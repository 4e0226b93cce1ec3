import type { DataSource } from "typeorm";
import { inTransaction } from "../database/transaction";

/** Of so many texts, a sample has their common words. */
const SAMPLED_TEXTS = 100_000;
/** Of each language the most frequent. */
const MAX_WORDS = 30_000;

/**
 * Whether a lexeme of a search vector, unnested as `lexeme (lexeme, positions, weights)`, is a word that somebody may mean: of letters
 * alone, and no stem, which has the positions that `searchVectorSql` reserves for it.
 */
const isWordSql = `(lexeme ~ '^[[:alpha:]]{4,32}$' and ascii(lexeme) not between 11904 and 55203
  and not exists (select 1 where cardinality(positions) = 1 and (positions[1], weights[1]) in ((1, 'A'), (3, 'B'), (5, 'C'), (7, 'D'))))`;

/**
 * Writes down the words of the public texts, which misspelled ones are corrected to: of the library, and of at least two prompts.
 */
export async function writeVocabulary(connection: { query(sql: string): Promise<unknown> }): Promise<void> {
  await connection.query(
    `with size as (select count(*) as texts from prompt_search),
     text as materialized (
       select prompt_id, locale, library, search from prompt_search, size
       where library or texts <= ${String(SAMPLED_TEXTS)} or hashint4(prompt_id) % (1 + texts / ${String(SAMPLED_TEXTS)}) = 0
     ),
     counted as (
       select locale, lexeme as word, count(*)::int as prompt_count, bool_or(library) as library
       from text, unnest(search) as lexeme (lexeme, positions, weights)
       where ${isWordSql}
       group by locale, lexeme having count(*) > 1 or bool_or(library)
     ),
     ranked as (
       select *, row_number() over (partition by locale order by library desc, prompt_count desc, word) as place from counted
     ),
     kept as (
       insert into search_word (locale, word, prompt_count, library, letters)
       select locale, word, prompt_count, library, search_letters(word) from ranked where place <= ${String(MAX_WORDS)}
       on conflict (locale, word) do update set prompt_count = excluded.prompt_count, library = excluded.library
       where (search_word.prompt_count, search_word.library) is distinct from (excluded.prompt_count, excluded.library)
     )
     delete from search_word old where not exists (
       select 1 from ranked where ranked.locale = old.locale and ranked.word = old.word and place <= ${String(MAX_WORDS)}
     )`,
  );
}

/** It takes longer than a request may. */
export function rebuildVocabulary(dataSource: DataSource): Promise<void> {
  return inTransaction(dataSource, async (manager) => {
    await manager.query("set local statement_timeout = '10min'");
    await writeVocabulary(manager);
  });
}
