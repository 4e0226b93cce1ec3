import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCrowd } from "../testing/community";
import { isDeep } from "../testing/deep";
import { idsOf, pageOperation, readPageOf, type WalkedList } from "../testing/connection-walk";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

const sorted = (field: string, direction: string) => `orderBy: { field: ${field}, direction: ${direction} }`;
const LISTS: WalkedList[] = [
  ...["ID", "UPVOTE_DIFFERENCE", "UPDATED_AT"].flatMap((sort) =>
    ["ASC", "DESC"].map((direction) => ({
      name: `prompts ${sort} ${direction}`,
      field: "prompts",
      args: `locale: EN ${sorted(sort, direction)}`,
    })),
  ),
  { name: "prompts RELEVANCE", field: "prompts", args: `locale: EN filter: { query: "zebra" }` },
  { name: "tags SLUG", field: "tags", args: sorted("SLUG", "ASC"), id: "slug" },
  { name: "tags PROMPT_COUNT", field: "tags", args: sorted("PROMPT_COUNT", "ASC"), id: "slug" },
  { name: "users USERNAME", field: "users", args: sorted("USERNAME", "ASC") },
  { name: "users CREATED_AT", field: "users", args: sorted("CREATED_AT", "ASC") },
  { name: "users PROMPT_COUNT", field: "users", args: sorted("PROMPT_COUNT", "DESC") },
];

beforeAll(async () => {
  site = await createTestApp();
  const { userIds } = await insertCrowd(site.dataSource, { users: 8, prompts: 40 });
  // Two threads in each of three places, with two replies each.
  await site.dataSource.query(
    `insert into comment (prompt_id, author_id, body, html, html_version)
     select place, $1, 'A', '{}', 1 from unnest(array[1, 2, null]) as place, generate_series(1, 2)`,
    [userIds[0]],
  );
  await site.dataSource.query(
    `insert into comment (parent_id, author_id, body, html, html_version)
     select id, $1, 'B', '{}', 1 from comment, generate_series(1, 2)`,
    [userIds[0]],
  );
});
afterAll(async () => {
  await site.close();
});

/** Lists in the same order that differ in what they have. */
const BY_SUPPORT = sorted("UPVOTE_DIFFERENCE", "DESC");
const ALIKE: WalkedList[][] = [
  [
    "",
    "filter: { origin: COMMUNITY }",
    'filter: { tags: ["code"] }',
    'filter: { tags: ["write", "text"] }',
    'filter: { tags: ["write", "text"], tagMatch: ALL }',
    'filter: { author: "crowd-1" }',
    'filter: { author: "crowd-2" }',
    "filter: { locale: EN }",
    'filter: { updatedSince: "2026-01-01T00:00:00Z" }',
    'filter: { updatedSince: "2026-01-01T00:00:01Z" }',
    'filter: { query: "zebra" }',
    'filter: { query: "zebra", asTyped: true }',
    'filter: { query: "quagga" }',
  ]
    .map((filter) => ({ name: filter, field: "prompts", args: `locale: EN ${filter} ${BY_SUPPORT}` }))
    .concat({ name: "in French", field: "prompts", args: `locale: FR filter: { query: "zebra" } ${BY_SUPPORT}` }),
  [`prompt(id: "1")`, `prompt(id: "2")`, "feedback"].flatMap((parent) => [
    { name: `threads of ${parent}`, field: "comments", parent },
    { name: `comments of ${parent}`, field: "commentsAfter", args: "commentId: null", parent },
  ]),
  ["Crowd-1", "Crowd-2"].map((name) => ({
    name,
    field: "prompts",
    args: BY_SUPPORT,
    parent: `user(username: "${name}")`,
  })),
];

test.each(ALIKE)(
  "a cursor of another filter, parent or reader's language is refused, in both arguments",
  async (...lists) => {
    const cursors = await Promise.all(
      lists.map(async (list) => (await readPageOf(site, list, { first: 1 })).pageInfo.endCursor),
    );
    expect(new Set(cursors).size).toBe(lists.length);
    for (const [index, list] of lists.entries()) {
      for (const [other, cursor] of cursors.entries()) {
        for (const argument of ["after", "before"]) {
          const { errors } = await site.send(pageOperation(list), { [argument]: cursor });
          const codes = errors?.map(({ extensions }) => [extensions.code, extensions["argument"]]);
          expect(codes, `${list.name} ${lists[other]?.name ?? ""}`).toEqual(
            index === other ? undefined : [["BAD_USER_INPUT", argument]],
          );
        }
      }
    }
  },
);

test.each([
  ["", "filter: null", "filter: {}", 'filter: { tags: [], query: " ", tagMatch: ALL, asTyped: true, author: null }'],
  ['filter: { tags: ["code"] }', 'filter: { tags: ["code"], tagMatch: ALL }', 'filter: { tags: ["code", "code"] }'],
  ['filter: { tags: ["write", "text"] }', 'filter: { tags: ["text", "write"], tagMatch: ANY }'],
  ['filter: { author: "Crowd-1" }', 'filter: { author: "CROWD-1", asTyped: true }'],
  ['filter: { query: "zebra" }', 'filter: { query: " zebra ", asTyped: false }'],
])("the same list is the same in whatever way it was asked for: %s", async (...filters) => {
  const [first, ...others] = filters.map((filter) => ({
    name: filter,
    field: "prompts",
    args: `locale: EN ${filter} ${BY_SUPPORT}`,
  }));
  const after = (await readPageOf(site, first as WalkedList, { first: 1 })).pageInfo.endCursor;
  const second = idsOf(await readPageOf(site, first as WalkedList, { first: 1, after }));
  expect(second).toHaveLength(1);
  for (const list of others) expect(idsOf(await readPageOf(site, list, { first: 1, after }))).toEqual(second);
});

test("without words the reader's language makes no other list", async () => {
  const inLocale = (locale: string) => ({ name: locale, field: "prompts", args: `locale: ${locale}` });
  const after = (await readPageOf(site, inLocale("EN"), { first: 1 })).pageInfo.endCursor;
  expect(idsOf(await readPageOf(site, inLocale("JA"), { first: 1, after }))).toEqual(
    idsOf(await readPageOf(site, inLocale("EN"), { first: 1, after })),
  );
});

test("a cursor of another list, sort or direction is refused, in both arguments", async () => {
  const cursors = await Promise.all(
    LISTS.map(async (list) => (await readPageOf(site, list, { first: 3 })).pageInfo.endCursor),
  );
  for (const [index, list] of LISTS.entries()) {
    for (const [other, cursor] of cursors.entries()) {
      // In every run those of the list itself and of the next two: another direction, and another field.
      if (!isDeep && (other - index + LISTS.length) % LISTS.length > 2) continue;
      for (const argument of ["after", "before"]) {
        const { errors, status } = await site.send(pageOperation(list), { [argument]: cursor });
        if (other === index) expect(errors).toBeUndefined();
        else
          expect(errors?.map((error) => error.extensions)).toEqual([
            expect.objectContaining({ code: "BAD_USER_INPUT", argument }),
          ]);
        expect(status).toBeLessThan(500);
      }
    }
  }
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const anything = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.string(),
  fc.jsonValue(),
  fc.constantFrom(0, -0, -1, 1e308, 2 ** 53, -(2 ** 63), "\0", "\ud800", "a\0b", null, true),
);
const sort = fc.constantFrom(
  "ID",
  "UPVOTE_DIFFERENCE",
  "RELEVANCE",
  "SLUG",
  "PROMPT_COUNT",
  "USERNAME",
  "CREATED_AT",
  "__proto__",
);

/** The part of a cursor that says of which list it is. */
const listOf = (cursor: string) => (JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[])[1];

/** Made by hand, and real ones: with something changed, or of another list. */
const forged = (real: string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(1, 2, "2"),
          fc.constantFrom(...real.map(listOf), "AAAAAAAA"),
          sort,
          fc.constantFrom("ASC", "DESC"),
          anything,
          anything,
        )
        .map(json),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...real), fc.nat(200), fc.string({ minLength: 1, maxLength: 2 }))
        .map(([cursor, at, by]) => cursor.slice(0, at % cursor.length) + by + cursor.slice((at % cursor.length) + 1)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...real), fc.nat(5), anything).map(([cursor, at, by]) => {
        const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
        return json(parts.map((part, index) => (index === at ? by : part)));
      }),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64url")) },
    { weight: 1, arbitrary: fc.constantFrom(...real) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "",
        " ",
        "null",
        "[]",
        "A".repeat(2000),
        `${real[0] ?? ""}=`,
        `${real[0] ?? ""}\0`,
        "W10",
        "bnVsbA",
      ),
    },
  );

test("forged cursors are rejected or valid, and none causes an internal error", async () => {
  const real = await Promise.all(
    LISTS.map(async (list) => (await readPageOf(site, list, { first: 3 })).pageInfo.endCursor ?? ""),
  );
  let refused = 0;
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      forged(real),
      fc.constantFrom(...LISTS),
      fc.constantFrom("after", "before"),
      async (cursor, list, argument) => {
        const { status, errors, data } = await site.send(pageOperation(list), { first: 2, [argument]: cursor });
        if (errors) {
          expect(errors.map((error) => error.extensions.code)).toEqual(["BAD_USER_INPUT"]);
          refused += 1;
        } else {
          expect(data["page"]).toHaveProperty("pageInfo");
          accepted += 1;
        }
        expect(status).toBe(200);
      },
    ),
    { numRuns: isDeep ? 1000 : 200 },
  );
  expect(refused).toBeGreaterThan(accepted);
  expect(accepted).toBeGreaterThan(0);
});
