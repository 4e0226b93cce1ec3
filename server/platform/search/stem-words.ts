import type { Locale } from "../../../contract/locales";
import type { WordPart } from "./tokenize";

/** PostgreSQL's built-in Snowball dictionaries, all available since version 14. */
const ENGLISH_DICTIONARY = "pg_catalog.english_stem";
const LATIN_DICTIONARIES: Partial<Record<Locale, string>> = {
  fr: "pg_catalog.french_stem",
  es: "pg_catalog.spanish_stem",
  de: "pg_catalog.german_stem",
  it: "pg_catalog.italian_stem",
  pt: "pg_catalog.portuguese_stem",
};

const SCRIPT_DICTIONARIES: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Cyrillic}+$/u, "pg_catalog.russian_stem"],
  [/^[\p{Script=Arabic}]+$/u, "pg_catalog.arabic_stem"],
  [/^\p{Script=Devanagari}+$/u, "pg_catalog.hindi_stem"],
];
const LATIN_WORD = /^[\p{Script=Latin}\p{Mn}]+$/u;
const MIN_WORD_LENGTH = 2;

/** The dictionary that stems a word of a text in this locale. Latin words in Chinese, Arabic, … texts are treated as English. */
export function stemDictionary(folded: string, locale: Locale): string | null {
  if (folded.length < MIN_WORD_LENGTH) return null;
  if (LATIN_WORD.test(folded)) return LATIN_DICTIONARIES[locale] ?? ENGLISH_DICTIONARY;
  return SCRIPT_DICTIONARIES.find(([script]) => script.test(folded))?.[1] ?? null;
}

/**
 * The stemmer's input, with and without marks: it needs them ("création" and "creation" lose different endings), but
 * people omit them, in texts as well as in queries.
 */
export function stemInputs(part: WordPart, locale: Locale): string[] {
  const [folded] = part.forms;
  const inputs = part.unfolded !== folded && LATIN_WORD.test(part.unfolded) ? [folded, part.unfolded] : [folded];
  return locale === "pt" ? inputs.map(portugueseSingular) : inputs;
}

/** Plurals that Snowball does not reduce to the singular, such as "redações" and "redação". */
const PORTUGUESE_PLURALS: readonly (readonly [RegExp, string])[] = [
  [/ões$/, "ão"],
  [/oes$/, "ao"],
  [/(?<=..)ais$/, "al"],
  [/(?<=..)[eé]is$/, "el"],
  [/(?<=..)[oó]is$/, "ol"],
  [/(?<=..)ns$/, "m"],
];

function portugueseSingular(word: string): string {
  const plural = PORTUGUESE_PLURALS.find(([ending]) => ending.test(word));
  return plural ? word.replace(...plural) : word;
}
