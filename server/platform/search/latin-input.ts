/** Chinese, Japanese and Korean words as they are typed in Latin letters, without the help of an input method. */
import { convertQwertyToHangul } from "es-hangul";
import { pinyin } from "pinyin-pro";
import { toHiragana } from "wanakana";

const LATIN = /^[a-z]+$/;

/** Keeps readings apart from words of Latin letters. */
const MARK = "py:";

/**
 * The pinyin of each pair of characters, without tones and spaces: "jianli" of 简历. What is no Chinese character has none. ü is "v", as it is
 * typed. @param chars simplified
 */
export function pinyinOfPairs(chars: readonly string[]): (string | null)[] {
  const syllables = pinyin(chars.join(""), { toneType: "none", v: true, type: "array", nonZh: "spaced" });
  if (syllables.length !== chars.length) return chars.map(() => null);
  return syllables.map((syllable, index) => {
    const next = syllables[index + 1];
    return next !== undefined && LATIN.test(syllable) && LATIN.test(next) ? MARK + syllable + next : null;
  });
}

/** Of a long word that can be read in several ways. */
const MAX_READINGS = 4;
const MAX_SYLLABLES = 12;
const MAX_SYLLABLE_LENGTH = 6;

/**
 * The pairs of characters that are meant by words typed one after the other, if all of them are pinyin: "jianli", "jian li",
 * "gong zuo zong jie".
 * @returns for each way to read them the lexemes of the pairs, all of which a text must have; none for a single syllable
 */
export function pinyinReadings(words: readonly string[]): string[][] {
  const ways = words.reduce<string[][]>(
    (known, word) => {
      const divided = divisions(word);
      return known.flatMap((before) => divided.map((after) => [...before, ...after])).slice(0, MAX_READINGS);
    },
    [[]],
  );
  const readings = ways.filter(({ length }) => length > 1 && length <= MAX_SYLLABLES).map(pairs);
  return [...new Map(readings.map((reading) => [reading.join(" "), reading])).values()];
}

/** Whether a word may be one of several syllables, or one. */
export function isPinyin(word: string): boolean {
  return divisions(word).length > 0;
}

/** Words of two characters are the rule; of an odd number the last pair overlaps. */
function pairs(syllables: readonly string[]): string[] {
  const starts = Array.from({ length: Math.ceil(syllables.length / 2) }, (_, pair) =>
    Math.min(2 * pair, syllables.length - 2),
  );
  return starts.map((at) => MARK + (syllables[at] ?? "") + (syllables[at + 1] ?? ""));
}

/** The ways to divide a word into syllables, those with long ones first. */
function divisions(word: string): string[][] {
  if (!LATIN.test(word) || word.length > MAX_SYLLABLES * MAX_SYLLABLE_LENGTH) return [];
  const known = allSyllables();
  // From the end, so that each rest is divided once.
  const ways: string[][][] = Array.from({ length: word.length + 1 }, () => []);
  ways[word.length] = [[]];
  for (let start = word.length - 1; start >= 0; start -= 1)
    for (let end = Math.min(start + MAX_SYLLABLE_LENGTH, word.length); end > start; end -= 1) {
      const syllable = word.slice(start, end);
      const found = ways[start];
      if (!found || found.length >= MAX_READINGS || !known.has(syllable)) continue;
      found.push(...(ways[end] ?? []).slice(0, MAX_READINGS - found.length).map((rest) => [syllable, ...rest]));
    }
  return ways[0] ?? [];
}

const FIRST_CHARACTER = 0x4e00;
const LAST_CHARACTER = 0x9fa5;
let syllables: ReadonlySet<string> | undefined;

/** Of all characters, asked for once: it takes 0.2 s. */
function allSyllables(): ReadonlySet<string> {
  if (syllables) return syllables;
  const found = new Set<string>();
  for (let code = FIRST_CHARACTER; code <= LAST_CHARACTER; code += 1)
    for (const syllable of pinyin(String.fromCodePoint(code), {
      toneType: "none",
      v: true,
      type: "array",
      multiple: true,
    }))
      // "n" and "m" are sounds of single characters that no word has.
      if (LATIN.test(syllable) && /[aeiouv]/.test(syllable)) found.add(syllable);
  return (syllables = found);
}

const HIRAGANA = /^[\p{Script=Hiragana}ー]{2,}$/u;

/** Romaji in kana: "purezen" is ぷれぜん, "meeru" also めーる. What is no romaji is not in it. */
export function kanaOf(word: string): string[] {
  if (!LATIN.test(word)) return [];
  const spellings = [word, word.replace(/([aeiou])\1/g, "$1-")].map((spelling) => toHiragana(spelling));
  return [...new Set(spellings)].filter((kana) => HIRAGANA.test(kana));
}

const SYLLABLES = /^[가-힣]{2,}$/u;

/** Hangul typed while the keyboard was set to Latin letters: "dlfurtj" is 이력서. @returns undefined for what makes no syllables */
export function hangulOf(word: string): string | undefined {
  if (!LATIN.test(word)) return undefined;
  const hangul = convertQwertyToHangul(word);
  return SYLLABLES.test(hangul) ? hangul : undefined;
}
