import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { readRows } from "../../platform/database/read-rows";
import { highlightRanges, matchingTokensSql, type SearchQuery, type TextRange, tokenRows } from "../../platform/search";
import type { Prompt } from "./prompt.type";

/** Where the title and the remark that a list shows of a prompt have words of its query. */
export interface Highlight {
  title: TextRange[];
  remark: TextRange[];
}

/** Those of the prompts that have any, by their ids. */
export async function highlightsOf(
  dataSource: DataSource,
  query: SearchQuery,
  prompts: readonly Prompt[],
): Promise<ReadonlyMap<string, Highlight>> {
  const heads = prompts.flatMap(({ id, preloadedText }) => (preloadedText ? [{ id, ...preloadedText.head }] : []));
  const tokens = tokenRows(
    heads.flatMap(({ locale, title, remark }) => [
      { locale, text: title },
      { locale, text: remark ?? "" },
    ]),
  );
  const rows = await readRows<{ locale: Locale; token: string }>(
    dataSource,
    matchingTokensSql("$1::jsonb", "$2::jsonb"),
    [JSON.stringify(query), JSON.stringify(tokens)],
  );
  const matching = new Map<Locale, Set<string>>();
  for (const { locale, token } of rows) {
    const words = matching.get(locale) ?? new Set();
    matching.set(locale, words.add(token));
  }
  const found = heads.map(({ id, locale, title, remark }) => {
    const ranges = (text: string) => highlightRanges(text, locale, matching.get(locale) ?? new Set(), query);
    return [id, { title: ranges(title), remark: ranges(remark ?? "") }] as const;
  });
  return new Map(found.filter(([, { title, remark }]) => title.length > 0 || remark.length > 0));
}
