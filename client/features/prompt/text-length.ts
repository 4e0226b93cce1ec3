/** About how many letters go into a line of a card, counted in letters of Latin width. */
const LINE = 42;
/** How many lines a card shows before it cuts. */
const LINES = 7;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

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
