import { parse } from "yaml";
import { z } from "zod";
import { type RenderedMarkdown, renderMarkdown } from "../../platform/markdown/markdown";

/** What stands above the text of a page of the docs. */
const facts = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1),
  /** The day of the last change of the English text that this one says the same as. */
  updated: z.iso.date(),
});

export interface DocFile extends RenderedMarkdown {
  title: string;
  description: string;
  updatedAt: Date;
}

const FILE = /^---\r?\n(?<facts>.*?)\r?\n---\r?\n(?<text>.*)$/s;

/** @throws for a file without its title, description or day. */
export function parseDocFile(source: string): DocFile {
  const { facts: yaml = "", text = "" } = FILE.exec(source)?.groups ?? {};
  const { title, description, updated } = facts.parse(parse(yaml));
  const options = { userContent: false, idPrefix: "doc-", resolveLink: pageOf };
  return { ...renderMarkdown(text, options), title, description, updatedAt: new Date(updated) };
}

/** Files link to each other as files; what they become lies just as they do. */
function pageOf(href: string): string {
  return /^[\w./-]+\.md(#|$)/.test(href) ? href.replace(/\.md(?=#|$)/, "") : href;
}
