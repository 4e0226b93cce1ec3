import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

const PAGE = `query ($locale: Locale!, $filter: PromptFilter, $orderBy: PromptOrder, $after: String) {
  prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: 20, after: $after) {
    edges { cursor node { id author { username } tags { slug label(locale: $locale) } upvoteDifference text(locale: $locale) { locale title remark excerpt } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

test.each([
  ["takes one statement", PAGE.replace(" excerpt", ""), 1],
  ["takes another one for excerpts", PAGE, 2],
])("a page of prompts with texts, tags and authors %s", async (_what, page, count) => {
  await site.query(page, { locale: "BN" });
  const statements = await statementsOf(() => site.query(page, { locale: "BN" }));
  expect(statements).toHaveLength(count);
  for (const filter of [{ query: "code" }, { tags: ["code", "write"], tagMatch: "ANY" }]) {
    expect(await statementsOf(() => site.query(page, { locale: "EN", filter }))).toHaveLength(count);
  }
  const searched = await statementsOf(() =>
    site.query(page, { locale: "EN", filter: { query: "code" }, orderBy: { field: "ID", direction: "DESC" } }),
  );
  expect(searched).toHaveLength(count);
});

test("page flags and total count take a statement each, and only when selected", async () => {
  const data = await site.query<{ prompts: { edges: { cursor: string }[] } }>(PAGE, { locale: "EN" });
  const after = data.prompts.edges[3]?.cursor;
  const statements = await statementsOf(() =>
    site.query(
      `query ($after: String) { prompts(locale: EN, after: $after) { totalCount pageInfo { hasPreviousPage } nodes { id } } }`,
      { after },
    ),
  );
  expect(statements).toHaveLength(3);
});

test("any prompt page's data is read in the same six statements", async () => {
  const query = `query ($id: ID!, $locale: Locale!) { prompt(id: $id) { id text(locale: $locale) { title content variables { name label default } plain }
    related(first: 6) { id text(locale: $locale) { title } tags { slug } } previous { id } next { id } } }`;
  const ids = await site.dataSource.query<{ id: number }[]>(
    `(select id from prompt order by id limit 1) union (select id from prompt order by id desc limit 1)
     union (select id from prompt order by cardinality(tag_ids), id limit 1) union (select id from prompt order by cardinality(tag_ids) desc, id limit 1)
     union (select id from prompt where id % 40 = 7)`,
  );
  expect(ids.length).toBeGreaterThan(8);
  for (const { id } of ids)
    for (const locale of ["FR", "AR"]) {
      const statements = await statementsOf(() => site.query(query, { id: String(id), locale }));
      expect(statements.length, `prompt ${String(id)} in ${locale}`).toBe(6);
    }
});
