import { promptTokens } from "../../../contract/prompt-markup";

export interface HighlightedPart {
  kind: "text" | "blank" | "broken";
  text: string;
}

const BRACES = /\{\{|\}\}/;

/** Splits a text at its blanks, and at braces that are probably meant as one and are none. */
export function highlightedParts(content: string): HighlightedPart[] {
  const parts: HighlightedPart[] = [];
  let end = 0;
  /** How many escaped braces are not closed yet. */
  let escaped = 0;
  const plain = (to: number) => {
    let text = content.slice(end, to);
    for (let match = BRACES.exec(text); match; match = BRACES.exec(text)) {
      if (match.index > 0) parts.push({ kind: "text", text: text.slice(0, match.index) });
      const isClosing = match[0] === "}}" && escaped > 0;
      if (isClosing) escaped -= 1;
      parts.push({ kind: isClosing ? "text" : "broken", text: match[0] });
      text = text.slice(match.index + match[0].length);
    }
    if (text !== "") parts.push({ kind: "text", text });
  };
  for (const { start, end: next, variable } of promptTokens(content)) {
    plain(start);
    parts.push({ kind: variable ? "blank" : "text", text: content.slice(start, next) });
    if (!variable) escaped += 1;
    end = next;
  }
  plain(content.length);
  return parts;
}

/** The markup of a blank that stands for these words. @returns null if none are left */
export function blankFor(words: string): string | null {
  const name = words.replace(/[{}|:\\\s]+/gu, " ").trim();
  return name === "" ? null : `{{${name}}}`;
}
