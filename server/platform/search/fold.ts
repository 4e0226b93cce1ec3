/**
 * Folding: spellings that a reader takes for the same become the same string. It happens in two steps, because a stemmer
 * wants its marks ("écriture") while the index does not: `normalize` keeps marks, `stripMarks` finishes the work.
 */

/** In UTF-16 units. A prompt of 20,000 Bengali grapheme clusters stays below it, and a vector of so much text below 1 MB. */
export const MAX_TEXT_LENGTH = 60_000;

const LONE_SURROGATES = /\p{Cs}/gu;
/** Joiners, soft hyphens, variation selectors, bidirectional marks; and the ring around keycap digits. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;
/** Sorting marks takes quadratic time; no language stacks more than the 30 of Unicode's stream-safe text. */
const STACKED_MARKS = /(\p{M}{30})\p{M}+/gu;
const CONTROLS = /\p{Cc}/gu;
/** U+00B4 must become an apostrophe before NFKC makes it a space with an accent. */
const APOSTROPHES = /[\u0060\u00B4\u02B9\u02BB\u02BC\u02BD\u2018\u2019\u201B\u2032\uFF07]/g;
const HYPHENS = /[\u2010\u2011\u2212\uFE63\uFF0D]/g;

/** The ten digits of Arabic, Persian, Devanagari and Bengali lie in a row after these zeros. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];
const FOREIGN_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF]/g;

/** Compatibility forms, case, digits, apostrophes and hyphens made one; nothing invisible; at most `limit` units long. */
export function normalize(text: string, limit = MAX_TEXT_LENGTH): string {
  return (
    text
      .slice(0, limit)
      .replace(LONE_SURROGATES, "")
      .replace(STACKED_MARKS, "$1")
      .replace(APOSTROPHES, "'")
      .replace(HYPHENS, "-")
      .normalize("NFKC")
      .toLowerCase()
      .normalize("NFKC")
      .replace(INVISIBLE, "")
      .normalize("NFKC")
      .replace(APOSTROPHES, "'")
      .replace(HYPHENS, "-")
      .replace(CONTROLS, " ")
      .replace(FOREIGN_DIGITS, asciiDigit)
      // NFKC writes some characters out: one of them is 18 long.
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

/** The second step, on text that `normalize` has seen. */
export function stripMarks(normalized: string): string {
  if (ASCII.test(normalized)) return normalized;
  const bare = normalized
    .normalize("NFD")
    .replace(LATIN_OR_GREEK_MARKS, "$1")
    .replace(CYRILLIC_MARKS, (_, letter: string, marks: string) => letter + marks.replace(STRESS, ""))
    .replace(YO, "е")
    .replace(ARABIC_MARKS, "")
    .normalize("NFC")
    .replace(LETTER_VARIANTS, (letter) => VARIANTS[letter] ?? letter);
  return foldKana(foldIndic(bare));
}

/** Both steps. */
export function fold(text: string): string {
  return stripMarks(normalize(text));
}

// Letter first, not a look-behind: that takes quadratic time where thousands of marks follow one another.
const LATIN_OR_GREEK_MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;
/** й, ї and ў are letters of their own; only stress marks go, and the dots of ё, which Russian leaves out at will. */
const CYRILLIC_MARKS = /(\p{Script=Cyrillic})(\p{Mn}+)/gu;
const STRESS = /[\u0300\u0301]/g;
const YO = /е\u0308/g;
/** Harakat, Koranic signs, tatweel, and the hamza and madda that NFD takes off alef, waw and ya. */
const ARABIC_MARKS = /\u0640|[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]/g;

const VARIANTS: Readonly<Record<string, string>> = {
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
const LETTER_VARIANTS = new RegExp(`[${Object.keys(VARIANTS).join("")}]`, "g");

const INDIC = /[\u0900-\u09FF]/;

function foldIndic(text: string): string {
  if (!INDIC.test(text)) return text;
  return (
    text
      // Nukta: फ़ाइल and फाइल, পড়া as typed without its dot.
      .replace(/[\u093C\u09BC]/g, "")
      // Candra vowels of English words: ऑफिस and आफिस.
      .replace(/\u0911/g, "\u0906")
      .replace(/\u0949/g, "\u093E")
      .replace(/\u0945/g, "\u0947")
      // Chandrabindu: हाँ and हां; Bengali leaves it out rather than write an anusvara.
      .replace(/[\u0900\u0901]/g, "\u0902")
      .replace(/\u0981/g, "")
      // A nasal before a stop of its own class is an anusvara: हिन्दी and हिंदी.
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
/** サーバー and サーバ: the mark at the end of a long word is a matter of taste. エラー (short) keeps it. */
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
