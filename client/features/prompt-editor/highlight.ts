import { MAX_NAME, promptTokens } from "../../../contract/prompt-markup";

export interface HighlightedPart {
  kind: "text" | "blank" | "broken";
  text: string;
}

const BRACES = /\{\{|\}\}/;

/** Splits a text at its blanks, and at braces that are probably meant as one and are none. */
export function highlightedParts(content: string): HighlightedPart[] {
  const parts: HighlightedPart[] = [];
  let end = 0;
  const plain = (to: number) => {
    let text = content.slice(end, to);
    for (let match = BRACES.exec(text); match; match = BRACES.exec(text)) {
      if (match.index > 0) parts.push({ kind: "text", text: text.slice(0, match.index) });
      parts.push({ kind: "broken", text: match[0] });
      text = text.slice(match.index + match[0].length);
    }
    if (text !== "") parts.push({ kind: "text", text });
  };
  for (const { start, end: next, kind } of promptTokens(content)) {
    plain(start);
    parts.push({ kind: kind === "variable" ? "blank" : "text", text: content.slice(start, next) });
    end = next;
  }
  plain(content.length);
  return parts;
}

/** A name made of words; null if none are left, or too many. */
export function blankName(words: string): string | null {
  const name = words.replace(/[^\p{L}\p{M}\p{N}_'’-]+/gu, " ").replace(/^[ '’-]+|[ '’-]+$/g, "");
  return name === "" || name.length > MAX_NAME ? null : name;
}

/** How a blank is written in that place, which may be in code. */
export function blankAt(content: string, [start, end]: [number, number], name: string, fallback: string): string {
  const written = `${content.slice(0, start)}{{${name}}}${content.slice(end)}`;
  const isCode = [...promptTokens(written)].some((token) => token.start === start && token.kind === "code");
  return `{{${name}${isCode ? "|" : ""}${fallback && `:${fallback}`}}}`;
}
