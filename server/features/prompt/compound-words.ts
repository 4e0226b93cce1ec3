import type { DataSource } from "typeorm";
import { readRows } from "../../platform/database/read-rows";
import { compoundParts, type Compounds, isCompoundOf, possibleParts, searchableWords } from "../../platform/search";

/** Of the words that a word is part of, the most frequent. */
const MAX_COMPOUNDS = 30;
const MAX_WORDS = 12;

/** What German words of a query are made of, and which ones are made of them, as far as public texts have them. */
export async function compoundsOf(dataSource: DataSource, query: string): Promise<Compounds> {
  const words = searchableWords(query, "de").slice(0, MAX_WORDS);
  if (words.length === 0) return new Map();
  const rows = await readRows<{ word: string }>(
    dataSource,
    `select word from search_word where locale = 'de' and word = any($1::text[])
     union all
     (select word from search_word where locale = 'de' and word like any($2::text[]) order by prompt_count desc limit 200)`,
    [words.flatMap(possibleParts), words.flatMap((word) => [`%${word}`, `${word}%`])],
  );
  const known = new Set(rows.map(({ word }) => word));
  return new Map(
    words.map((word) => [
      word,
      {
        parts: compoundParts(word, (part) => known.has(part)),
        compounds: [...known].filter((compound) => isCompoundOf(compound, word)).slice(0, MAX_COMPOUNDS),
      },
    ]),
  );
}
