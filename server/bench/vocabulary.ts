import type { Library } from "../library/library-files";
import { type Random } from "./random";

/** The languages of the generated texts: words with spaces between them, and without. */
export type BenchLocale = "en" | "zh";

/** Nothing of the library uses these words: a text in several thousand gets one, so that searches for them find few. */
const RARE: Record<BenchLocale, readonly string[]> = {
  en: ["bassoon", "sextant", "ocelot", "quinoa", "marzipan", "zeppelin", "axolotl", "gazpacho"],
  zh: ["竹蜻蜓", "萨克斯", "鸭嘴兽", "风向标", "杏仁糖", "飞艇", "火锅底料", "骆驼刺"],
};
const RARE_SHARE = 1 / 10_000;
/** In a small library a rare word is still one that is found. */
const RARE_AT_LEAST = 10;

/** What to search for. */
export interface Examples {
  frequent: string;
  rare: string;
  two: string;
}

/** The words of the library in one language, drawn as often as a real text would hold them. */
export class Vocabulary {
  /** The most frequent first. */
  readonly words: readonly string[];
  private readonly upTo: Float64Array;
  private readonly rareShare: number;

  constructor(
    readonly locale: BenchLocale,
    library: Library,
    prompts: number,
  ) {
    this.words = ranked(locale, library);
    this.upTo = new Float64Array(this.words.length);
    let sum = 0;
    // Zipf's law with Mandelbrot's correction: the word of rank n comes 1/(n + 2.7) as often.
    this.words.forEach((_, rank) => (this.upTo[rank] = sum += 1 / (rank + 3.7)));
    this.rareShare = Math.max(RARE_SHARE, RARE_AT_LEAST / prompts) * RARE[locale].length;
  }

  /** A word that many texts hold, one that hardly any does, and two that a few thousand hold together. */
  get examples(): Examples {
    const telling = this.locale === "en" ? /^[a-z]{5,}$/ : /^\p{Script=Han}{2}$/u;
    const words = this.words.filter((word) => telling.test(word));
    const [frequent = "", second = ""] = [words[2], words[20]];
    return { frequent, rare: RARE[this.locale][0] ?? "", two: `${frequent} ${second}` };
  }

  /** Sentences of about that many words. */
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
    const wanted = random.next() * (this.upTo.at(-1) ?? 0);
    let low = 0;
    let high = this.upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.upTo[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The words of a language's library texts, the most frequent first. */
function ranked(locale: BenchLocale, library: Library): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const counts = new Map<string, number>();
  for (const { title, remark, content } of Object.values(library.locales.get(locale)?.prompts ?? {})) {
    for (const { segment, isWordLike } of segmenter.segment(`${title}\n${remark}\n${content}`)) {
      if (!isWordLike || !/^\p{L}+$/u.test(segment)) continue;
      const word = segment.toLowerCase();
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const found = [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1)).map(([word]) => word);
  if (found.length < 1000) throw new Error(`The library's texts in "${locale}" have only ${found.length} words`);
  return found;
}
