import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { graphqlRequests } from "../testing/graphql-requests";
import { member, withToken } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;
let authorization: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
  authorization = await withToken(await member(site, "Writer"));
});
afterAll(async () => {
  await site.close();
});

const { request, post, get } = graphqlRequests(() => site);

const HELLO = "{ site { name } }";
const COPY = `mutation { recordCopy(promptId: "1") { prompt { id } } }`;
const copies = async () =>
  (await site.dataSource.query<{ n: number }[]>("select copy_count as n from prompt where id = 1"))[0]?.n;

describe("POST requests that a form on another site can send", () => {
  const bodies: [string, string | undefined, string][] = [
    ["a form", "application/x-www-form-urlencoded", new URLSearchParams({ query: COPY }).toString()],
    [
      "a multipart form",
      "multipart/form-data; boundary=x",
      `--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n${COPY}\r\n--x--\r\n`,
    ],
    [
      "an upload",
      "multipart/form-data; boundary=x",
      `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: COPY })}\r\n--x--\r\n`,
    ],
    ["plain text", "text/plain", JSON.stringify({ query: COPY })],
    ["JSON as plain text", "text/plain; charset=utf-8; application/json", JSON.stringify({ query: COPY })],
    ["no type", undefined, JSON.stringify({ query: COPY })],
    ["an empty type", "", JSON.stringify({ query: COPY })],
    ["no such type", "application", JSON.stringify({ query: COPY })],
    ["GraphQL", "application/graphql", COPY],
  ];

  test.each(bodies)("execute nothing: %s", async (_name, type, payload) => {
    for (const extra of [{}, { "apollo-require-preflight": "1" }]) {
      const { status, body } = await request({
        method: "POST",
        payload,
        headers: { ...(type === undefined ? {} : { "content-type": type }), ...extra },
      });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(body.data).toBeUndefined();
      expect(body.errors?.[0]?.extensions.code).toBeTypeOf("string");
    }
    expect(await copies()).toBe(0);
  });

  test("and a GET that any image can send executes nothing with a cookie", async () => {
    const { status, body } = await get({ query: HELLO }, { cookie: "a=b" });
    expect([status, body.data]).toEqual([400, undefined]);
    expect((await get({ query: HELLO }, { cookie: "a=b", "apollo-require-preflight": "1" })).status).toBe(200);
  });
});

describe("a GET without a cookie", () => {
  const NUMBER = `{ prompt(id: "1") { copyCount } }`;

  test("needs no header of its own, from wherever it comes", async () => {
    for (const headers of [
      {},
      authorization,
      { origin: "https://elsewhere.example" },
      { accept: "text/html,*/*;q=0.8" },
    ])
      expect((await get({ query: HELLO }, headers)).body).toEqual({ data: { site: { name: "Polyprompt" } } });
    const { status, headers, body } = await get({ query: COPY }, {});
    expect([status, headers["allow"]]).toEqual([405, "POST"]);
    expect(body.errors?.[0]?.extensions.code).toBe("METHOD_NOT_ALLOWED");
  });

  test("is answered with a tag, by which it is told that nothing has changed, until it has", async () => {
    const first = await get({ query: NUMBER }, {});
    expect(first.headers).toMatchObject({
      "cache-control": "no-cache",
      vary: "Accept, Authorization, Cookie",
      etag: expect.stringMatching(/^W\/"[\w-]{27}"$/) as string,
    });
    const tag = String(first.headers["etag"]);
    const again = (headers: Record<string, string>) =>
      site.app.inject({ url: `/graphql?${new URLSearchParams({ query: NUMBER }).toString()}`, headers });
    const same = await again({ "if-none-match": tag });
    expect([same.statusCode, same.body, same.headers["etag"], same.headers["vary"]]).toEqual([
      304,
      "",
      tag,
      first.headers["vary"],
    ]);
    expect((await again({ "if-none-match": '"other"' })).statusCode).toBe(200);
    await site.dataSource.query("update prompt set copy_count = copy_count + 1 where id = 1");
    const changed = await again({ "if-none-match": tag });
    await site.dataSource.query("update prompt set copy_count = copy_count - 1 where id = 1");
    expect([changed.statusCode, changed.headers["etag"] === tag]).toEqual([200, false]);
  });

  test.each<[string, () => Promise<{ headers: Record<string, unknown> }>]>([
    ["a POST", () => post({ query: NUMBER })],
    ["a GET with a token", () => get({ query: NUMBER }, authorization)],
    ["a GET with a cookie", () => get({ query: NUMBER }, { cookie: "a=b", "apollo-require-preflight": "1" })],
    ["an error", () => get({ query: "{ nothing }" }, {})],
    [
      "an error beside data",
      () => get({ query: `{ site { name } prompts(locale: EN, first: 101) { totalCount } }` }, {}),
    ],
  ])("%s has none, and nobody may keep the answer", async (_name, send) => {
    const { headers } = await send();
    expect([headers["etag"], headers["cache-control"]]).toEqual([undefined, "no-store"]);
  });

  test("is compressed with the same tag", async () => {
    const query = "{ tags(first: 100) { nodes { slug label(locale: EN) description(locale: EN) } } }";
    const send = (encoding: string) =>
      site.app.inject({
        url: `/graphql?${new URLSearchParams({ query }).toString()}`,
        headers: { "accept-encoding": encoding },
      });
    const [plain, compressed] = [await send("identity"), await send("gzip")];
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "Accept, Authorization, Cookie, accept-encoding",
      etag: plain.headers["etag"],
    });
  });
});

describe("another site's requests", () => {
  const foreign = { origin: "https://evil.example" };

  test("with a cookie are refused, without one are answered to everyone", async () => {
    for (const send of [
      (headers: Record<string, string>) => post({ query: HELLO }, headers),
      (headers: Record<string, string>) => get({ query: HELLO }, { "apollo-require-preflight": "1", ...headers }),
    ]) {
      const refused = await send({ ...foreign, cookie: "a=b" });
      expect([refused.status, refused.body.errors?.[0]?.extensions.code, refused.body.data]).toEqual([
        403,
        "FORBIDDEN",
        undefined,
      ]);
      const answered = await send(foreign);
      expect([answered.status, answered.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
      expect(answered.headers["access-control-allow-credentials"]).toBeUndefined();
      expect((await send({ origin: "null", cookie: "a=b" })).status).toBe(403);
    }
  });

  test("the site's own may carry cookies", async () => {
    expect((await post({ query: HELLO }, { origin: "http://localhost:3000", cookie: "a=b" })).status).toBe(200);
    expect((await post({ query: HELLO }, { cookie: "a=b" })).status).toBe(200);
  });
});

describe("malformed requests", () => {
  test("batches are refused", async () => {
    for (const batch of [[{ query: HELLO }], [{ query: HELLO }, { query: HELLO }], []]) {
      const { status, body } = await post(batch);
      expect([status, body.data]).toEqual([400, undefined]);
    }
  });

  test("a large body with an invalid token is 401", async () => {
    const { status, body } = await post(JSON.stringify({ query: HELLO, variables: { x: "x".repeat(100_000) } }), {
      authorization: "Bearer polyprompt_unknown",
    });
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
  });

  test.each([
    "{",
    "",
    "null",
    "1",
    '"x"',
    "[",
    '{"query":1}',
    '{"query":null}',
    '{"variables":{}}',
    '{"query":"{ site { name } }","variables":"x"}',
    '{"query":"{ site { name } }","operationName":1}',
    '{"query":"{ site { name } }","operationName":"nope"}',
    '{"__proto__":{"query":"{ site { name } }"}}',
    '{"query":"{","variables":{}}',
  ])("%j is the caller's fault", async (payload) => {
    const { status, body } = await post(payload);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.errors?.[0]?.extensions.code).not.toBe("INTERNAL_SERVER_ERROR");
  });

  test("extremely deeply nested variables are rejected", async () => {
    const nested = `{"query":"${HELLO}","variables":${"[".repeat(60_000)}${"]".repeat(60_000)}}`;
    const { status, body } = await post(nested, authorization);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, "BAD_REQUEST"]);
  });
});
