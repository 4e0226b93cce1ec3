import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { graphqlRequests } from "../testing/graphql-requests";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp({ LOG_LEVEL: "silent" });
});
afterAll(async () => {
  await site.close();
});

const { post, get } = graphqlRequests(() => site);

const HELLO = "{ site { name } }";
const COPY = `mutation { recordCopy(promptId: "1") { prompt { id } } }`;
const copies = async () =>
  (await site.dataSource.query<{ n: number }[]>("select copy_count as n from prompt where id = 1"))[0]?.n;

describe("errors", () => {
  const causes: [string, unknown][] = [
    ["a typo in a field", { query: "{ sit { name } }" }],
    ["a typo in an argument", { query: `{ prompts(locale: EN, frist: 1) { totalCount } }` }],
    ["a typo in an enum", { query: `{ prompts(locale: ENN) { totalCount } }` }],
    ["a typo in a type", { query: `query ($x: Promptfilter) { prompts(locale: EN, filter: $x) { totalCount } }` }],
    [
      "a typo in an input",
      {
        query: `query ($x: PromptFilter) { prompts(locale: EN, filter: $x) { totalCount } }`,
        variables: { x: { quary: "" } },
      },
    ],
    [
      "a wrong value of an enum",
      { query: `query ($x: Locale!) { prompts(locale: $x) { totalCount } }`, variables: { x: "EM" } },
    ],
    ["no syntax", { query: "{ site { name }" }],
    ["a bad cursor", { query: `{ prompts(locale: EN, after: "x") { totalCount } }` }],
    [
      "a number that is none",
      { query: `query ($n: Int) { prompts(locale: EN, first: $n) { totalCount } }`, variables: { n: "5" } },
    ],
  ];

  test.each(causes)("of %s have a code of the caller's and say nothing of the inside", async (_name, payload) => {
    const { text, body } = await post(payload);
    for (const error of body.errors ?? [])
      expect(["GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "BAD_USER_INPUT"]).toContain(error.extensions.code);
    expect(body.errors?.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/did you mean|stacktrace|node_modules|\.ts\b|\/server\/|select |\bat \w+ \(/i);
  });

  test("of the database are masked, the log's apart", async () => {
    await site.dataSource.query("alter table prompt_text rename to away");
    try {
      const { text, body, status } = await post({
        query: `{ prompts(locale: EN) { nodes { id } } prompt(id: "1") { text(locale: KO) { title } } }`,
      });
      expect(status).toBe(200);
      expect(body.errors?.map((error) => [error.message, error.extensions])).toContainEqual([
        "Something went wrong on our side.",
        { code: "INTERNAL_SERVER_ERROR" },
      ]);
      expect(text).not.toMatch(/prompt_text|relation|does not exist|stack|select/i);
    } finally {
      await site.dataSource.query("alter table away rename to prompt_text");
    }
  });
});

describe("persisted queries", () => {
  const persisted = (query: string) =>
    JSON.stringify({ persistedQuery: { version: 1, sha256Hash: createHash("sha256").update(query).digest("hex") } });

  test("are unknown, then registered by a post, then hit by a GET", async () => {
    const query = `query Persisted { site { name } }`;
    const extensions = persisted(query);
    const miss = await get({ extensions });
    expect(miss.body.errors?.[0]?.extensions.code).toBe("PERSISTED_QUERY_NOT_FOUND");
    expect((await post({ query, extensions: JSON.parse(extensions) as unknown })).body.data).toEqual({
      site: { name: "Polyprompt" },
    });
    expect((await get({ extensions })).body.data).toEqual({ site: { name: "Polyprompt" } });
  });

  test("with the hash of another query are refused, and mutations are not run by GET", async () => {
    expect((await post({ query: HELLO, extensions: JSON.parse(persisted("{ other }")) as unknown })).status).toBe(400);
    const extensions = persisted(COPY);
    await post({ query: COPY, extensions: JSON.parse(extensions) as unknown });
    const before = await copies();
    expect((await get({ extensions })).status).toBe(405);
    expect(await copies()).toBe(before);
  });

  test("that are too complex are never registered", async () => {
    const query = `{ ${Array.from({ length: 31 }, (_, index) => `a${String(index)}: site { name }`).join(" ")} }`;
    const extensions = persisted(query);
    expect(
      (await post({ query, extensions: JSON.parse(extensions) as unknown })).body.errors?.[0]?.extensions.code,
    ).toBe("QUERY_TOO_COMPLEX");
    expect((await get({ extensions })).body.errors?.[0]?.extensions.code).toBe("PERSISTED_QUERY_NOT_FOUND");
  });
});

test("the explorer is sent to clients that accept HTML and send no query", async () => {
  const page = await site.app.inject({
    url: "/graphql",
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.body).toContain('<div id="explorer">');
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/);
  const api = await site.app.inject({
    url: `/graphql?query=${encodeURIComponent(HELLO)}`,
    headers: { accept: "text/html,*/*", "apollo-require-preflight": "1" },
  });
  expect(api.headers["content-type"]).toContain("json");
});
