import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leastThreadTime } from "../testing/thread-time";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

const BOMB = brotliCompressSync(Buffer.alloc(200_000_000, 32), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
});

const post = (url: string, encoding: string, payload: Buffer) =>
  site.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", "content-encoding": encoding },
    payload,
  });

test.each(["/graphql", "/auth/refresh"])("a compressed body for %s is refused and never inflated", async (url) => {
  expect(BOMB.length).toBeLessThan(1000);
  const before = process.cpuUsage();
  for (let times = 0; times < 20; times += 1) {
    const { statusCode, headers, body } = await post(url, "br", BOMB);
    expect([statusCode, headers["accept-encoding"]]).toEqual([415, "identity"]);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] });
  }
  // Work that continues after the response shows only in CPU time: these requests used to take 4 s of it.
  await delay(500);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1.5);
});

test.each(["gzip", "deflate", "GZIP, br", "x-unknown"])("a body encoded as %s is refused", async (encoding) => {
  const payload = gzipSync(JSON.stringify({ query: "{ __typename }" }));
  expect((await post("/graphql", encoding, payload)).statusCode).toBe(415);
});

test("a body declared as not compressed is read", async () => {
  const answer = await post("/graphql", "identity", Buffer.from(JSON.stringify({ query: "{ __typename }" })));
  expect(JSON.parse(answer.body)).toEqual({ data: { __typename: "Query" } });
});

const SPACES = " ".repeat(15_900);

test.each(["GET", "POST"] as const)(
  "a content type that is expensive to parse is refused unparsed by %s",
  async (method) => {
    const send = () =>
      site.app.inject({
        method,
        url: `/graphql?query=${encodeURIComponent("{ __typename }")}`,
        headers: { "content-type": `application/json;${SPACES}x` },
      });
    expect((await send()).statusCode).toBe(415);
    // Apollo Server takes half a second to parse it.
    expect(await leastThreadTime(send, 50)).toBeLessThan(50);
  },
);

test.each(["/nowhere", "/healthz", "/icons/x", "/auth/refresh"])(
  "a large body for %s is refused unparsed",
  async (url) => {
    const payload = `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":[{}]`).join(",")}}`;
    const post = () =>
      site.app.inject({ method: "POST", url, headers: { "content-type": "application/json" }, payload });
    expect((await post()).statusCode).toBe(413);
  },
);
