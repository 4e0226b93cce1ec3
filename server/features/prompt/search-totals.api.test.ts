import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let member: TestBrowser;
let authorId: string;

beforeAll(async () => {
  site = await createTestApp();
  member = await confirmedMember(site, "Counter");
  const rows = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = 'Counter'");
  authorId = rows[0]?.id ?? "";
});
afterAll(async () => {
  await site.close();
});

interface Total {
  totalCount: number;
  totalCountIsExact: boolean;
}

const LIST =
  "prompts(locale: FR, filter: $filter, orderBy: $orderBy, first: 1) { totalCount totalCountIsExact nodes { id } }";
const WORD = "wobbegong";

/** Each prompt is found by two of its texts. */
const insert = (length: number, title: string) =>
  insertPrompts(
    site.dataSource,
    Array.from({ length }, () => ({
      authorId,
      texts: (["en", "fr"] as const).map((locale) => ({ locale, title, content: "One." })),
    })),
  );

async function totals(filter: object, orderBy: object | null = null): Promise<[number, boolean]> {
  const query = `query ($filter: PromptFilter, $orderBy: PromptOrder) { ${LIST} }`;
  const { prompts } = await site.query<{ prompts: Total }>(query, { filter, orderBy });
  return [prompts.totalCount, prompts.totalCountIsExact];
}

async function ownTotals(filter: object): Promise<[number, boolean]> {
  const query = `query ($filter: PromptFilter, $orderBy: PromptOrder) { viewer { ${LIST} } }`;
  const { viewer } = await member.query<{ viewer: { prompts: Total } }>(query, { filter });
  return [viewer.prompts.totalCount, viewer.prompts.totalCountIsExact];
}

test("of a search of the community or of an author a thousand are counted, of one's own prompts those that are searched", async () => {
  const query = WORD;
  for (const [more, expected] of [
    [999, [999, true]],
    [1, [1000, true]],
    [1, [1000, false]],
    [100, [1000, false]],
  ] as const) {
    await insert(more, "Wobbegong");
    expect(await totals({ query })).toEqual(expected);
    expect(await totals({ query, origin: "COMMUNITY" })).toEqual(expected);
    expect(await totals({ query, author: "Counter" })).toEqual(expected);
    expect(await totals({ query, locale: "FR" }, { field: "ID", direction: "ASC" })).toEqual(expected);
    expect(await ownTotals({ query })).toEqual([expected[0], true]);
  }
  // A list without words is counted further.
  expect(await totals({ author: "Counter" })).toEqual([1101, true]);
  expect(await ownTotals({})).toEqual([1101, true]);
});

test("of the library, which has a thousand numbers, all are counted", async () => {
  const [model] = await insert(1, "Wobbegong");
  await site.dataSource.transaction(async (manager) => {
    await manager.query("delete from prompt where origin = 'LIBRARY'");
    await manager.query(
      "insert into prompt (id, origin, source_locale) select number, 'LIBRARY', 'en' from generate_series(1, 999) number",
    );
    await manager.query(
      `insert into prompt_text (prompt_id, locale, title, content, search, search_version)
       select p.id, code, t.title, t.content, t.search, t.search_version
       from prompt p, unnest(array['en', 'fr']) code,
         prompt_text t
       where p.origin = 'LIBRARY' and t.prompt_id = $1 and t.locale = 'en'`,
      [model],
    );
  });
  expect(await totals({ query: WORD, origin: "LIBRARY" })).toEqual([999, true]);
  await site.dataSource.query(
    `with last as (insert into prompt (id, origin, source_locale) values (1000, 'LIBRARY', 'en') returning id)
     insert into prompt_text (prompt_id, locale, title, content, search, search_version)
     select last.id, 'en', t.title, t.content, t.search, t.search_version from last, prompt_text t where t.prompt_id = 999 and t.locale = 'en'`,
  );
  expect(await totals({ query: WORD, origin: "LIBRARY" })).toEqual([1000, true]);
});

test("of a list of public prompts ten thousand are counted, of one's own all", async () => {
  const [before] = await totals({ origin: "COMMUNITY" });
  const [own] = await ownTotals({});
  const insertMore = (count: number) =>
    site.dataSource.query(
      `insert into prompt (origin, author_id, source_locale, languages, shared)
       select 'COMMUNITY', $1, 'en', '{en}', true from generate_series(1, $2::int)`,
      [authorId, count],
    );
  await insertMore(10_000 - before);
  expect(await totals({ origin: "COMMUNITY" })).toEqual([10_000, true]);
  await insertMore(1);
  expect(await totals({ origin: "COMMUNITY" })).toEqual([10_000, false]);
  expect(await totals({ author: "Counter" })).toEqual([10_000, expect.any(Boolean)]);
  expect(await ownTotals({})).toEqual([own + 10_001 - before, true]);
});
