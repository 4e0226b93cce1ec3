import { CARD_EXCERPT_LENGTH } from "../../../product.config";

/** About how many letters go into a line of a card, counted in letters of Latin width. */
const LINE = 42;
/** How many lines a card shows before it cuts. */
const LINES = 7;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether an excerpt is not the whole text: the server ends it with the mark then, and it is about as long as it may be. */
export function isCut(excerpt: string): boolean {
  return excerpt.endsWith("…") && excerpt.length > CARD_EXCERPT_LENGTH / 2;
}

/**
 * Whether a text is likely to be longer than a card shows. The server has no lines to count; where the guess is wrong, the
 * browser's measure puts it right without moving anything.
 */
export function isLikelyLong(text: string): boolean {
  const lines = text.split("\n").map((line) => {
    let width = 0;
    for (const letter of line) width += WIDE.test(letter) ? 1.9 : 1;
    return Math.max(1, Math.ceil(width / LINE));
  });
  return lines.reduce((sum, count) => sum + count, 0) > LINES;
}
