import type { PromptSegment, PromptVariable } from "./prompt-markup";

/** A line of a prompt's text. */
export interface SheetLine {
  /** The dash or number of a list item with the space around it, else "". */
  marker: string;
  /** How deep a list item is nested. */
  depth: number;
  parts: PromptSegment[];
  /** A blank and nothing else. */
  isBlankAlone: boolean;
}

const MARKER = /^([ \t]*)(?:[-*•–]|\p{Nd}{1,3}[.)])[ \t]+/u;
const MAX_DEPTH = 3;

/** Splits a text into lines, and recognizes list items. */
export function sheetLines(segments: readonly PromptSegment[]): SheetLine[] {
  const lines: PromptSegment[][] = [[]];
  for (const segment of segments) {
    if (segment.kind === "variable") {
      lines.at(-1)?.push(segment);
      continue;
    }
    for (const [index, text] of segment.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ kind: "text", text });
    }
  }
  return lines.map(toLine);
}

function toLine(parts: PromptSegment[]): SheetLine {
  const visible = parts.filter((part) => part.kind === "variable" || part.text.trim() !== "");
  const isBlankAlone = visible.length === 1 && visible[0]?.kind === "variable";
  const [first, ...rest] = parts;
  const match = first?.kind === "text" ? MARKER.exec(first.text) : null;
  if (first?.kind !== "text" || !match) return { marker: "", depth: 0, parts, isBlankAlone };
  const [marker, indent = ""] = match;
  const text = first.text.slice(marker.length);
  return {
    marker,
    depth: Math.min(MAX_DEPTH, Math.floor(indent.replaceAll("\t", "  ").length / 2)),
    parts: text === "" ? rest : [{ kind: "text", text }, ...rest],
    isBlankAlone: false,
  };
}

/** A blank with the punctuation that must not be separated from it. */
interface TightBlank {
  kind: "variable";
  variable: PromptVariable;
  before: string;
  after: string;
}

export type TightSegment = Extract<PromptSegment, { kind: "text" }> | TightBlank;

/** In code units. Longer runs are no punctuation of the blank. */
const MAX_PUNCTUATION = 8;
const OPENING = /[\p{Ps}\p{Pi}"'¿¡]+$/u;
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]+/u;

/** Moves punctuation from the text to the blank that it touches: browsers may break a line on either side of a field. */
export function tighten(segments: readonly PromptSegment[]): TightSegment[] {
  const opening = (text: string) => OPENING.exec(text.slice(-MAX_PUNCTUATION))?.[0] ?? "";
  const closing = (text: string) => CLOSING.exec(text.slice(0, MAX_PUNCTUATION))?.[0] ?? "";
  return segments.map((segment, index) => {
    const [before, after] = [segments[index - 1], segments[index + 1]];
    if (segment.kind === "variable") {
      return {
        ...segment,
        before: before?.kind === "text" ? opening(before.text) : "",
        after: after?.kind === "text" ? closing(after.text) : "",
      };
    }
    const start = before?.kind === "variable" ? closing(segment.text).length : 0;
    const end = after?.kind === "variable" ? opening(segment.text).length : 0;
    return { kind: "text", text: segment.text.slice(start, Math.max(start, segment.text.length - end)) };
  });
}

/** Whether the segment is a blank that has a line to itself. */
export function isAloneOnLine(segments: readonly PromptSegment[], index: number): boolean {
  const [before, segment, after] = [segments[index - 1], segments[index], segments[index + 1]];
  if (segment?.kind !== "variable") return false;
  const startsLine = before === undefined || (before.kind === "text" && /\n[ \t]*$/.test(before.text));
  const endsLine = after === undefined || (after.kind === "text" && /^[ \t]*\n/.test(after.text));
  return startsLine && endsLine;
}
