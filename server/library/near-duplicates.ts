import type { Locale } from "../../contract/locales";
import type { LibraryText } from "./library-files";
import { readableText } from "./readable-text";

/** Above this similarity of word n-grams, two texts say the same. Different prompts are below 0.1. */
const MAX_SHARED_RUNS = 0.35;
const RUN_LENGTH = 4;
/** Maximum similarity of two texts by weighted words, regardless of order. The most similar ones are at 0.29. */
const MAX_SHARED_WORDS = 0.4;
/** Maximum similarity of titles, applied to prompts whose texts are at least `MIN_RELATED` similar. */
const MAX_SHARED_TITLE = 0.7;
const MIN_RELATED = 0.2;

/** A bag of words or n-grams, with the weight of each and their total weight. */
interface Bag {
  weights: ReadonlyMap<string, number>;
  total: number;
}

/** Pairs of prompts that a reader would call the same, by title, wording or subject. */
export function nearDuplicates(locale: Locale, prompts: Readonly<Record<string, LibraryText>>): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const wordsOf = (text: string) =>
    [...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const texts = Object.entries(prompts).map(([id, { title, remark, content }]) => {
    const titleWords = wordsOf(title);
    const words = wordsOf(readableText(content));
    return { id, title: title.toLowerCase(), titleWords, words, all: [...titleWords, ...wordsOf(remark), ...words] };
  });
  const rarity = rarityIn(texts.map(({ all }) => all));
  const runs = similarities(texts.map(({ words }) => bag(runsOf(words), () => 1)));
  const words = similarities(texts.map(({ all }) => bag(all, rarity)));
  const titles = similarities(texts.map(({ titleWords }) => bag(titleWords, rarity)));
  return texts.flatMap((one, index) =>
    texts.slice(0, index).flatMap((other, before) => {
      const pair = `${other.id} and ${one.id}`;
      const share = (of: readonly Float64Array[]) => of[index]?.[before] ?? 0;
      if (one.title === other.title) return [`${pair} have the same title`];
      if (share(runs) > MAX_SHARED_RUNS) return [`${pair} say nearly the same`];
      if (share(words) > MAX_SHARED_WORDS) return [`${pair} mean nearly the same (${share(words).toFixed(2)})`];
      if (share(titles) > MAX_SHARED_TITLE && share(words) > MIN_RELATED)
        return [`${pair} have nearly the same title (${share(titles).toFixed(2)})`];
      return [];
    }),
  );
}

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(1, words.length - RUN_LENGTH + 1))
    .map((_, index) => words.slice(index, index + RUN_LENGTH).join(" "));
}

/** The weight of a word: the fewer texts contain it, the more it weighs. */
function rarityIn(texts: readonly (readonly string[])[]): (word: string) => number {
  const count = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) count.set(word, (count.get(word) ?? 0) + 1);
  return (word) => Math.log((texts.length + 1) / (count.get(word) ?? 1)) ** 2;
}

function bag(words: readonly string[], weigh: (word: string) => number): Bag {
  const weights = new Map(words.map((word) => [word, weigh(word)]));
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return { weights, total };
}

/** Cosine similarity of each bag to those before it: the weight of the common words, normalized by the weights of both bags. */
function similarities(bags: readonly Bag[]): Float64Array[] {
  const containing = new Map<string, number[]>();
  return bags.map(({ weights, total }, index) => {
    const common = new Float64Array(index);
    for (const [word, weight] of weights) {
      const earlier = containing.get(word) ?? [];
      for (const other of earlier) common[other] = (common[other] ?? 0) + weight;
      earlier.push(index);
      containing.set(word, earlier);
    }
    return common.map(
      (shared, other) => shared / Math.max(Number.MIN_VALUE, Math.sqrt(total * (bags[other]?.total ?? 0))),
    );
  });
}
