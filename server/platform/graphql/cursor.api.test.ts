import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCrowd } from "../testing/community";
import { isDeep } from "../testing/deep";
import { pageOperation, readPageOf, type WalkedList } from "../testing/connection-walk";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

const sorted = (field: string, direction: string) => `orderBy: { field: ${field}, direction: ${direction} }`;
const LISTS: WalkedList[] = [
  ...["ID", "UPVOTE_DIFFERENCE"].flatMap((sort) =>
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
  await insertCrowd(site.dataSource, { users: 8, prompts: 40 });
});
afterAll(async () => {
  await site.close();
});

test("a cursor of another sort or direction is refused, in both arguments", async () => {
  const cursors = await Promise.all(
    LISTS.map(async (list) => (await readPageOf(site, list, { first: 3 })).pageInfo.endCursor),
  );
  for (const [index, list] of LISTS.entries()) {
    for (const [other, cursor] of cursors.entries()) {
      // In every run those of the list itself and of the next two: another direction, and another field.
      if (!isDeep && (other - index + LISTS.length) % LISTS.length > 2) continue;
      for (const argument of ["after", "before"]) {
        const { errors, status } = await site.send(pageOperation(list), { [argument]: cursor });
        const sameSort = LISTS[other]?.name.split(" ").slice(1).join() === list.name.split(" ").slice(1).join();
        if (other === index) expect(errors).toBeUndefined();
        else if (!sameSort)
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

/** Made by hand, and real ones: with something changed, or of another list. */
const forged = (real: string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(1, 2, "1"), sort, fc.constantFrom("ASC", "DESC"), anything, anything)
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
      arbitrary: fc.tuple(fc.constantFrom(...real), fc.nat(4), anything).map(([cursor, at, by]) => {
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
