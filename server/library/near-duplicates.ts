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
  words: ReadonlySet<string>;
  weigh: (word: string) => number;
  total: number;
}

interface Entry {
  id: string;
  title: string;
  runs: Bag;
  titleWords: Bag;
  words: Bag;
}

/** Pairs of prompts that a reader would call the same, by title, wording or subject. */
export function nearDuplicates(locale: Locale, prompts: Readonly<Record<string, LibraryText>>): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const wordsOf = (text: string) =>
    [...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const texts = Object.entries(prompts).map(([id, { title, remark, content }]) => ({
    id,
    title: title.toLowerCase(),
    titleWords: wordsOf(title),
    remarkWords: wordsOf(remark),
    words: wordsOf(readableText(content)),
  }));
  const rarity = rarityIn(texts.map(({ titleWords, remarkWords, words }) => [...titleWords, ...remarkWords, ...words]));
  const entries = texts.map(({ id, title, titleWords, remarkWords, words }): Entry => ({
    id,
    title,
    runs: bag(runsOf(words), () => 1),
    titleWords: bag(titleWords, rarity),
    words: bag([...titleWords, ...remarkWords, ...words], rarity),
  }));
  return entries.flatMap((one, index) => entries.slice(index + 1).flatMap((other) => duplicateProblems(one, other)));
}

function duplicateProblems(one: Entry, other: Entry): string[] {
  const pair = `${one.id} and ${other.id}`;
  if (one.title === other.title) return [`${pair} have the same title`];
  if (share(one.runs, other.runs) > MAX_SHARED_RUNS) return [`${pair} say nearly the same`];
  const meaning = share(one.words, other.words);
  if (meaning > MAX_SHARED_WORDS) return [`${pair} mean nearly the same (${meaning.toFixed(2)})`];
  const title = share(one.titleWords, other.titleWords);
  if (title > MAX_SHARED_TITLE && meaning > MIN_RELATED)
    return [`${pair} have nearly the same title (${title.toFixed(2)})`];
  return [];
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
  const distinct = new Set(words);
  return { words: distinct, weigh, total: sum(distinct, weigh) };
}

/** Cosine similarity: the weight of the common words, normalized by the weights of both bags. */
function share(one: Bag, other: Bag): number {
  const [few, many] = one.words.size < other.words.size ? [one, other] : [other, one];
  const common = sum(few.words, (word) => (many.words.has(word) ? few.weigh(word) : 0));
  return common / Math.max(Number.MIN_VALUE, Math.sqrt(one.total * other.total));
}

function sum(words: ReadonlySet<string>, weigh: (word: string) => number): number {
  let total = 0;
  for (const word of words) total += weigh(word);
  return total;
}
