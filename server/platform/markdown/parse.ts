import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import type { Preset, Processor } from "unified";

/** Footnotes are disabled: nobody needs them, and their numbers would collide if two texts on a page had footnotes. */
const FOOTNOTES = ["gfmFootnoteCall", "gfmFootnoteDefinition", "gfmPotentialFootnoteCall"];

/** The time for nested quotes and lists is quadratic in their depth: 2000 characters could take 0.1 s. */
const DEEPEST = 24;
const MARKER = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])`;
const TOO_DEEP = new RegExp(`^((?:[ \\t]*${MARKER}){${DEEPEST}}[ \\t]*)(?=${MARKER})`, "gm");

/**
 * Parses Markdown: CommonMark with tables, strikethrough, autolinks and task lists. Its embedded HTML is in the tree as it was
 * written: `rehypeRaw` and a sanitizer have to follow.
 */
export const markdownToHtmlTree: Preset = {
  plugins: [remarkParse, remarkGfm, withoutFootnotes, [remarkRehype, { allowDangerousHtml: true }]],
};

/** Anything deeper becomes plain text. */
export function limitNesting(source: string): string {
  return source.replace(TOO_DEEP, "$1\\");
}

function withoutFootnotes(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: FOOTNOTES } }];
}
