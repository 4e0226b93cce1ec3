import { diffArrays } from "diff";

/** A part of two texts: in both, or in only one of them. */
export interface Change {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A change, and the text up to the next one. */
interface Edit {
  removed: string;
  added: string;
  same: string;
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

/** Words that changed between two texts. Lines are compared first, then the words of the lines that differ. Its time is bounded. */
export function wordDifference(before: string, after: string): Change[] {
  const changes: Change[] = [];
  for (const lines of findEdits(linesOf(before), linesOf(after))) {
    for (const words of findEdits(tokensOf(lines.removed), tokensOf(lines.added)).map(withoutSpace)) {
      add(changes, "removed", words.removed);
      add(changes, "added", words.added);
      add(changes, "same", words.same);
    }
    add(changes, "same", lines.same);
  }
  return changes;
}

/** A space at the end of both sides has not changed. */
function withoutSpace({ removed, added, same }: Edit): Edit {
  const space = /[^\S\n]*$/.exec(removed)?.[0] ?? "";
  if (space === "" || !added.endsWith(space)) return { removed, added, same };
  return { removed: removed.slice(0, -space.length), added: added.slice(0, -space.length), same: space + same };
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

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function findEdits(before: string[], after: string[]): Edit[] {
  const parts = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  if (!parts) return [{ removed: before.join(""), added: after.join(""), same: "" }];
  let edit: Edit = { removed: "", added: "", same: "" };
  const edits = [edit];
  for (const { added, removed, value } of parts) {
    const text = value.join("");
    if (!added && !removed) {
      edit.same = text;
      continue;
    }
    if (edit.same !== "") edit = nextEdit(edits, edit);
    if (added) edit.added += text;
    else edit.removed += text;
  }
  return edits;
}

/** Changes with only a space between them are one: several words in a row read as one change. */
function nextEdit(edits: Edit[], last: Edit): Edit {
  const isFirst = last.removed === "" && last.added === "";
  if (isFirst || !/^[^\S\n]+$/.test(last.same)) {
    const edit: Edit = { removed: "", added: "", same: "" };
    edits.push(edit);
    return edit;
  }
  last.removed += last.same;
  last.added += last.same;
  last.same = "";
  return last;
}
