import type { Library } from "../library/library-files";
import { searchQuery } from "../platform/search";
import { type Random } from "./random";

/** The languages of the generated texts: one with spaces between words, one without. */
export type BenchLocale = "en" | "zh";

/** Words that do not occur in the library. One text in several thousand gets one, so that searches for them find few. */
const RARE: Record<BenchLocale, readonly string[]> = {
  en: ["bassoon", "sextant", "ocelot", "quinoa", "marzipan", "zeppelin", "axolotl", "gazpacho"],
  zh: ["竹蜻蜓", "萨克斯", "鸭嘴兽", "风向标", "杏仁糖", "飞艇", "火锅底料", "骆驼刺"],
};
const RARE_SHARE = 1 / 10_000;
/** Even a small library contains each rare word about this often. */
const MIN_RARE_TEXTS = 10;

/** Search queries. */
export interface Examples {
  frequent: string;
  rare: string;
  two: string;
  /** Frequent ones and less frequent ones, which no text has all of. */
  six: string;
}

/** The library's words in one language, drawn with realistic frequencies. */
export class Vocabulary {
  /** Most frequent first. */
  readonly words: readonly string[];
  private readonly cumulative: Float64Array;
  private readonly rareShare: number;

  constructor(
    readonly locale: BenchLocale,
    library: Library,
    prompts: number,
  ) {
    this.words = rankWords(locale, library);
    this.cumulative = new Float64Array(this.words.length);
    let sum = 0;
    // Zipf's law with Mandelbrot's correction: the frequency of the word of rank n is proportional to 1/(n + 2.7).
    this.words.forEach((_, rank) => (this.cumulative[rank] = sum += 1 / (rank + 3.7)));
    this.rareShare = Math.max(RARE_SHARE, MIN_RARE_TEXTS / prompts) * RARE[locale].length;
  }

  /** A word in many texts, one in very few, and two words that occur together in a few thousand. */
  get examples(): Examples {
    const distinctive = this.locale === "en" ? /^[a-z]{5,}$/ : /^\p{Script=Han}{2}$/u;
    // Beside other words, fillers are not searched for.
    const words = this.words.filter((word) => distinctive.test(word) && isSearched(word, this.locale));
    const [frequent = "", second = ""] = [words[2], words[20]];
    const rarer = [words[200], words[400], words[600]].join(" ");
    const rare = RARE[this.locale][0] ?? "";
    return { frequent, rare, two: `${frequent} ${second}`, six: `${frequent} ${second} ${rarer} ${rare}` };
  }

  /** Sentences with that many words in total. */
  text(random: Random, length: number): string {
    const sentences: string[] = [];
    for (let left = length; left > 0;) {
      const size = Math.min(left, random.between(6, 18));
      sentences.push(this.sentence(random, size));
      left -= size;
    }
    if (random.chance(this.rareShare)) sentences.push(random.pick(RARE[this.locale]) + this.stop);
    return sentences.join(this.locale === "en" ? " " : "");
  }

  title(random: Random): string {
    const words = this.draw(random, random.between(2, 6));
    return this.locale === "en" ? capitalised(words.join(" ")) : words.join("");
  }

  private get stop(): string {
    return this.locale === "en" ? "." : "。";
  }

  private sentence(random: Random, size: number): string {
    const words = this.draw(random, size);
    if (this.locale === "en") return `${capitalised(words.join(" "))}.`;
    const comma = Math.ceil(size / 2);
    return `${[words.slice(0, comma).join(""), words.slice(comma).join("")].filter(Boolean).join("，")}。`;
  }

  private draw(random: Random, count: number): string[] {
    return Array.from({ length: count }, () => this.words[this.rank(random)] ?? "");
  }

  private rank(random: Random): number {
    const target = random.next() * (this.cumulative.at(-1) ?? 0);
    let low = 0;
    let high = this.cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.cumulative[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isSearched(word: string, locale: BenchLocale): boolean {
  return searchQuery(`${word} 1`, locale)?.[0]?.size === 2;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words of the library's texts in a language, most frequent first. */
function rankWords(locale: BenchLocale, library: Library): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const counts = new Map<string, number>();
  for (const { title, remark, content } of Object.values(library.locales.get(locale)?.prompts ?? {})) {
    for (const { segment, isWordLike } of segmenter.segment(`${title}\n${remark}\n${content}`)) {
      if (!isWordLike || !/^\p{L}+$/u.test(segment)) continue;
      const word = segment.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)).map(([word]) => word);
  if (words.length < 1000) throw new Error(`The library's texts in "${locale}" have only ${words.length} words`);
  return words;
}
