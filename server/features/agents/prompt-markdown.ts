import { stringify } from "yaml";
import { localePath } from "../../../contract/locales";
import { docPath } from "../../../contract/pages";
import type { WholePrompt } from "./agent-prompt";

const LICENCE = "https://creativecommons.org/licenses/by/4.0/";

/** The licence of a prompt: of the library's, or the terms under which members share. @param site its address without a trailing slash */
export function licenceOf({ origin, locale }: Pick<WholePrompt, "origin" | "locale">, site: string): string {
  return origin === "library" ? LICENCE : site + localePath(locale, docPath("terms-of-service"));
}

/**
 * A prompt as Markdown: what is known about it as YAML in front, then its text and nothing else, so that no words of its author can
 * pass for words of the site.
 * @param text with values in its blanks; else as it was written
 */
export function promptMarkdown(prompt: WholePrompt, site: string, text = prompt.content): string {
  const { id, title, remark, url, locale, origin, author, tags, blanks, updatedAt } = prompt;
  const front = {
    title,
    ...(remark !== null && { description: remark }),
    id,
    url,
    language: locale,
    origin,
    ...(author !== null && { author }),
    ...(tags.length > 0 && { tags }),
    ...(blanks.length > 0 && {
      blanks: blanks.map(({ name, label, default: value }) => ({ name, label, default: value })),
    }),
    updated: updatedAt,
    license: licenceOf(prompt, site),
  };
  return `---\n${stringify(front, { lineWidth: 0 })}---\n\n${text}\n`;
}
