import { afterAll, beforeAll, expect, test } from "vitest";
import { LOCALE_CODES } from "../../contract/locales";
import { createTestApp, type TestApp } from "../platform/testing/test-app";
import { SEARCH_ROWS, type SearchRow } from "./search-queries";

/** Reads more than a page, for what must not be found at all. */
const SEARCH = `query ($locale: Locale!, $query: String!) {
  prompts(locale: $locale, filter: { query: $query, origin: LIBRARY }, first: 100) { nodes { id } }
}`;
const PAGE_SIZE = 20;

interface Answer {
  prompts: { nodes: { id: string }[] };
}

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

async function find({ locale, query }: SearchRow): Promise<number[]> {
  const data = await site.query<Answer>(SEARCH, { locale: locale.toUpperCase(), query });
  return data.prompts.nodes.map(({ id }) => Number(id));
}

function missesOf({ first, includes, excludes, why }: SearchRow, page: number[], all: number[]): string[] {
  const missing = includes.filter((id) => !page.includes(id));
  const last = Math.max(...includes.map((id) => all.indexOf(id)));
  const unexpected =
    includes.length === 0
      ? all
      : all.filter((id, place) => excludes?.includes(id) && (place < last || missing.length > 0));
  return [
    ...(missing.length > 0 ? [`lacks ${missing.join(", ")}`] : []),
    ...(first !== undefined && page[0] !== first
      ? [`first is ${String(page[0] ?? "nothing")}, not ${String(first)}`]
      : []),
    ...(unexpected.length > 0 ? [`wrongly finds ${unexpected.join(", ")}`] : []),
  ].map((what) => `${what} (${why})`);
}

test("searches in every language find the expected prompts", async () => {
  const misses: string[] = [];
  const recalled = { wanted: 0, found: 0 };
  const firsts = { wanted: 0, found: 0 };
  for (const row of SEARCH_ROWS) {
    const all = await find(row);
    const page = all.slice(0, PAGE_SIZE);
    misses.push(...missesOf(row, page, all).map((miss) => `${row.locale} ${row.query}: ${miss}`));
    recalled.wanted += row.includes.length;
    recalled.found += row.includes.filter((id) => page.includes(id)).length;
    if (row.first === undefined) continue;
    firsts.wanted += 1;
    firsts.found += Number(page[0] === row.first);
  }
  expect({
    misses,
    recallAt20: recalled.found / recalled.wanted,
    firstHitPrecision: firsts.found / firsts.wanted,
  }).toEqual({ misses: [], recallAt20: 1, firstHitPrecision: 1 });
});

test("every language has at least six queries, one of them without a result", () => {
  for (const locale of LOCALE_CODES) {
    const rows = SEARCH_ROWS.filter((row) => row.locale === locale);
    expect(rows.length, locale).toBeGreaterThanOrEqual(6);
    expect(
      rows.some(({ includes }) => includes.length === 0),
      locale,
    ).toBe(true);
  }
  expect(new Set(SEARCH_ROWS.map(({ locale, query }) => `${locale} ${query}`)).size).toBe(SEARCH_ROWS.length);
});
