import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendChunks } from "../testing/chunks";
import { createTestApp, type TestApp } from "../testing/test-app";
import { BODY_LIMITS } from "./body-limits";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

async function send(url: string, chunks: readonly (string | Buffer)[], headers: Record<string, string> = {}) {
  const { status, text } = await sendChunks(site.app, url, chunks, { "content-type": "application/json", ...headers });
  const body = JSON.parse(text) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  return { status, code: body.errors?.[0]?.extensions.code, data: body.data };
}
const HELLO = JSON.stringify({ query: "{ __typename }" });
/** An operation of this many bytes. */
const sized = (bytes: number) => {
  const operation = (x: string) => JSON.stringify({ query: "{ __typename }", variables: { x } });
  return operation("x".repeat(bytes - operation("").length));
};
const cut = (text: string | Buffer, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
const OK = { status: 200, data: { __typename: "Query" } };
const TOO_LARGE = { status: 413, code: "PAYLOAD_TOO_LARGE" };

test.each([
  ["in one chunk", [HELLO], {}],
  ["in chunks of a byte, which cut characters", cut(Buffer.from(sized(10_000).replace("xx", "é")), 1), {}],
  ["in gzip", [gzipSync(HELLO)], { "content-encoding": "gzip", "content-length": String(gzipSync(HELLO).length) }],
  ["in chunks of gzip", cut(gzipSync(HELLO), 7), { "content-encoding": "gzip" }],
  ["declared as not compressed", [HELLO], { "content-encoding": "identity" }],
] as const)("a body %s is read", async (_name, chunks, headers) => {
  expect(await send("/graphql", chunks, headers)).toMatchObject(OK);
});

describe("a body at its route's limit is read, and a longer one refused", () => {
  const stream = { accept: "text/event-stream" };
  // The test has no streams.
  const READ = { status: 503 };

  test.each([
    ["/graphql", BODY_LIMITS.operation, {}, OK],
    ["/graphql/stream", BODY_LIMITS.stream, stream, READ],
    ["/nowhere", BODY_LIMITS.other, {}, { status: 404 }],
  ] as const)("%s", async (url, limit, headers, read) => {
    const gzip = { ...headers, "content-encoding": "gzip" };
    expect(await send(url, cut(sized(limit), 10_000), headers)).toMatchObject(read);
    expect(await send(url, cut(sized(limit + 1), 10_000), headers)).toMatchObject(TOO_LARGE);
    expect(await send(url, [sized(limit + 1)], { ...headers, "content-length": String(limit + 1) })).toMatchObject(
      TOO_LARGE,
    );
    if (url === "/nowhere") return;
    expect(await send(url, [gzipSync(sized(limit))], gzip)).toMatchObject(read);
    expect(await send(url, [gzipSync(sized(limit + 1))], gzip)).toMatchObject(TOO_LARGE);
  });
});

test.each([
  ["that is none", Buffer.from(HELLO)],
  ["that is cut off", gzipSync(sized(5000)).subarray(0, -20)],
  ["with another checksum", Buffer.concat([gzipSync(HELLO).subarray(0, -8), Buffer.alloc(8)])],
])("gzip %s is the caller's fault", async (_name, body) => {
  expect(await send("/graphql", [body], { "content-encoding": "gzip" })).toMatchObject({ status: 400 });
});

test.each([
  ["another compression", { "content-encoding": "br" }],
  // Apollo Server takes half a second to parse it.
  ["a content type that is expensive to parse", { "content-type": `application/json;${" ".repeat(15_900)}x` }],
])("a body with %s is refused", async (_name, headers) => {
  const body = "content-encoding" in headers ? brotliCompressSync(HELLO) : HELLO;
  expect(await send("/graphql", [body], headers)).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
});

test("Node.js ends requests that do not arrive, and responses that are not read", () => {
  expect(site.app.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 360_000, timeout: 60_000 });
});
