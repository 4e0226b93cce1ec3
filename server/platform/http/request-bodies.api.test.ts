import { Duplex } from "node:stream";
import zlib, { brotliCompressSync, constants, Gunzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { member, withToken } from "../testing/member";
import { sendChunks } from "../testing/chunks";
import { openRaw, parseRaw } from "../testing/raw-request";
import { BODY_LIMITS } from "./body-limits";
import { createTestApp, type TestApp } from "../testing/test-app";

// Before the app: a plugin may keep the function.
const inflating = vi.spyOn(zlib, "createBrotliDecompress");
let site: TestApp;
let authorization: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
  authorization = await withToken(await member(site, "Writer"));
});
afterAll(async () => {
  inflating.mockRestore();
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

test.each([
  ["/graphql", "gzip"],
  ["/nowhere", "identity"],
])("a body for %s that brotli has compressed is refused and never inflated", async (url, accepted) => {
  expect(BOMB.length).toBeLessThan(1000);
  const { statusCode, headers, body } = await post(url, "br", BOMB);
  expect([statusCode, headers["accept-encoding"]]).toEqual([415, accepted]);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] });
  expect(inflating).not.toHaveBeenCalled();
});

test.each(["deflate", "GZIP, br", "gzip, gzip", "x-unknown", ""])(
  "a body encoded as %j is refused",
  async (encoding) => {
    const payload = gzipSync(JSON.stringify({ query: "{ __typename }" }));
    expect((await post("/graphql", encoding, payload)).statusCode).toBe(415);
  },
);

test("where nobody reads a body, it is refused in gzip as well", async () => {
  expect((await post("/nowhere", "gzip", gzipSync("{}"))).statusCode).toBe(415);
});

test("a body declared as not compressed is read", async () => {
  const answer = await post("/graphql", "identity", Buffer.from(JSON.stringify({ query: "{ __typename }" })));
  expect(JSON.parse(answer.body)).toEqual({ data: { __typename: "Query" } });
});

async function send(url: string, chunks: readonly (string | Buffer)[], headers: Record<string, string> = {}) {
  const { status, text, headers: answered } = await sendChunks(site.app, url, chunks, { ...JSON_BODY, ...headers });
  const body = JSON.parse(text) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  return { status, code: body.errors?.[0]?.extensions.code, data: body.data, headers: answered };
}
const JSON_BODY = { "content-type": "application/json" };
const HELLO = JSON.stringify({ query: "{ __typename }" });
/** An operation of this many bytes. */
const sized = (bytes: number) => {
  const operation = (x: string) => JSON.stringify({ query: "{ __typename }", variables: { x } });
  return operation("x".repeat(bytes - operation("").length));
};
const cut = (text: string | Buffer, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
const OK = { status: 200, data: { __typename: "Query" } };
const TOO_LARGE = { status: 413, code: "PAYLOAD_TOO_LARGE", headers: { connection: "close" } };

describe("a body in chunks", () => {
  test("is read, in one or many, whatever they cut", async () => {
    expect(await send("/graphql", [HELLO])).toMatchObject(OK);
    expect(await send("/graphql", [sized(30_000).replace("x", "é")])).toMatchObject(OK);
    expect(await send("/graphql", cut(Buffer.from(sized(2000).replace("xx", "é")), 1))).toMatchObject(OK);
    expect(await send("/graphql/stream", [HELLO], { accept: "text/event-stream" })).toMatchObject({ status: 503 });
  });

  test.each([
    { who: "a visitor", limit: BODY_LIMITS.visitor },
    { who: "a member", limit: BODY_LIMITS.member },
  ])("of $who may have $limit bytes, and no more", async ({ who, limit }) => {
    const headers = who === "a member" ? authorization : {};
    expect(await send("/graphql", cut(sized(limit), 10_000), headers)).toMatchObject(OK);
    expect(await send("/graphql", cut(sized(limit + 1), 10_000), headers)).toMatchObject(TOO_LARGE);
  });

  test("of a subscription may have 8 kB", async () => {
    const headers = { accept: "text/event-stream" };
    expect(await send("/graphql/stream", [sized(8 * 1024)], headers)).toMatchObject({ status: 503 });
    expect(await send("/graphql/stream", [sized(8 * 1024 + 1)], headers)).toMatchObject(TOO_LARGE);
  });

  test("may have 4096 of them", async () => {
    const chunks = cut(sized(4096), 1);
    expect(chunks).toHaveLength(4096);
    expect(await send("/graphql", chunks)).toMatchObject(OK);
    expect(await send("/graphql", [...chunks, " "])).toMatchObject(TOO_LARGE);
  });

  test("is refused where nobody reads one", async () => {
    for (const url of ["/nowhere"])
      expect(await send(url, ["{}"])).toMatchObject({ status: 411, code: "LENGTH_REQUIRED" });
  });
});

describe("a body in gzip", () => {
  const gzip = { "content-encoding": "gzip" };

  test.each(["gzip", "GZip", "x-gzip"])("is read, as %s, with its length or in chunks", async (encoding) => {
    const body = gzipSync(HELLO);
    const headers = { "content-encoding": encoding };
    expect(await send("/graphql", [body], { ...headers, "content-length": String(body.length) })).toMatchObject(OK);
    expect(await send("/graphql", cut(body, 7), headers)).toMatchObject(OK);
  });

  test("is as long as it is when inflated", async () => {
    for (const [limit, headers] of [
      [BODY_LIMITS.visitor, {}],
      [BODY_LIMITS.member, authorization],
    ] as const) {
      expect(await send("/graphql", [gzipSync(sized(limit))], { ...headers, ...gzip })).toMatchObject(OK);
      expect(await send("/graphql", [gzipSync(sized(limit + 1))], { ...headers, ...gzip })).toMatchObject(TOO_LARGE);
    }
  });

  test("is not longer than that before either, whatever it is inflated to", async () => {
    // A block of nothing.
    const nothing = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const body = [gzipSync("").subarray(0, 10), ...Array.from({ length: 10 }, () => Buffer.alloc(5000, nothing))];
    expect(await send("/graphql", body, gzip)).toMatchObject(TOO_LARGE);
  });

  test("that inflates to hundreds of megabytes is inflated to its limit and a little more", async () => {
    let inflated = 0;
    const push = vi.spyOn(Gunzip.prototype, "push").mockImplementation(function (this: Gunzip, chunk: Buffer | null) {
      inflated += chunk?.length ?? 0;
      return Duplex.prototype.push.call(this, chunk);
    });
    for (const [limit, headers] of [
      [BODY_LIMITS.visitor, {}],
      [BODY_LIMITS.member, authorization],
    ] as const) {
      inflated = 0;
      const bomb = gzipSync(Buffer.alloc(800 * limit, 32));
      expect(bomb.length).toBeLessThan(limit);
      const length = { "content-length": String(bomb.length) };
      expect(await send("/graphql", [bomb], { ...headers, ...gzip, ...length })).toMatchObject(TOO_LARGE);
      expect(inflated).toBeGreaterThan(limit);
      expect(inflated).toBeLessThan(limit + 100_000);
    }
    push.mockRestore();
  });

  test.each([
    ["that is none", Buffer.from(HELLO)],
    ["that is cut off", gzipSync(sized(5000)).subarray(0, -20)],
    ["without its checksum", gzipSync(HELLO).subarray(0, -8)],
    ["with another checksum", Buffer.concat([gzipSync(HELLO).subarray(0, -8), Buffer.alloc(8)])],
    ["of nothing", Buffer.alloc(0)],
  ])("%s is the caller's fault", async (_name, body) => {
    const length = { "content-length": String(body.length) };
    for (const headers of [gzip, { ...gzip, ...length }])
      expect(await send("/graphql", [body], headers)).toMatchObject({ status: 400, code: "BAD_USER_INPUT" });
  });
});

const SPACES = " ".repeat(15_900);

test.each(["GET", "POST"] as const)(
  "a content type that is expensive to parse is refused unparsed by %s",
  async (method) => {
    const { statusCode, body } = await site.app.inject({
      method,
      url: `/graphql?query=${encodeURIComponent("{ __typename }")}`,
      headers: { "content-type": `application/json;${SPACES}x` },
    });
    // Apollo Server takes half a second to parse it.
    expect([statusCode, body]).toEqual([415, expect.stringContaining("The content type is too long.")]);
  },
);

test.each(["/nowhere", "/healthz", "/icons/x"])("a large body for %s is refused unparsed", async (url) => {
  const payload = `{${Array.from({ length: 20_000 }, (_, index) => `"${index}":[{}]`).join(",")}}`;
  const post = () => site.app.inject({ method: "POST", url, headers: { "content-type": "application/json" }, payload });
  expect((await post()).statusCode).toBe(413);
});

describe("a body that is not read", () => {
  /** Sends a request and a second one after it, on the same connection. */
  async function send(
    request: string,
    headers: readonly string[],
    body = "",
  ): Promise<{ status: number; answers: number }> {
    const { write, closed } = await openRaw(site.app);
    write([`${request} HTTP/1.1`, "Host: own.example", ...headers, "", body].join("\r\n"));
    write("GET /healthz HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n");
    const answer = await closed;
    return { status: parseRaw(answer).status, answers: answer.match(/HTTP\/1\.1 \d/g)?.length ?? 0 };
  }
  const JSON_TYPE = "Content-Type: application/json";

  test.each([
    ["of a GET", "GET /robots.txt", [], 200],
    ["of a HEAD", "HEAD /robots.txt", [], 200],
    ["of a GET with a type", "GET /graphql?query={__typename}", [JSON_TYPE], 200],
    ["to nowhere", "GET /nowhere", [], 404],
    ["of an invalid target", "GET /en/%0A", [], 400],
    ["of a path that cannot be decoded", "GET /%FF", [], 400],
    ["that is compressed", "POST /graphql", [JSON_TYPE, "Content-Encoding: br"], 415],
    ["that is none", "POST /graphql", [JSON_TYPE, "Content-Encoding: gzip"], 400],
    ["of an unknown type", "POST /graphql", ["Content-Type: image/png"], 415],
    ["of a type that is too long", "POST /graphql", [`Content-Type: ${"x".repeat(300)}`], 415],
  ])("%s closes the connection", async (_, request, headers, status) => {
    const length = "Content-Length: 5";
    expect(await send(request, [...headers, length], "hello")).toEqual({ status, answers: 1 });
    // More than is read at once; Fastify itself refuses some of these by their length.
    const { answers, ...large } = await send(request, [...headers, "Content-Length: 5000000"], "x".repeat(100_000));
    expect([[status, 413], answers]).toEqual([expect.arrayContaining([large.status]), 1]);
  });

  test.each(["/graphql", "/nowhere"])("because it is too large for %s closes the connection", async (url) => {
    const headers = [JSON_TYPE, "Content-Length: 5000000"];
    expect(await send(`POST ${url}`, headers, "x".repeat(100_000))).toEqual({ status: 413, answers: 1 });
  });

  test("is not assumed of requests without one, or of those whose body is read", async () => {
    expect(await send("GET /robots.txt", [])).toEqual({ status: 200, answers: 2 });
    expect(await send("GET /robots.txt", ["Content-Length: 0"])).toEqual({ status: 200, answers: 2 });
    const body = JSON.stringify({ query: "{ __typename }" });
    expect(await send("POST /graphql", [JSON_TYPE, `Content-Length: ${body.length}`], body)).toEqual({
      status: 200,
      answers: 2,
    });
  });
});
