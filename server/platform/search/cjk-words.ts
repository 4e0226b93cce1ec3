/** Splits Chinese, Japanese and Korean queries into words. Texts are indexed by character pairs, without word breaks. */

export const HANGUL = /\p{Script=Hangul}/u;

/** ICU uses the same dictionary for Chinese and Japanese. */
const WORD_SEGMENTER = new Intl.Segmenter("ja", { granularity: "word" });
/** Shorter runs are a single word, or two words that are always written together. */
const MIN_LENGTH_TO_SPLIT = 4;

/** Particles that nouns hardly ever end with. Without its particle, a word matches all its forms. */
const PARTICLE =
  /(?<=\p{Script=Hangul}{2})(?:을|를|은|는|에서|에게|에는|으로|까지|부터)$|(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})[のをがはにでと的]$/u;

export function stripParticle(word: string): string {
  return word.replace(PARTICLE, "");
}

/**
 * "代码审查" is 代码 and 审查. Consecutive characters that the dictionary leaves single form a word (简历 + 优化). An isolated
 * one is joined to the preceding word (提示 + 词), or to the following one if it comes first: on its own it would match
 * nearly every text.
 */
export function splitCjkWords(run: string): string[] {
  if ([...run].length < MIN_LENGTH_TO_SPLIT) return [stripParticle(run)];
  const words: string[] = [];
  let singleCharacters = "";
  for (const { segment } of WORD_SEGMENTER.segment(run)) {
    if (isSingleCharacter(segment)) {
      singleCharacters += segment;
      continue;
    }
    if (isSingleCharacter(singleCharacters) && words.length === 0) words.push(singleCharacters + segment);
    else {
      appendSingleCharacters(words, singleCharacters);
      words.push(segment);
    }
    singleCharacters = "";
  }
  appendSingleCharacters(words, singleCharacters);
  return words.map(stripParticle);
}

/** Most words have two characters: if the number is odd, the first belongs to the preceding word (提示 + 词, 优化). */
function appendSingleCharacters(words: string[], singleCharacters: string): void {
  const chars = [...singleCharacters];
  const previousWord = words.at(-1);
  if (previousWord !== undefined && chars.length % 2 === 1)
    words[words.length - 1] = previousWord + (chars.shift() ?? "");
  if (chars.length > 0) words.push(chars.join(""));
}

function isSingleCharacter(word: string): boolean {
  return [...word].length === 1;
}
