import { parse } from "graphql";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPagesApp, type PagesAppOptions } from "../testing/pages-app";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  site = await createTestApp();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await site.close();
});

async function pagesApp(environment: NodeJS.ProcessEnv = {}, options: PagesAppOptions = {}) {
  const pages = await createPagesApp(site.dataSource, environment, options);
  opened.push(pages.app);
  return pages;
}

const POLICY = [
  "default-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
];

describe("every response has the security headers", () => {
  const addresses = [
    "/graphql",
    "/graphql?query={site{name}}",
    "/healthz",
    "/readyz",
    "/sitemap.xml",
    "/sitemap-0.xml",
    "/sitemap-77.xml",
    "/robots.txt",
    "/site.webmanifest",
    "/favicon.svg",
    "/icons/icon-192.png",
    "/icons/nope.png",
    "/assets/nope.js",
    "/",
    "/bn",
    "/missing",
    "/fails",
    "/%",
    "/%ff",
    `/${"a".repeat(300)}`,
  ];

  test.each(addresses)("at %s", async (url) => {
    for (const environment of [{}, { PUBLIC_URL: "https://prompts.example" }]) {
      const { app } = await pagesApp(environment);
      for (const method of ["GET", "HEAD", "POST", "OPTIONS", "DELETE"] as const) {
        const { headers } = await app.inject({ method, url });
        const policy = String(headers["content-security-policy"]).split("; ");
        expect(policy).toEqual(expect.arrayContaining(POLICY));
        expect(policy.find((directive) => directive.startsWith("script-src"))).not.toMatch(/unsafe|\*/);
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin-when-cross-origin",
        });
        expect(headers["x-request-id"]).toMatch(/^[\w-]{8,}$/);
        expect(headers["strict-transport-security"]).toBe("PUBLIC_URL" in environment ? "max-age=31536000" : undefined);
      }
    }
  });
});

test("an address that cannot be decoded is answered in the common error format", async () => {
  for (const url of ["/%", "/%ff", "/prompt/%c0%af"]) {
    const response = await site.app.inject(url);
    expect([response.statusCode, response.json<{ errors: { extensions: unknown }[] }>().errors[0]?.extensions]).toEqual(
      [400, { code: "BAD_REQUEST" }],
    );
  }
});

test("unknown routes are answered in JSON by an app without pages", async () => {
  for (const url of ["/nope", "/graphql/nope", "/.env", "/sitemap-x.xml", "/assets/x.js", "//evil.com/", "/a%20b"]) {
    const response = await site.app.inject(url);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
    expect(response.json()).toEqual({
      errors: [{ message: "There is nothing at this address.", extensions: { code: "NOT_FOUND" } }],
    });
  }
});

describe("pages", () => {
  test("are served at their canonical address; other addresses redirect there permanently, query included", async () => {
    const { app, rendered } = await pagesApp();
    for (const [from, to] of [
      ["/zh/x?tag=code&tag=write", "/x?tag=code&tag=write"],
      ["/bn", "/bn/"],
      ["/bn/prompt/7/?x=//y/", "/bn/prompt/7?x=//y/"],
      ["/zh", "/"],
      ["/zh/community-prompts.atom?tag=code", "/community-prompts.atom?tag=code"],
      ["//fr//community-prompts.atom/", "/fr/community-prompts.atom"],
    ] as const) {
      const { statusCode, headers } = await app.inject(from);
      expect([statusCode, headers["location"]]).toEqual([301, to]);
    }
    expect(rendered).toEqual([]);
    expect((await app.inject("/bn/prompt/7?x=1")).statusCode).toBe(200);
    expect((await app.inject("/bn/?x=1&tag=code&q=a%20b")).statusCode).toBe(200);
    expect(rendered.map((request) => request.path)).toEqual(["/bn/prompt/7", "/bn/?q=a+b&tag=code"]);
  });

  test("name what programs may read instead", async () => {
    const { app } = await pagesApp({ PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x" });
    const linkOf = async (path: string) => (await app.inject(`/x${path}`)).headers["link"];
    for (const path of ["/", "/ar/?tag=code"])
      expect(await linkOf(path)).toBe('<https://prompts.example/x/.well-known/api-catalog>; rel="api-catalog"');
    expect(await linkOf("/ar/prompt/7")).toBe(
      '<https://prompts.example/x/ar/prompt/7.md>; rel="alternate"; type="text/markdown", ' +
        '<https://prompts.example/x/api/oembed?url=https%3A%2F%2Fprompts.example%2Fx%2Far%2Fprompt%2F7>; rel="alternate"; type="application/json+oembed"',
    );
    for (const path of ["/ar/community-prompts", "/ar/no/such/page"]) expect(await linkOf(path)).toBeUndefined();
  });

  test("never redirect to another host", async () => {
    const { app } = await pagesApp();
    for (const url of [
      "//evil.com",
      "//evil.com/",
      "/zh//evil.com/",
      "/zh/%5cevil.com/",
      "/zh/\\evil.com/",
      "///evil.com/",
      "/bn//evil.com/",
    ]) {
      const { headers } = await app.inject({ url, headers: { host: "own.example" } });
      expect(headers).not.toHaveProperty("location");
    }
  });

  test("that do not exist are 404, not stored and not indexed", async () => {
    const { app } = await pagesApp();
    for (const url of ["/nonsense", "/missing"]) {
      const { statusCode, headers } = await app.inject(url);
      expect([statusCode, headers["cache-control"], headers["x-robots-tag"], headers["etag"]]).toEqual([
        404,
        "no-store",
        "noindex, follow",
        undefined,
      ]);
    }
  });

  test("that fail do not reveal why", async () => {
    const { app } = await pagesApp();
    const { statusCode, body } = await app.inject("/fails");
    expect(statusCode).toBe(500);
    expect(body).not.toContain("secret");
  });

  test("that fail say so in the language of their address", async () => {
    const { app } = await pagesApp();
    const headers = { accept: "text/html" };
    const failed = await app.inject({ url: "/fails", headers });
    expect([failed.statusCode, failed.headers["cache-control"]]).toEqual([500, "no-store"]);
    expect(failed.body).toContain("网站目前出现问题，请几分钟后重试。");
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const busy = await pagesApp({}, { hold: () => held });
    // Two run, sixty wait.
    const answers = Array.from({ length: 63 }, async (_, index) =>
      busy.app.inject({ url: `/de/prompt/${String(index + 1)}`, headers }),
    );
    const refused = await Promise.race(answers);
    expect(refused.statusCode).toBe(503);
    expect(refused.body).toContain("Die Website ist überlastet. Versuche es in 1 Minute noch einmal.");
    expect(refused.headers["retry-after"]).toBe("1");
    release();
    await Promise.all(answers);
  });

  test("are paid for before they wait: beyond its minute an address takes no place in the queue", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { app } = await pagesApp({ WORK_BUDGET: "3000" }, { hold: () => held });
    const search = async (words: string, remoteAddress: string) =>
      app.inject({ url: `/?q=${words}`, remoteAddress }).then(({ statusCode }) => statusCode);
    const own = Array.from({ length: 7 }, (_, index) => search(`search-${String(index)}`, "192.0.2.1"));
    expect(await Promise.race(own)).toBe(429);
    const other = search("other", "192.0.2.2");
    release();
    expect((await Promise.all([...own, other])).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 429]);
  });

  test("are rendered for each request if there is no cache", async () => {
    const { app, rendered } = await pagesApp();
    await app.inject("/x");
    await app.inject("/x");
    expect(rendered).toHaveLength(2);
  });

  test("execute their operations in process", async () => {
    const { app, rendered } = await pagesApp();
    await app.inject("/x");
    expect(await rendered[0]?.execute({ query: parse("query A { site { name } }"), operationName: "A" })).toEqual({
      data: { site: { name: "Polyprompt" } },
    });
  });

  test("allow exactly the inline scripts of their renderer", async () => {
    const { app } = await pagesApp();
    const policy = String((await app.inject("/x")).headers["content-security-policy"]);
    // The hash of "let inline".
    expect(policy).toContain("script-src 'self' 'sha256-YmWeUAqC4vvREglnd1/KcQSHoK3qrVEk+hWB0sNsrdA='");
  });
});

describe("below a base path", () => {
  const BASE = { BASE_PATH: "/x/y" };

  test("everything is served there and nothing elsewhere", async () => {
    const { app, rendered } = await pagesApp(BASE);
    for (const path of [
      "/healthz",
      "/readyz",
      "/robots.txt",
      "/sitemap.xml",
      "/site.webmanifest",
      "/favicon.svg",
      "/",
      "/bn/",
    ]) {
      expect((await app.inject(`/x/y${path}`)).statusCode).toBe(200);
      expect((await app.inject(path)).statusCode).toBe(404);
    }
    expect(rendered.map((request) => [request.path, request.basePath])).toEqual([
      ["/", "/x/y"],
      ["/bn/", "/x/y"],
    ]);
    const api = await app.inject({
      method: "POST",
      url: "/x/y/graphql",
      headers: { "content-type": "application/json" },
      payload: `{"query":"{site{name}}"}`,
    });
    expect(api.json()).toEqual({ data: { site: { name: "Polyprompt" } } });
  });

  test("redirects stay below it", async () => {
    const { app } = await pagesApp(BASE);
    for (const [from, to] of [
      ["/x/y/zh/x", "/x/y/x"],
      ["/x/y/bn", "/x/y/bn/"],
      ["/x/y/bn/prompt/7/", "/x/y/bn/prompt/7"],
      ["/x/y/zh", "/x/y/"],
      ["/x/y/zh/community-prompts.atom", "/x/y/community-prompts.atom"],
      ["/x/y", "/x/y/"],
      ["/x/y?q=1", "/x/y/?q=1"],
    ] as const) {
      const { statusCode, headers } = await app.inject(from);
      expect([from, statusCode, headers["location"]]).toEqual([from, 301, to]);
    }
  });
});
