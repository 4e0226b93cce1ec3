import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRaw, parseRaw, sendRaw } from "../testing/raw-request";
import { createTestApp, type TestApp } from "../testing/test-app";

const sites = new Map<string, TestApp>();
const BASES = ["", "/x/y"];

beforeAll(async () => {
  for (const base of BASES)
    sites.set(
      base,
      await createTestApp(
        { BASE_PATH: base },
        {
          renderer: {
            isPage: () => true,
            render: () => Promise.resolve({ status: 200, html: "<p>Page</p>" }),
            renderNotFound: () => Promise.resolve({ status: 404, html: "<p>Nothing</p>" }),
            inlineScripts: [],
          },
        },
      ),
    );
});
afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

const ADDRESSES: Record<string, string> = {
  "/graphql": "GET, POST, OPTIONS",
  "/graphql/stream": "GET, POST, OPTIONS",
  "/api/export": "GET, HEAD, OPTIONS",
  "/api/import": "POST, OPTIONS",
  "/mcp": "POST, OPTIONS",
  "/schema.graphql": "GET, HEAD, OPTIONS",
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const FOREIGN = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };

describe.each(BASES)("below %j", (base) => {
  const app = () => {
    const site = sites.get(base);
    if (!site) throw new Error("There is no such site.");
    return site.app;
  };
  const send = async (options: InjectOptions & { url: string }) => {
    const { statusCode: status, headers, body } = await app().inject({ ...options, url: base + options.url });
    return { status, headers, body };
  };
  const errorOf = (body: string) =>
    (JSON.parse(body) as { errors: { message: string; extensions: { code: string } }[] }).errors[0];

  test.each(Object.entries(ADDRESSES))("%s announces to every origin that it takes %s", async (url, allow) => {
    for (const address of [url, `${url}/`]) {
      const requested = "authorization,content-type,x-of-a-client,traceparent";
      const { status, headers, body } = await send({
        method: "OPTIONS",
        url: address,
        headers: {
          ...FOREIGN,
          "access-control-request-method": "POST",
          "access-control-request-headers": requested,
        },
      });
      expect([status, body]).toEqual([204, ""]);
      expect(headers).toMatchObject({
        allow,
        "access-control-allow-origin": "*",
        "access-control-allow-methods": allow,
        "access-control-allow-headers": "*, authorization",
        "access-control-max-age": "86400",
      });
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  test.each(Object.entries(ADDRESSES))(
    "%s answers 405 to every other method, before a body arrives",
    async (url, allow) => {
      for (const method of METHODS.filter((name) => !allow.includes(name))) {
        const { status, headers, body } = await send({ method, url, headers: FOREIGN });
        expect([method, status, headers["allow"], headers["access-control-allow-origin"]]).toEqual([
          method,
          405,
          allow,
          "*",
        ]);
        if (method !== "HEAD") expect(errorOf(body)?.extensions).toEqual({ code: "METHOD_NOT_ALLOWED" });
      }
      const { write, closed } = await openRaw(app());
      write(`PUT ${base}${url} HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\nContent-Length: 5000000\r\n\r\n{`);
      expect(parseRaw(await closed).status).toBe(405);
    },
  );

  test("a slash at the end of an address makes no difference", async () => {
    const query = "?query=%7B__typename%7D";
    for (const url of ["/graphql", "/graphql/"]) {
      const headers = { "apollo-require-preflight": "1" };
      expect((await send({ method: "GET", url: url + query, headers })).body).toBe('{"data":{"__typename":"Query"}}\n');
      expect((await send({ method: "GET", url, headers: { accept: "text/html" } })).body).toContain('id="explorer"');
    }
    for (const url of ["/graphql/stream", "/graphql/stream/"])
      expect((await send({ method: "GET", url: url + query })).status).toBe(406);
    for (const url of ["/api/export", "/api/export/"]) expect((await send({ method: "GET", url })).status).toBe(401);
    for (const url of ["/api/import", "/api/import/"])
      expect((await send({ method: "POST", url: `${url}?format=json` })).status).toBe(401);
  });

  test.each(["/graphql/x", "/graphql//", "/graphql/stream/x", "/api", "/api/", "/api/x", "/api/export/x", "/api/%67"])(
    "there is nothing at %s, in the shape of every error",
    async (url) => {
      for (const method of ["GET", "POST"] as const) {
        const { status, headers, body } = await send({ method, url, headers: { ...FOREIGN, accept: "text/html" } });
        expect([status, headers["access-control-allow-origin"], errorOf(body)?.extensions]).toEqual([
          404,
          "*",
          { code: "NOT_FOUND" },
        ]);
      }
    },
  );

  test.each<[string, InjectOptions & { url: string }, number, string]>([
    [
      "a large body",
      { method: "POST", url: "/graphql", payload: { x: "x".repeat(1_400_000) } },
      413,
      "PAYLOAD_TOO_LARGE",
    ],
    [
      "a visitor's file, before its length is known,",
      { method: "POST", url: "/api/import?format=json", payload: Buffer.alloc(21 * 1024 * 1024) },
      401,
      "UNAUTHENTICATED",
    ],
    [
      "a type that nobody reads",
      { method: "POST", url: "/graphql/stream", headers: { "content-type": "image/png" }, payload: "x" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "an encoding that nobody reads",
      { method: "POST", url: "/graphql", headers: { "content-encoding": "br" }, payload: "x" },
      415,
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "no JSON",
      { method: "POST", url: "/graphql", headers: { "content-type": "application/json" }, payload: "{" },
      400,
      "BAD_REQUEST",
    ],
    ["a control character", { method: "GET", url: "/api/%0a" }, 400, "BAD_REQUEST"],
    ["an escape that is none", { method: "GET", url: "/graphql/%ff" }, 400, "BAD_REQUEST"],
  ])("%s is refused so that other origins can read why", async (_name, options, status, code) => {
    const answer = await send({ ...options, headers: { ...FOREIGN, ...options.headers } });
    expect([answer.status, answer.headers["access-control-allow-origin"], errorOf(answer.body)?.extensions]).toEqual([
      status,
      "*",
      { code },
    ]);
  });

  test("other origins may read the headers that say what the body does not", async () => {
    const { headers } = await send({ method: "GET", url: "/graphql" });
    expect(String(headers["access-control-expose-headers"]).split(", ")).toEqual(
      expect.arrayContaining([
        "content-disposition",
        "etag",
        "retry-after",
        "www-authenticate",
        "x-ratelimit-remaining",
        "x-request-id",
      ]),
    );
  });

  test("a page is no address of the API", async () => {
    for (const url of ["/en/", "/graphqlx", "/apix/y", "/healthz"])
      expect((await sendRaw(app(), "GET", base + url)).headers).not.toHaveProperty("access-control-allow-origin");
  });
});
