/**
 * German writes words of several in one: "Kündigungsschreiben". A query finds them by their parts, and their parts by them, as far as
 * the vocabulary has the parts. All words are folded.
 */

/** Of each word of a query: its parts, and the words that it is part of. */
export type Compounds = ReadonlyMap<string, { parts: readonly [string, string] | null; compounds: readonly string[] }>;

export const NO_COMPOUNDS: Compounds = new Map();

/** What may stand between two parts. */
const LINKS = ["", "s", "es", "n", "en", "er", "e"];
const MIN_PART = 4;
const MIN_COMPOUND = 8;
/** A word in two parts; null if it cannot be divided. @param isWord whether there is such a word */
export function compoundParts(word: string, isWord: (part: string) => boolean): [string, string] | null {
  if (word.length < MIN_COMPOUND) return null;
  // The longest last part: it says what the whole is.
  for (let start = MIN_PART; start <= word.length - MIN_PART; start += 1) {
    const last = word.slice(start);
    if (!isWord(last)) continue;
    const first = LINKS.map((link) =>
      word.slice(0, start).endsWith(link) ? word.slice(0, start - link.length) : "",
    ).find((part) => part.length >= MIN_PART && isWord(part));
    if (first !== undefined) return [first, last];
  }
  return null;
}

/** Where a word may be divided: every part that would have to be known. */
export function possibleParts(word: string): string[] {
  if (word.length < MIN_COMPOUND) return [];
  const parts = new Set<string>();
  for (let start = MIN_PART; start <= word.length - MIN_PART; start += 1) {
    parts.add(word.slice(start));
    for (const link of LINKS) {
      const first = word.slice(0, start);
      if (first.endsWith(link) && first.length - link.length >= MIN_PART)
        parts.add(first.slice(0, first.length - link.length));
    }
  }
  return [...parts];
}

/** Whether a word has another one as its first or last part; the rest is long enough to be one. */
export function isCompoundOf(compound: string, part: string): boolean {
  const rest = compound.length - part.length;
  return part.length >= MIN_PART && rest >= MIN_PART && (compound.endsWith(part) || compound.startsWith(part));
}
