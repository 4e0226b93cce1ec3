/** Splits Chinese, Japanese and Korean queries into words. Texts are indexed by character pairs, without word breaks. */
import type { Locale } from "../../../contract/locales";
import { isSplitFiller, withoutFillers } from "./filler-words";

export const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** ICU uses the same dictionary for Chinese and Japanese. */
const WORD_SEGMENTER = new Intl.Segmenter("ja", { granularity: "word" });
/** Shorter runs are a single word, or two words that are always written together. */
const MIN_LENGTH_TO_SPLIT = 4;
const MAX_CORES = 8;

/** Particles that nouns hardly ever end with. Without its particle, a word matches all its forms. */
const PARTICLE =
  /(?<=\p{Script=Hangul}{2})(?:을|를|은|는|에서|에게|에는|으로|까지|부터)$|(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})[のをがはにでと的]$/u;
/** Also those that nouns do end with, and endings that make a noun a verb. */
const KOREAN_ENDING =
  /(?<=\p{Script=Hangul}{2})(?:이|가|의|와|과|도|로|만|에|이나|이랑|랑|처럼|보다|해줘|해주세요|해요|하는|하는법|하기|하고|하려면|하다가|했는데|했을|했어|하면|할|한|해|됐는데|되는|되었을|받는|받은|받았을)$/u;

export function stripParticle(word: string): string {
  return word.replace(PARTICLE, "");
}

/** A Korean word without an ending that may be part of it, if it has one. */
export function withoutKoreanEnding(word: string): string[] {
  const bare = word.replace(KOREAN_ENDING, "");
  return bare === word ? [] : [bare];
}

/** A word of a query. */
export interface CjkWord {
  word: string;
  /** What of it may be the word alone: without a single character that may not belong to it; each pair of single characters. */
  cores: readonly string[];
}

/**
 * "代码审查" is 代码 and 审查. Consecutive characters that the dictionary leaves single form a word (简历 + 优化). An isolated
 * one is joined to the preceding word (提示 + 词), or to the following one if it comes first: on its own it would match
 * nearly every text. Fillers are dropped: 怎么写辞职信 is 辞职信. All of them, if there is nothing else.
 */
export function splitCjkWords(run: string, locale: Locale): CjkWord[] {
  // Which of the two languages a run is in shows in the kana, whatever the reader's.
  const language = KANA.test(run) ? "ja" : locale === "ja" ? "ja" : "zh";
  const words = withoutFillers(run, language).flatMap((piece) => splitPiece(piece, language));
  const significant = words.filter(({ word }) => !isSplitFiller(word, language));
  return significant.length > 0 ? significant : [{ word: stripParticle(run), cores: [] }];
}

function splitPiece(piece: string, language: Locale): CjkWord[] {
  if ([...piece].length < MIN_LENGTH_TO_SPLIT) return [{ word: stripParticle(piece), cores: [] }];
  const words: CjkWord[] = [];
  let singles = "";
  for (const { segment } of WORD_SEGMENTER.segment(piece)) {
    const isFiller = isSplitFiller(segment, language);
    if (isSingleCharacter(segment) && !isFiller) {
      singles += segment;
      continue;
    }
    if (isSingleCharacter(singles) && words.length === 0 && !isFiller)
      words.push({ word: singles + segment, cores: [segment] });
    else {
      appendSingles(words, singles);
      if (!isFiller) words.push({ word: segment, cores: [] });
    }
    singles = "";
  }
  appendSingles(words, singles);
  return words.map((each) => ({ ...each, word: stripParticle(each.word) }));
}

/** Most words have two characters: if the number is odd, the first belongs to the preceding word (提示 + 词, 优化). */
function appendSingles(words: CjkWord[], singles: string): void {
  const chars = [...singles];
  const previous = words.at(-1);
  if (previous !== undefined && chars.length % 2 === 1)
    words[words.length - 1] = {
      word: previous.word + (chars.shift() ?? ""),
      cores: previous.cores.length > 0 ? previous.cores : [previous.word],
    };
  if (chars.length > 0)
    words.push({ word: chars.join(""), cores: chars.length > 2 ? pairsOf(chars).slice(0, MAX_CORES) : [] });
}

function pairsOf(chars: readonly string[]): string[] {
  return chars.slice(1).map((char, index) => (chars[index] ?? "") + char);
}

function isSingleCharacter(word: string): boolean {
  return [...word].length === 1;
}
