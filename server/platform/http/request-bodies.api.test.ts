import zlib, { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openRaw, parseRaw } from "../testing/raw-request";
import { createTestApp, type TestApp } from "../testing/test-app";

// Before the app: a plugin may keep the function.
const inflating = vi.spyOn(zlib, "createBrotliDecompress");
let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
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

test.each(["/graphql", "/auth/refresh"])("a compressed body for %s is refused and never inflated", async (url) => {
  expect(BOMB.length).toBeLessThan(1000);
  const { statusCode, headers, body } = await post(url, "br", BOMB);
  expect([statusCode, headers["accept-encoding"]]).toEqual([415, "identity"]);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: "UNSUPPORTED_MEDIA_TYPE" } }] });
  expect(inflating).not.toHaveBeenCalled();
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
    const { statusCode, body } = await site.app.inject({
      method,
      url: `/graphql?query=${encodeURIComponent("{ __typename }")}`,
      headers: { "content-type": `application/json;${SPACES}x` },
    });
    // Apollo Server takes half a second to parse it.
    expect([statusCode, body]).toEqual([415, expect.stringContaining("The content type is too long.")]);
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
    ["that is compressed", "POST /graphql", [JSON_TYPE, "Content-Encoding: gzip"], 415],
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
