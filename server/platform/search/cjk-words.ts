/** Splits Chinese, Japanese and Korean queries into words. Texts are indexed by character pairs, without word breaks. */

export const HANGUL = /\p{Script=Hangul}/u;

/** ICU uses the same dictionary for Chinese and Japanese. */
const BREAKER = new Intl.Segmenter("ja", { granularity: "word" });
/** Shorter runs are a single word, or two words that are always written together. */
const SHORTEST_TO_BREAK = 4;

/** Particles that nouns hardly ever end with. Without its particle, a word matches all its forms. */
const PARTICLE =
  /(?<=\p{Script=Hangul}{2})(?:을|를|은|는|에서|에게|에는|으로|까지|부터)$|(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})[のをがはにでと的]$/u;

export function withoutParticle(word: string): string {
  return word.replace(PARTICLE, "");
}

/**
 * "代码审查" is 代码 and 审查. Consecutive characters that the dictionary leaves single form a word (简历 + 优化). An isolated
 * one is joined to the preceding word (提示 + 词), or to the following one if it comes first: on its own it would match
 * nearly every text.
 */
export function cjkWords(run: string): string[] {
  if ([...run].length < SHORTEST_TO_BREAK) return [withoutParticle(run)];
  const words: string[] = [];
  let singles = "";
  for (const { segment } of BREAKER.segment(run)) {
    if (isSingle(segment)) {
      singles += segment;
      continue;
    }
    if (isSingle(singles) && words.length === 0) words.push(singles + segment);
    else {
      addSingles(words, singles);
      words.push(segment);
    }
    singles = "";
  }
  addSingles(words, singles);
  return words.map(withoutParticle);
}

/** Most words have two characters: if the number is odd, the first belongs to the preceding word (提示 + 词, 优化). */
function addSingles(words: string[], singles: string): void {
  const chars = [...singles];
  const before = words.at(-1);
  if (before !== undefined && chars.length % 2 === 1) words[words.length - 1] = before + (chars.shift() ?? "");
  if (chars.length > 0) words.push(chars.join(""));
}

function isSingle(word: string): boolean {
  return [...word].length === 1;
}
