/**
 * Folding maps spellings that a reader considers equal to the same string. It has two steps, because stemmers need
 * diacritics ("écriture") but the index must not have them: `normalize` keeps marks, then `stripMarks` removes them.
 */

/** In UTF-16 code units. Fits a prompt of 20,000 Bengali grapheme clusters, and keeps its tsvector below 1 MB. */
export const MAX_TEXT_LENGTH = 60_000;

const LONE_SURROGATES = /\p{Cs}/gu;
/** Joiners, soft hyphens, variation selectors, bidirectional marks, and enclosing marks such as that of keycap digits. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;
/** Normalization sorts marks in quadratic time; no language stacks more than the 30 of Unicode's Stream-Safe Text Format. */
const STACKED_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const CONTROLS = /\p{Cc}/gu;
/** U+00B4 must become an apostrophe before NFKC turns it into a space with an accent. */
const APOSTROPHES = /[\u0060\u00B4\u02B9\u02BB\u02BC\u02BD\u2018\u2019\u201B\u2032\uFF07]/g;
const HYPHENS = /[\u2010\u2011\u2212\uFE63\uFF0D]/g;

/** The zeros of Arabic, Persian, Devanagari and Bengali; the digits 1 to 9 follow each of them. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];
const NON_ASCII_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF]/g;

/** Unifies compatibility forms, case, digits, apostrophes and hyphens, and drops invisible characters and what exceeds `limit`. */
export function normalize(text: string, limit = MAX_TEXT_LENGTH): string {
  return (
    text
      .slice(0, limit)
      .replace(LONE_SURROGATES, "")
      // Before the marks are cut, because it joins those that it was between.
      .replace(INVISIBLE, "")
      .replace(STACKED_MARKS, "$1")
      .replace(APOSTROPHES, "'")
      .replace(HYPHENS, "-")
      .normalize("NFKC")
      .toLowerCase()
      .normalize("NFKC")
      .replace(INVISIBLE, "")
      .replace(STACKED_MARKS, "$1")
      .normalize("NFKC")
      .replace(APOSTROPHES, "'")
      .replace(HYPHENS, "-")
      .replace(CONTROLS, " ")
      .replace(NON_ASCII_DIGITS, asciiDigit)
      // NFKC expands some characters, one of them to 18.
      .slice(0, limit)
      .replace(LONE_SURROGATES, "")
  );
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code;
  return String(code - zero);
}

const ASCII = /^[\0-\x7f]*$/;

/** The second step, for text that `normalize` returned. */
export function stripMarks(normalized: string): string {
  if (ASCII.test(normalized)) return normalized;
  const stripped = normalized
    .normalize("NFD")
    .replace(LATIN_OR_GREEK_MARKS, "$1")
    .replace(CYRILLIC_MARKS, (_, letter: string, marks: string) => letter + marks.replace(STRESS, ""))
    .replace(YO, "е")
    .replace(ARABIC_MARKS, "")
    // Tatweel may have kept long runs apart.
    .replace(STACKED_MARKS, "$1")
    .normalize("NFC")
    .replace(LETTER_VARIANTS, (letter) => BASE_LETTERS[letter] ?? letter);
  return foldKana(foldIndic(stripped));
}

/** Both steps. */
export function fold(text: string): string {
  return stripMarks(normalize(text));
}

// Captures the letter: a lookbehind would take quadratic time on thousands of consecutive marks.
const LATIN_OR_GREEK_MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;
/** й, ї and ў are separate letters. Only stress marks are removed, and the dots of ё, which are optional in Russian. */
const CYRILLIC_MARKS = /(\p{Script=Cyrillic})(\p{Mn}+)/gu;
const STRESS = /[\u0300\u0301]/g;
const YO = /е\u0308/g;
/** Harakat, Koranic signs, tatweel, and the hamza and madda that NFD splits off alef, waw and ya. */
const ARABIC_MARKS = /\u0640|[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g;

const BASE_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ı: "i",
  ς: "σ",
  // Arabic: alef wasla, alef maqsura, ta marbuta, the bare hamza, and the Persian and Urdu shapes of kaf, ya and ha.
  "\u0671": "\u0627",
  "\u0649": "\u064A",
  "\u0629": "\u0647",
  "\u0621": "",
  "\u06A9": "\u0643",
  "\u06CC": "\u064A",
  "\u06C1": "\u0647",
  "\u06BE": "\u0647",
  "\u06C0": "\u0647",
  "\u06D5": "\u0647",
  "\u06C3": "\u0647",
};
const LETTER_VARIANTS = new RegExp(`[${Object.keys(BASE_LETTERS).join("")}]`, "g");

const INDIC = /[\u0900-\u09FF]/;

function foldIndic(text: string): string {
  if (!INDIC.test(text)) return text;
  return (
    text
      // Nukta: फ़ाइल and फाइल, পড়া with and without its dot.
      .replace(/[\u093C\u09BC]/g, "")
      // Candra vowels of English loanwords: ऑफिस and आफिस.
      .replace(/\u0911/g, "\u0906")
      .replace(/\u0949/g, "\u093E")
      .replace(/\u0945/g, "\u0947")
      // Chandrabindu: हाँ and हां; Bengali writers omit it rather than use an anusvara.
      .replace(/[\u0900\u0901]/g, "\u0902")
      .replace(/\u0981/g, "")
      // A nasal before a stop of the same class becomes an anusvara: हिन्दी and हिंदी.
      .replace(/\u0919\u094D(?=[\u0915-\u0918])/g, "\u0902")
      .replace(/\u091E\u094D(?=[\u091A-\u091D])/g, "\u0902")
      .replace(/\u0923\u094D(?=[\u091F-\u0922])/g, "\u0902")
      .replace(/\u0928\u094D(?=[\u0924-\u0927])/g, "\u0902")
      .replace(/\u092E\u094D(?=[\u092A-\u092D])/g, "\u0902")
      // Bengali: সঙ্গীত and সংগীত, রঙ and রং; ৎ is a ত with a hasant; Assamese ra.
      .replace(/\u0999\u09CD?/g, "\u0982")
      .replace(/\u09CE/g, "\u09A4\u09CD")
      .replace(/\u09F0/g, "\u09B0")
  );
}

const LONG_VOWELS = /ー{2,}/g;
const KANA = /[\u30A1-\u30FE]/;
/** サーバー and サーバ: the final long vowel mark of a long word is optional. エラー (short) keeps it. */
const FINAL_LONG_VOWEL = /(?<=[\u3041-\u3096\u30A1-\u30FAー]{3})ー(?![\u3041-\u3096\u30A1-\u30FAー])/g;
const KATAKANA = /[\u30A1-\u30F6\u30FD\u30FE]/g;
const KATAKANA_TO_HIRAGANA = -0x60;

function foldKana(text: string): string {
  if (!KANA.test(text)) return text;
  return text
    .replace(LONG_VOWELS, "ー")
    .replace(FINAL_LONG_VOWEL, "")
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_TO_HIRAGANA));
}
