import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, type TestBrowser, withToken } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";
import { DOCUMENT_LIMITS } from "./document-limits";
import { COST_LIMIT } from "./query-cost";

let site: TestApp;
let owner: TestBrowser;
beforeAll(async () => {
  site = await createTestApp({ WORK_BUDGET: "1000000" });
  owner = await member(site, "Owner");
});
afterAll(async () => {
  await site.close();
});

const refusal = async (query: string) => (await site.send(query)).errors?.[0]?.extensions;

describe("a query that is too complex says which limit it is over, and by how much", () => {
  const aliases = (count: number) =>
    `{ prompt(id: 1) { ${Array.from({ length: count }, (_, at) => `a${String(at)}: id`).join(" ")} } }`;

  test("its cost", async () => {
    const list = "nodes { related(first: 12) { related(first: 12) { id } } }";
    expect(await refusal(`{ prompts(locale: EN, first: 100) { ${list} } }`)).toMatchObject({
      code: "QUERY_TOO_COMPLEX",
      measure: "cost",
      limit: COST_LIMIT,
      actual: expect.any(Number) as number,
    });
  });

  test("its aliases, of which thirteen languages and more fit", async () => {
    expect(await refusal(aliases(30))).toBeUndefined();
    expect(await refusal(aliases(31))).toEqual({
      code: "QUERY_TOO_COMPLEX",
      measure: "aliases",
      limit: 30,
      actual: 31,
    });
  });

  test("its tokens, which are counted up to the limit", async () => {
    const { tokens } = DOCUMENT_LIMITS;
    expect(await refusal(`{ ${"a ".repeat(tokens)} }`)).toEqual({
      code: "QUERY_TOO_COMPLEX",
      measure: "tokens",
      limit: tokens,
    });
  });
});

test("a rate limit says how much is allowed, in what time, and to whom", async () => {
  const preview = 'mutation { previewComment(body: "a") { html } }';
  await site.dataSource.query("delete from rate_limit");
  let last = await owner.send(preview);
  for (let times = 0; times < 60; times += 1) last = await owner.send(preview);
  expect(last.errors?.[0]?.extensions).toEqual({
    code: "RATE_LIMITED",
    limit: 60,
    window: 60,
    scope: "ACCOUNT",
    retryAfter: expect.any(Number) as number,
  });
});

test("429 is the status only where nothing was carried out", async () => {
  const preview = 'previewComment(body: "a") { html }';
  const both = await owner.send(`mutation { ${preview} addFavorite(promptId: 1) { prompt { id } } }`);
  expect([both.status, both.headers["retry-after"]]).toEqual([200, undefined]);
  expect(both.data).toEqual({ previewComment: null, addFavorite: { prompt: { id: "1" } } });
  expect(both.errors).toMatchObject([{ path: ["previewComment"], extensions: { code: "RATE_LIMITED" } }]);
  expect((await owner.send(`mutation { ${preview} }`)).status).toBe(429);
});

describe("the caller asks", () => {
  test("what an operation costs and leaves, as the headers say it", async () => {
    const { data, headers } = await site.send<{
      rateLimit: { cost: number; limit: number; remaining: number; resetAt: string };
    }>("{ rateLimit { cost limit remaining resetAt } }");
    const { cost, limit, remaining, resetAt } = data.rateLimit;
    expect(cost).toBeGreaterThan(0);
    expect([String(limit), String(remaining)]).toEqual([
      headers["x-ratelimit-limit"],
      headers["x-ratelimit-remaining"],
    ]);
    expect(String(Math.ceil(Date.parse(resetAt) / 1000))).toBe(headers["x-ratelimit-reset"]);
  });

  test("what its token may do, and until when", async () => {
    const query = "{ apiToken { id name scope expiresAt } }";
    for (const scope of ["READ", "WRITE"] as const)
      expect((await site.send(query, {}, await withToken(owner, scope))).data).toMatchObject({
        apiToken: { scope, expiresAt: null },
      });
    expect(await owner.query(query)).toEqual({ apiToken: null });
    expect((await site.send(query)).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});
