import { graphemeEnds } from "../../../contract/graphemes";
import { plainPromptText } from "../../../contract/prompt-markup";
import { isVisible, normalizeLines } from "../../../contract/prompt-text";

/** In grapheme clusters. */
const LENGTH = 60;
/** In code units. A title is made of a text's beginning. */
const BEGINNING = 2000;

const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/m;
/** Of headings, quotations, lists and tables, at the beginning of a line. */
const BLOCK_MARKS = /^(?:[#>|*+\-–•\s]+|\d{1,3}[.)]\s)+/u;
const LINK = /!?\[([^[\]]*)\]\([^()]*\)/g;
const INLINE_MARKS = /\*\*|__|[*`~]+|\|\s*$/g;

/** A title for a text without one: its first line without the marks of Markdown. Blank if the text is. */
export function madeTitle(content: string): string {
  const lines = normalizeLines(content.slice(0, BEGINNING)).split("\n").filter(isVisible);
  const title = lines.map(plainLine).find(isVisible) ?? lines[0] ?? "";
  return shortened(title);
}

/** The title of a Markdown text: its first heading, else its first line. */
export function markdownTitle(content: string): string {
  const heading = HEADING.exec(content.slice(0, BEGINNING))?.[1] ?? "";
  return madeTitle(isVisible(heading) ? heading : content);
}

function plainLine(line: string): string {
  return plainPromptText(line)
    .replace(BLOCK_MARKS, "")
    .replace(LINK, "$1")
    .replace(INLINE_MARKS, "")
    .replace(/\s+/g, " ")
    .trim();
}

function shortened(title: string): string {
  const ends: number[] = [];
  for (const end of graphemeEnds(title)) if (ends.push(end) > LENGTH) break;
  if (ends.length <= LENGTH) return title;
  const beginning = title.slice(0, ends[LENGTH - 2]);
  const space = beginning.lastIndexOf(" ");
  const words = space > beginning.length / 2 ? beginning.slice(0, space) : beginning;
  return `${words.replace(/[\s,.;:、，。；：-]+$/u, "")}…`;
}
