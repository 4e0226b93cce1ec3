import type { Locale } from "../../contract/locales";
import type { LibraryText } from "./library-files";
import { readable } from "./readable";

/** Two texts that share more of their runs of words than this say the same. Different prompts share below 0.1. */
const TOO_ALIKE = 0.35;
const RUN = 4;
/** The same words in another order mean the same: how much of the weight of their words two texts may share; the nearest share 0.29. */
const SAME_MEANING = 0.4;
/** Titles that share more than this of theirs, of prompts that also share some of their texts. */
const SAME_TITLE = 0.7;
const RELATED = 0.2;

/** Words, or runs of them, with the weight of each and of all. */
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

/** Pairs of prompts that a reader would call the same: by their titles, their wording or what they are about. */
export function nearDuplicates(locale: Locale, prompts: Readonly<Record<string, LibraryText>>): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const wordsOf = (text: string) =>
    [...segmenter.segment(text.toLowerCase())].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  const texts = Object.entries(prompts).map(([id, { title, remark, content }]) => ({
    id,
    title: title.toLowerCase(),
    titleWords: wordsOf(title),
    remarkWords: wordsOf(remark),
    words: wordsOf(readable(content)),
  }));
  const rarity = rarityIn(texts.map(({ titleWords, remarkWords, words }) => [...titleWords, ...remarkWords, ...words]));
  const entries = texts.map(({ id, title, titleWords, remarkWords, words }): Entry => ({
    id,
    title,
    runs: bag(runsOf(words), () => 1),
    titleWords: bag(titleWords, rarity),
    words: bag([...titleWords, ...remarkWords, ...words], rarity),
  }));
  return entries.flatMap((one, index) => entries.slice(index + 1).flatMap((other) => alike(one, other)));
}

function alike(one: Entry, other: Entry): string[] {
  const pair = `${one.id} and ${other.id}`;
  if (one.title === other.title) return [`${pair} have the same title`];
  if (share(one.runs, other.runs) > TOO_ALIKE) return [`${pair} say nearly the same`];
  const meaning = share(one.words, other.words);
  if (meaning > SAME_MEANING) return [`${pair} mean nearly the same (${meaning.toFixed(2)})`];
  const title = share(one.titleWords, other.titleWords);
  if (title > SAME_TITLE && meaning > RELATED) return [`${pair} have nearly the same title (${title.toFixed(2)})`];
  return [];
}

function runsOf(words: readonly string[]): string[] {
  return words
    .slice(0, Math.max(1, words.length - RUN + 1))
    .map((_, index) => words.slice(index, index + RUN).join(" "));
}

/** A word weighs more the fewer texts have it. */
function rarityIn(texts: readonly (readonly string[])[]): (word: string) => number {
  const count = new Map<string, number>();
  for (const text of texts) for (const word of new Set(text)) count.set(word, (count.get(word) ?? 0) + 1);
  return (word) => Math.log((texts.length + 1) / (count.get(word) ?? 1)) ** 2;
}

function bag(words: readonly string[], weigh: (word: string) => number): Bag {
  const known = new Set(words);
  return { words: known, weigh, total: sum(known, weigh) };
}

/** Cosine: the weight of what both have, by the weight of either. */
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
