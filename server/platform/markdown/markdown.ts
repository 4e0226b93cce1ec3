import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { collectHeadings, type Heading } from "./headings";
import { rewriteLinks } from "./links";
import { limitNesting, markdownToHtmlTree } from "./parse";

export interface MarkdownOptions {
  /** Prefixes every id and name in the HTML, so that none collides with the page's. */
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

/** Renders our own Markdown to HTML. What members write is rendered by `UserMarkdown`. The caller has to limit the length of the text. */
export function renderMarkdown(source: string, { idPrefix, resolveLink }: MarkdownOptions): RenderedMarkdown {
  const headings: Heading[] = [];
  const html = unified()
    .use(markdownToHtmlTree)
    .use(rehypeRaw)
    .use(rehypeSanitize, { ...defaultSchema, clobberPrefix: idPrefix })
    // Later steps add only our own content.
    .use(() => (tree: Root) => void headings.push(...collectHeadings(tree, idPrefix)))
    .use(() => (tree: Root) => rewriteLinks(tree, resolveLink))
    .use(rehypeStringify)
    .processSync(limitNesting(source));
  return { html: String(html), headings };
}
