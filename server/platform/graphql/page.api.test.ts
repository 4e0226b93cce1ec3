import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertCrowd } from "../testing/community";
import { isDeep } from "../testing/deep";
import { idsOf, pageOperation, readPageOf, type PageRequest, type WalkedList } from "../testing/connection-walk";
import { createTestApp, statementsOf, type TestApp } from "../testing/test-app";

let site: TestApp;
/** Every row that the lists ever had, in order, and whether it is still there. */
let rows: { id: string; cursor: string; there: boolean }[];

const MEMBERS_PROMPTS: WalkedList = {
  name: "members' prompts",
  field: "prompts",
  args: "locale: EN filter: { origin: COMMUNITY }",
};
const LISTS: WalkedList[] = [
  MEMBERS_PROMPTS,
  { name: "tags", field: "tags", id: "slug" },
  { name: "users", field: "users" },
  { name: "a user's prompts", field: "prompts", parent: `user(username: "Crowd-1")` },
];

beforeAll(async () => {
  site = await createTestApp();
  await insertCrowd(site.dataSource, { users: 30, prompts: 90 });
  const { edges } = await readPageOf(site, MEMBERS_PROMPTS, { first: 100 });
  const gone = (index: number) => index % 3 === 0;
  rows = edges.map(({ cursor, node }, index) => ({ id: node.id ?? "", cursor, there: !gone(index) }));
  await site.dataSource.query("delete from prompt where id = any($1)", [
    rows.filter((row) => !row.there).map((row) => row.id),
  ]);
});
afterAll(async () => {
  await site.close();
});

/** Relay's cursor connection specification, section 4, on the whole list in memory. */
function byRelay({ first, last, after, before }: PageRequest) {
  const place = (cursor: string | null | undefined) => rows.findIndex((row) => row.cursor === cursor);
  const afterAt = after == null ? -1 : place(after);
  const beforeAt = before == null ? rows.length : place(before);
  const within = rows.filter((row, index) => row.there && index > afterAt && index < beforeAt);
  const size = first == null && last == null ? 20 : first;
  const inFirst = size == null ? within : within.slice(0, size);
  const ids = (last == null ? inFirst : inFirst.slice(Math.max(0, inFirst.length - last))).map((row) => row.id);
  return {
    ids,
    hasNextPage:
      (size != null && within.length > size) ||
      (before != null && rows.some((row, index) => row.there && index >= beforeAt)),
    hasPreviousPage:
      (last != null && within.length > last) ||
      (after != null && rows.some((row, index) => row.there && index <= afterAt)),
  };
}

test("any window, cursors of rows that are gone included, is Relay's to the letter", async () => {
  const size = fc.option(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(59, 60, 61, 100)));
  const cursor = fc.option(fc.integer({ min: 0, max: 89 }));
  await fc.assert(
    fc.asyncProperty(size, size, cursor, cursor, async (first, last, afterAt, beforeAt) => {
      const request = {
        first,
        last,
        after: afterAt === null ? null : rows[afterAt]?.cursor,
        before: beforeAt === null ? null : rows[beforeAt]?.cursor,
      } as PageRequest;
      const page = await readPageOf(site, MEMBERS_PROMPTS, request);
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
      expect({ ids: idsOf(page), hasNextPage, hasPreviousPage }).toEqual(byRelay(request));
      const cursors = page.edges.map((edge) => rows.find((row) => row.id === edge.node.id)?.cursor);
      expect(page.edges.map((edge) => edge.cursor)).toEqual(cursors);
      expect([startCursor, endCursor]).toEqual([cursors[0] ?? null, cursors.at(-1) ?? null]);
    }),
    { numRuns: isDeep ? 250 : 60 },
  );
});

describe.each(LISTS)("in $name", (list) => {
  test("neither size means the first twenty, 0 is an empty page, 100 is allowed", async () => {
    const all = idsOf(await readPageOf(site, list, { first: 100 }));
    expect(idsOf(await readPageOf(site, list, {}))).toEqual(all.slice(0, 20));
    expect(idsOf(await readPageOf(site, list, { last: 2 }))).toEqual(all.slice(-2));
    expect(idsOf(await readPageOf(site, list, { last: 0 }))).toEqual([]);
    expect(await readPageOf(site, list, { first: 0 })).toEqual({
      edges: [],
      nodes: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test.each([
    { first: 101 },
    { first: -1 },
    { last: 101 },
    { last: -1 },
    { first: 5, last: -1 },
    { first: 2_147_483_647 },
    { last: -2_147_483_648 },
  ])("%o is refused", async (request) => {
    const { errors, data } = await site.send<unknown>(pageOperation(list), request);
    expect(errors?.map((error) => error.extensions.code)).toEqual(["BAD_USER_INPUT"]);
    expect(JSON.stringify(data ?? null)).not.toContain("page");
  });

  test("the total is right and only counted when it is selected", async () => {
    const { totalCount } = await readPageOf(site, list, { first: 1 }, true);
    expect(totalCount).toBe(idsOf(await readPageOf(site, list, { first: 100 })).length);
    const counts = (statements: string[]) => statements.filter((sql) => sql.includes("count(*)")).length;
    expect(counts(await statementsOf(() => readPageOf(site, list, { first: 1 })))).toBe(0);
    // An author's total is a column of the author.
    expect(counts(await statementsOf(() => readPageOf(site, list, { first: 1 }, true)))).toBe(list.parent ? 0 : 1);
  });
});
