/** Where words end in a query of Chinese, Japanese or Korean. Texts are not broken up: their pairs do without. */

export const HANGUL = /\p{Script=Hangul}/u;

/** Node's dictionary serves Chinese and Japanese alike. */
const BREAKER = new Intl.Segmenter("ja", { granularity: "word" });
/** Shorter runs are one word, or two that are always written together. */
const SHORTEST_TO_BREAK = 4;

/** Particles that are hardly ever the end of a noun. Without them a word finds all its forms. */
const PARTICLE =
  /(?<=\p{Script=Hangul}{2})(?:을|를|은|는|에서|에게|에는|으로|까지|부터)$|(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})[のをがはにでと的]$/u;

export function withoutParticle(word: string): string {
  return word.replace(PARTICLE, "");
}

/**
 * "代码审查" is 代码 and 审查. Characters that the dictionary leaves alone are a word when they are several (简历 + 优化); a
 * lonely one belongs to the word before it (提示 + 词), or to the one after it when it is the first: alone it would be found
 * nearly everywhere.
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

/** Most words have two characters: of an odd number the first belongs to the word before (提示 + 词, 优化). */
function addSingles(words: string[], singles: string): void {
  const chars = [...singles];
  const before = words.at(-1);
  if (before !== undefined && chars.length % 2 === 1) words[words.length - 1] = before + (chars.shift() ?? "");
  if (chars.length > 0) words.push(chars.join(""));
}

function isSingle(word: string): boolean {
  return [...word].length === 1;
}
