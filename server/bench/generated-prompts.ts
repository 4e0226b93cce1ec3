import type { CatalogueEntry } from "../library/library-files";
import { type SearchVector, searchVector } from "../platform/search";
import { Random } from "./random";
import type { BenchLocale, Vocabulary } from "./vocabulary";

/** In the form that `jsonb_to_recordset` expects. */
export interface GeneratedPrompt {
  id: number;
  author: number;
  source_locale: BenchLocale | typeof RARE_LOCALE;
  tags: string[];
  shared: boolean;
  upvotes: number;
  downvotes: number;
  favorite_count: number;
  copy_count: number;
  comment_count: number;
  created_at: string;
}

export interface GeneratedText {
  prompt_id: number;
  locale: BenchLocale | typeof RARE_LOCALE;
  title: string;
  remark: string | null;
  content: string;
  search: SearchVector;
}

const FIRST_DAY = Date.UTC(2024, 0, 1);
const MINUTES_BETWEEN = 5;
const SHARED = 0.95;
/** Of a member who keeps a collection. */
export const COLLECTION_SHARED = 0.1;
const LANGUAGES: readonly (readonly [share: number, locales: readonly BenchLocale[]])[] = [
  [0.5, ["en"]],
  [0.8, ["zh"]],
  [0.9, ["en", "zh"]],
  [1, ["zh", "en"]],
];
/** A language of few prompts; their words are English. */
export const RARE_LOCALE = "bn";
const RARE_EVERY = 1000;
const MEDIAN_WORDS = 70;
const MAX_WORDS = 800;

/** Generates prompts: random words, tag combinations from the library, support with many ties. */
export class PromptGenerator {
  private readonly random = new Random(20_261_121);

  constructor(
    private readonly vocabularies: Readonly<Record<BenchLocale, Vocabulary>>,
    private readonly catalogue: readonly CatalogueEntry[],
    private readonly users: number,
  ) {}

  next(id: number, number: number): { prompt: GeneratedPrompt; texts: GeneratedText[] } {
    const { random } = this;
    const drawn = random.next();
    const locales = LANGUAGES.find(([share]) => drawn < share)?.[1] ?? ["en"];
    const prompt: GeneratedPrompt = {
      id,
      // A few members write many prompts, most write few.
      author: Math.floor(this.users * random.next() ** 2) + 1,
      source_locale: locales[0] ?? "en",
      tags: random.pick(this.catalogue).tags,
      shared: random.chance(SHARED),
      upvotes: this.count(4) * (random.chance(0.02) ? 25 : 1),
      downvotes: this.count(0.7),
      favorite_count: this.count(3),
      copy_count: this.count(20),
      comment_count: this.count(1),
      created_at: new Date(FIRST_DAY + number * MINUTES_BETWEEN * 60_000).toISOString(),
    };
    const texts = locales.map((locale) => this.text(id, locale, prompt.tags));
    if (number % RARE_EVERY > 0) return { prompt, texts };
    return {
      prompt: { ...prompt, source_locale: RARE_LOCALE, shared: true },
      texts: [{ ...this.text(id, "en", prompt.tags), locale: RARE_LOCALE }],
    };
  }

  /** Mostly small, occasionally large (exponential distribution). */
  private count(mean: number): number {
    return Math.floor(-Math.log(1 - this.random.next()) * mean);
  }

  private text(promptId: number, locale: BenchLocale, tags: readonly string[]): GeneratedText {
    const { random } = this;
    const vocabulary = this.vocabularies[locale];
    const words = Math.min(MAX_WORDS, Math.round(MEDIAN_WORDS * Math.exp(0.7 * random.normal())) + 5);
    const title = vocabulary.title(random);
    const remark = random.chance(0.6) ? vocabulary.text(random, random.between(6, 20)) : null;
    const content = `${vocabulary.text(random, words)}${random.chance(0.4) ? " {{topic}}" : ""}`;
    return {
      prompt_id: promptId,
      locale,
      title,
      remark,
      content,
      // The labels are words too.
      search: searchVector({ locale, title, remark, content, words: tags }),
    };
  }
}
