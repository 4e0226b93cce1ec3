import type { DataSource } from "typeorm";
import { FALLBACK_LOCALE, type Locale, localePath } from "../../../contract/locales";
import { promptPath } from "../../../contract/pages";
import { PRODUCT_NAME } from "../../../contract/product";
import { readLibrary, type LibraryRow } from "./library-text.reader";
import { licenceOf } from "./prompt-markdown";

/** All prompts of the library in a language, as llms-full.txt. @param site its address without a trailing slash */
export async function wholeLibrary(dataSource: DataSource, locale: Locale, site: string): Promise<string> {
  const rows = await readLibrary(dataSource, locale);
  const language = new Intl.DisplayNames(FALLBACK_LOCALE, { type: "language" }).of(locale) ?? locale;
  const licence = licenceOf({ origin: "library", locale }, site);
  const head = `# ${PRODUCT_NAME}: the library in ${language}\n\n> ${rows.length} prompts for AI models, with their numbers and addresses. Each text is between fences; in it {{name}}, {{name:default}} and {{name|label:default}} are blanks to fill in. Licence: CC BY 4.0, ${licence}`;
  return `${[head, ...rows.map((row) => section(row, locale, site))].join("\n\n")}\n`;
}

function section({ id, title, remark, content }: LibraryRow, locale: Locale, site: string): string {
  const fence = fenceFor(content);
  const address = site + localePath(locale, promptPath(id));
  return [
    `## ${id}. ${title}`,
    address,
    ...(remark === null ? [] : [remark]),
    `${fence}text\n${content}\n${fence}`,
  ].join("\n\n");
}

/** Longer than any that the text has. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(longest + 1);
}
