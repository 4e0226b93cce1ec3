import type { Locale } from "../../product.config";

/** The letters that a language is written in. */
const SCRIPTS: Record<Locale, RegExp> = {
  en: /\p{Script=Latin}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/u,
  ko: /\p{Script=Hangul}/u,
  es: /\p{Script=Latin}/u,
  fr: /\p{Script=Latin}/u,
  de: /\p{Script=Latin}/u,
  it: /\p{Script=Latin}/u,
  ru: /\p{Script=Cyrillic}/u,
  pt: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  bn: /\p{Script=Bengali}/u,
};

/** Names, formats and code stay Latin in every language; more than that is a text that was not translated. */
const LEAST_SHARE = { Latin: 0.98, other: 0.75 } as const;

/** What is wrong with the letters of a text in a language, if anything is. */
export function scriptProblem(locale: Locale, text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const script = SCRIPTS[locale];
  const share = letters.filter((letter) => script.test(letter)).length / Math.max(1, letters.length);
  const least = script.source.includes("Latin") ? LEAST_SHARE.Latin : LEAST_SHARE.other;
  if (share < least)
    return `only ${String(Math.round(share * 100))} % of its letters are in the script of the language`;
  if (locale === "ja" && !/\p{Script=Hiragana}/u.test(text)) return "has no kana";
  return undefined;
}
