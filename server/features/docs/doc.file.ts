import { parse } from "yaml";
import { z } from "zod";
import { type RenderedMarkdown, renderMarkdown } from "../../platform/markdown/markdown";

/** The front matter of a docs page. */
const frontMatter = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  /** The date of the English text that this one corresponds to. */
  updated: z.iso.date(),
});

export interface DocFile extends RenderedMarkdown {
  title: string;
  description: string;
  updatedAt: Date;
}

const FILE = /^---\r?\n(?<yaml>.*?)\r?\n---\r?\n(?<text>.*)$/s;

/** @throws if title, description or date is missing */
export function parseDocFile(source: string): DocFile {
  const { yaml = "", text = "" } = FILE.exec(source)?.groups ?? {};
  const { title, description, updated } = frontMatter.parse(parse(yaml));
  const options = { idPrefix: "doc-", resolveLink: resolveDocLink };
  return { ...renderMarkdown(text, options), title, description, updatedAt: new Date(updated) };
}

/** Files link to each other by file name; pages have the same relative paths without ".md". */
function resolveDocLink(href: string): string {
  return /^[\w./-]+\.md(#|$)/.test(href) ? href.replace(/\.md(?=#|$)/, "") : href;
}
