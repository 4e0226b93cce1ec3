import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type Processor, unified } from "unified";
import { collectHeadings, type Heading } from "./headings";
import { followLinks } from "./links";

export interface MarkdownOptions {
  /** Whether visitors wrote it: their links then vouch for nothing and gain nothing. */
  userContent: boolean;
  /** Begins every id and name in the HTML, so that none is one of the page's, or of another text on it. */
  idPrefix: string;
  /** What a link of the text leads to instead. What it returns has to be safe: it is not looked at again. */
  resolveLink?: (href: string) => string;
}

export interface RenderedMarkdown {
  /** Safe to stand in a page as it is. */
  html: string;
  /** In the order of the text. */
  headings: Heading[];
}

/** Two texts with footnotes on one page would share their numbers, and nobody asked for them. */
const FOOTNOTES = ["gfmFootnoteCall", "gfmFootnoteDefinition", "gfmPotentialFootnoteCall"];

/** Quotes and lists within each other cost the square of their depth: 2000 characters could take a tenth of a second. */
const DEEPEST = 24;
const MARKER = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])`;
const TOO_DEEP = new RegExp(`^((?:[ \\t]*${MARKER}){${DEEPEST}}[ \\t]*)(?=${MARKER})`, "gm");

/**
 * The one way from Markdown to HTML: CommonMark with tables, strikethrough, autolinks and task lists, and HTML within it as far
 * as GitHub allows. How long the text may be is the caller's business.
 */
export function renderMarkdown(source: string, options: MarkdownOptions): RenderedMarkdown {
  const { userContent, idPrefix, resolveLink } = options;
  const headings: Heading[] = [];
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(withoutFootnotes)
    .use(remarkRehype, { allowDangerousHtml: true })
    .use(rehypeRaw)
    .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: idPrefix })
    // Only what is ours comes after it.
    .use(() => (tree: Root) => void headings.push(...collectHeadings(tree, idPrefix)))
    .use(() => (tree: Root) => followLinks(tree, { userContent, resolveLink }))
    .use(rehypeStringify)
    .processSync(limitNesting(source));
  return { html: String(html), headings };
}

/** What stands deeper is text. */
function limitNesting(source: string): string {
  return source.replace(TOO_DEEP, "$1\\");
}

function withoutFootnotes(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: FOOTNOTES } }];
}
