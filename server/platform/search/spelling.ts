import { fold } from "./fold";

/** Words that may be meant by a misspelled one. */

export interface KnownWord {
  word: string;
  /** In how many prompts it occurs. */
  count: number;
  /** Whether it is in the reader's language. */
  isOwn: boolean;
}

const MIN_LENGTH = 4;
/** From here on, two letters may be wrong. */
const LONG = 8;

/** Letters only, with their marks. */
export const CORRECTABLE = new RegExp(`^[\\p{L}\\p{M}]{${String(MIN_LENGTH)},32}$`, "u");

/** How many letters of a word may be wrong. */
export function tolerance(word: string): number {
  return [...word].length < LONG ? 1 : 2;
}

/** The most likely of the known words that are near enough; undefined if there is none. */
export function nearestWord(typed: string, known: readonly KnownWord[]): string | undefined {
  const letters = [...typed];
  const most = tolerance(typed);
  let best: (KnownWord & { distance: number; sameStart: boolean }) | undefined;
  for (const each of known) {
    const distance = editDistance(letters, [...each.word], most);
    if (distance === 0 || distance > most) continue;
    const candidate = { ...each, distance, sameStart: each.word.startsWith(letters[0] ?? "") };
    if (!best || isLikelier(candidate, best)) best = candidate;
  }
  return best?.word;
}

/** Whether a word, as it is written, may be what is meant by another. */
export function mayBeMeant(typed: string, written: string): boolean {
  const folded = fold(typed);
  return (
    CORRECTABLE.test(folded) && nearestWord(folded, [{ word: fold(written), count: 1, isOwn: true }]) !== undefined
  );
}

type Candidate = KnownWord & { distance: number; sameStart: boolean };

/** The first letter is hardly ever wrong. */
function isLikelier(one: Candidate, other: Candidate): boolean {
  const cost = ({ distance, sameStart }: Candidate) => distance + (sameStart ? 0 : 0.5);
  if (cost(one) !== cost(other)) return cost(one) < cost(other);
  if (one.isOwn !== other.isOwn) return one.isOwn;
  return one.count > other.count;
}

/**
 * How many letters have to be replaced, added, left out or exchanged with the next one (Damerau and Levenshtein; no letter twice).
 * @param most beyond which the exact number does not matter
 */
export function editDistance(one: readonly string[], other: readonly string[], most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? most + 1;
}
