import { eld } from "eld/medium";
import { LOCALE_CODES, type Locale } from "../../contract/locales";
import { withoutCode } from "./readable-text";

/** The script of each language. */
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

/** Names, formats and code stay Latin in every language; beyond that the text was not translated. */
const MIN_SHARE = { Latin: 0.98, other: 0.75 } as const;

/** The language of shorter lines cannot be detected reliably. A Chinese or Korean word is about two letters. */
const MIN_LETTERS = { zh: 10, ja: 10, ko: 10, other: 30 } as const;

const KANA = /\p{Script=Hiragana}|\p{Script=Katakana}/u;
const LATIN_RUN = /\p{Script=Latin}[\p{Script=Latin}\p{N}]*(?:[ ./+#'’-]+[\p{Script=Latin}\p{N}]+)*/gu;
const FILE_NAME = /(?<![\p{Script=Latin}\p{N}])[A-Z][\w-]*\.[a-z]{1,4}(?![\p{Script=Latin}\p{N}])/gu;
/** A longer run of Latin words is not a name. */
const MAX_NAME_WORDS = 3;
/** Technical terms that are written in lower-case Latin letters in every language. */
const TERMS = new Set("bug cron diff git mock null".split(" "));
/** A name, abbreviation or identifier: contains a capital or a digit, or is a single letter. */
const NAME = /\p{Lu}|\p{N}|^.$/u;

eld.setLanguageSubset([...LOCALE_CODES]);

/** Language problems of a text: the wrong script, another language, untranslated words. */
export function languageProblems(locale: Locale, text: string): string[] {
  const prose = withoutCode(text);
  return [...scriptProblem(locale, prose), ...foreignLines(locale, prose), ...untranslated(locale, prose)];
}

function scriptProblem(locale: Locale, text: string): string[] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const script = SCRIPTS[locale];
  const share = letters.filter((letter) => script.test(letter)).length / Math.max(1, letters.length);
  if (share < (isLatin(locale) ? MIN_SHARE.Latin : MIN_SHARE.other))
    return [`only ${String(Math.round(share * 100))} % of its letters are in the script of the language`];
  if (locale === "ja" && !KANA.test(text)) return ["has no kana"];
  return [];
}

function foreignLines(locale: Locale, text: string): string[] {
  const least = locale in MIN_LETTERS ? MIN_LETTERS[locale as keyof typeof MIN_LETTERS] : MIN_LETTERS.other;
  return text.split("\n").flatMap((line) => {
    if ([...line].filter((letter) => SCRIPTS[locale].test(letter)).length < least) return [];
    const { language } = eld.detect(line);
    // A list of Chinese nouns may be detected as Japanese, but a Japanese line contains kana.
    if (locale === "zh" && language === "ja" && !KANA.test(line)) return [];
    return ["", locale].includes(language) ? [] : [`a line reads like ${language}: ${line.slice(0, 60)}`];
  });
}

function untranslated(locale: Locale, text: string): string[] {
  if (isLatin(locale)) return [];
  return (text.replace(FILE_NAME, "").match(LATIN_RUN) ?? []).flatMap((run) => {
    const words = run.split(/[ ./+#'’-]+/u).filter((word) => /\p{L}/u.test(word));
    const plain = words.filter((word) => !NAME.test(word) && !TERMS.has(word));
    return words.length > MAX_NAME_WORDS || plain.length > 0 ? [`was not translated: ${run}`] : [];
  });
}

function isLatin(locale: Locale): boolean {
  return SCRIPTS[locale].source.includes("Latin");
}
