import { LIMITS } from "../../../contract/limits";

/** A query of no more words costs what an ordinary one does. */
const USUAL_WORDS = 8;
const MAX_WORDS = 12;
/** Two characters of Chinese or Japanese are about a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,2}|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{M}\p{N}]|$)/gu;
const LONE_CHARACTER = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/**
 * How many words a query has beyond the usual, 0 to 4: each makes a search take longer. A lone character counts as two, since everything
 * that begins with it is looked for.
 */
export function wordsBeyondUsual(query: string): number {
  let words = 0;
  for (const [word] of query.slice(0, LIMITS.searchQuery * 2).matchAll(WORD))
    words += LONE_CHARACTER.test(word) ? 2 : 1;
  return Math.max(0, Math.min(words, MAX_WORDS) - USUAL_WORDS);
}
