import type { Locale } from "../../../contract/locales";
import type { KnownWord, SearchQuery } from "../../platform/search";

/** The words that the prompts of a list have. */
export interface KnownWords {
  /** Which words of a query none of the prompts has; folded. */
  unknown(query: SearchQuery): Promise<string[]>;
  /** Of each word those that may be near. Null if the word is no mistake: only where it is looked for there is none. */
  near(words: readonly string[], locales: readonly Locale[]): Promise<ReadonlyMap<string, KnownWord[] | null>>;
  /** The word as it is written in one of the prompts, with its marks; undefined if none has it any more. */
  written(word: string, locales: readonly Locale[]): Promise<string | undefined>;
}
