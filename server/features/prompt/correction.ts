import type { DataSource } from "typeorm";
import { CORRECTABLE, fold, nearestWord, searchQuery } from "../../platform/search";
import type { PromptList } from "./prompt-list.reader";
import { PromptOriginEnum } from "./prompt.type";
import { publicWords } from "./public-words";

const MAX_UNKNOWN = 4;

/**
 * What may be meant by the words of a query that no prompt of the list has, neither in the reader's language nor in English: the nearest
 * words that are in some. Of what is not public nothing shows, not even for the time until the vocabulary is made anew.
 * @returns the corrections by the words as typed
 */
export async function correctionsOf(
  dataSource: DataSource,
  { locale, filter }: PromptList,
  query: string,
): Promise<ReadonlyMap<string, string>> {
  const corrections = new Map<string, string>();
  const parts = searchQuery(query, locale, filter.locale ?? undefined);
  if (!parts) return corrections;
  const known = publicWords(dataSource, filter.origin === PromptOriginEnum.LIBRARY);
  const typed = new Map([...query.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => [fold(word), word]));
  const words = (await known.unknown(parts))
    .filter((text) => CORRECTABLE.test(text) && typed.has(text))
    .slice(0, MAX_UNKNOWN);
  if (words.length === 0) return corrections;
  const locales = parts.map((part) => part.locale);
  const near = await known.near(words, locales);
  await Promise.all(
    words.map(async (word) => {
      const better = nearestWord(word, near.get(word) ?? []);
      const written = better === undefined ? undefined : await known.written(better, locales);
      if (written !== undefined) corrections.set(typed.get(word) ?? word, written);
    }),
  );
  return corrections;
}
