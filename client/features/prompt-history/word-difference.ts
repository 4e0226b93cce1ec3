/** A part of two texts: in both, or in only one of them. */
export interface Change {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Places in two lists that differ: `before[from, to)` became `after[start, end)`. */
interface Hunk {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** The most edits that are looked for: time grows with them. Texts with more are shown as replaced. */
const MAX_EDITS = 800;

/** Scripts that do not separate words. */
const UNSPACED = "[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]";
const EMOJI = "\\p{ExtPict}(?:\\uFE0F|\\p{EMod})*";
/** A blank, a line break, spaces, a word, a flag, an emoji, or any other character with its marks. */
const TOKEN = new RegExp(
  [
    "\\{\\{[^{}\\n]{1,600}\\}\\}",
    "\\n",
    "[^\\S\\n]+",
    `(?:(?!${UNSPACED})(?:[\\p{L}\\p{M}\\p{N}_]|\\u200C|\\u200D))+`,
    "\\p{RI}\\p{RI}",
    `${EMOJI}(?:\\u200D${EMOJI})*`,
    "[^]\\p{M}*",
  ].join("|"),
  "gu",
);

/** What changed between two texts, in words: lines first, then the words of lines that differ. Its time is bounded. */
export function wordDifference(before: string, after: string): Change[] {
  const lines = { before: linesOf(before), after: linesOf(after) };
  const changes: Change[] = [];
  let at = 0;
  for (const { from, to, start, end } of findHunks(lines.before, lines.after)) {
    add(changes, "same", lines.before.slice(at, from).join(""));
    addWords(changes, lines.before.slice(from, to).join(""), lines.after.slice(start, end).join(""));
    at = to;
  }
  add(changes, "same", lines.before.slice(at).join(""));
  return changes;
}

function addWords(changes: Change[], before: string, after: string): void {
  const words = { before: before.match(TOKEN) ?? [], after: after.match(TOKEN) ?? [] };
  let at = 0;
  for (const { from, to, start, end } of joined(findHunks(words.before, words.after), words.before)) {
    add(changes, "same", words.before.slice(at, from).join(""));
    add(changes, "removed", words.before.slice(from, to).join(""));
    add(changes, "added", words.after.slice(start, end).join(""));
    at = to;
  }
  add(changes, "same", words.before.slice(at).join(""));
}

function add(changes: Change[], kind: Change["kind"], text: string): void {
  const last = changes.at(-1);
  if (last?.kind === kind) last.text += text;
  else if (text !== "") changes.push({ kind, text });
}

/** Lines with their breaks. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Joins hunks with only a space between them: several words in a row read as one change. */
function joined(hunks: readonly Hunk[], before: readonly string[]): Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    const between = last && before.slice(last.to, hunk.from);
    if (last && between?.every((token) => /^[^\S\n]+$/.test(token)))
      Object.assign(last, { to: hunk.to, end: hunk.end });
    else all.push({ ...hunk });
  }
  return all;
}

function findHunks(before: readonly string[], after: readonly string[]): Hunk[] {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before[to - 1] === after[end - 1]) {
    to -= 1;
    end -= 1;
  }
  if (from === to && from === end) return [];
  const whole = { from, to, start: from, end };
  if (from === to || from === end) return [whole];
  const hunks = shortestEdits(before.slice(from, to), after.slice(from, end));
  return hunks?.map((hunk) => shifted(hunk, from)) ?? [whole];
}

function shifted({ from, to, start, end }: Hunk, by: number): Hunk {
  return { from: from + by, to: to + by, start: start + by, end: end + by };
}

/**
 * Myers' algorithm (An O(ND) Difference Algorithm, 1986).
 * @returns null past the limit of edits
 */
function shortestEdits(before: readonly string[], after: readonly string[]): Hunk[] | null {
  const limit = Math.min(before.length + after.length, MAX_EDITS);
  const middle = limit + 1;
  const reached = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    trace.push(reached.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      const [above, below] = [reached[at - 1] ?? 0, reached[at + 1] ?? 0];
      let x = diagonal === -edits || (diagonal !== edits && above < below) ? below : above + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x += 1;
        y += 1;
      }
      reached[at] = x;
      if (x >= before.length && y >= after.length) return backtrack(trace, before.length, after.length);
    }
  }
  return null;
}

function backtrack(trace: readonly Int32Array[], length: number, otherLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [x, y] = [length, otherLength];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reached = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const at = edits + 1 + diagonal;
    const [above, below] = [reached[at - 1] ?? 0, reached[at + 1] ?? 0];
    const isAdded = diagonal === -edits || (diagonal !== edits && above < below);
    const previous = isAdded ? diagonal + 1 : diagonal - 1;
    const fromX = isAdded ? below : above;
    const fromY = fromX - previous;
    const step = { from: fromX, to: isAdded ? fromX : fromX + 1, start: fromY, end: isAdded ? fromY + 1 : fromY };
    const [next] = hunks;
    if (next && next.from === step.to && next.start === step.end) {
      next.from = step.from;
      next.start = step.start;
    } else hunks.unshift(step);
    [x, y] = [fromX, fromY];
  }
  return hunks;
}
