import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { type Processor, unified } from "unified";
import { collectHeadings, type Heading } from "./headings";
import { rewriteLinks } from "./links";

export interface MarkdownOptions {
  /** Whether it is user-generated content, whose links the site does not endorse. */
  userContent: boolean;
  /** Prefixes every id and name in the HTML, so that none collides with the page's or with another text's. */
  idPrefix: string;
  /** Rewrites the target of a link. The result must be safe: it is not sanitized again. */
  resolveLink?: (href: string) => string;
}

export interface RenderedMarkdown {
  /** Safe to insert into a page. */
  html: string;
  /** In document order. */
  headings: Heading[];
}

/** Footnotes are disabled: nobody needs them, and their numbers would collide if two texts on a page had footnotes. */
const FOOTNOTES = ["gfmFootnoteCall", "gfmFootnoteDefinition", "gfmPotentialFootnoteCall"];

/** The time for nested quotes and lists is quadratic in their depth: 2000 characters could take 0.1 s. */
const DEEPEST = 24;
const MARKER = String.raw`(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])`;
const TOO_DEEP = new RegExp(`^((?:[ \\t]*${MARKER}){${DEEPEST}}[ \\t]*)(?=${MARKER})`, "gm");

/**
 * Renders Markdown to HTML: CommonMark with tables, strikethrough, autolinks and task lists, and the embedded HTML that GitHub
 * allows. The caller has to limit the length of the text.
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
    // Later steps add only our own content.
    .use(() => (tree: Root) => void headings.push(...collectHeadings(tree, idPrefix)))
    .use(() => (tree: Root) => rewriteLinks(tree, { userContent, resolveLink }))
    .use(rehypeStringify)
    .processSync(limitNesting(source));
  return { html: String(html), headings };
}

/** Anything deeper becomes plain text. */
function limitNesting(source: string): string {
  return source.replace(TOO_DEEP, "$1\\");
}

function withoutFootnotes(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: FOOTNOTES } }];
}
