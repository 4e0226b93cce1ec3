import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPagesApp } from "../testing/pages-app";
import { openRaw, parseRaw, sendRaw } from "../testing/raw-request";
import { createTestDatabase } from "../testing/test-database";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await database.drop();
});

async function pagesApp(basePath = "") {
  const pages = await createPagesApp(database.dataSource, { BASE_PATH: basePath });
  opened.push(pages.app);
  return pages;
}

describe.each(["", "/x/y"])("below %j", (base) => {
  test("a target that is not a path is rejected, whatever route it would match", async () => {
    const { app, rendered, notFound } = await pagesApp(base);
    for (const target of [
      `http://evil.com${base}/en/`,
      `http://own.example${base}/en/`,
      `https://evil.com${base}/healthz`,
      `http://evil.com${base}/graphql?query={site{name}}`,
      `http://evil.com`,
      "*",
      `${base}/en/#x`,
      `${base}/en/?q=a#b`,
      `${base}/healthz#x`,
      `${base}/\\evil.com`,
      `${base}/en/\\evil.com/`,
    ]) {
      const { status, headers, body } = await sendRaw(app, "GET", target);
      expect([target, status, JSON.parse(body)]).toEqual([
        target,
        400,
        { errors: [{ message: expect.any(String) as string, extensions: { code: "BAD_REQUEST" } }] },
      ]);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
      expect(headers).not.toHaveProperty("location");
    }
    expect((await sendRaw(app, "OPTIONS", "*")).status).toBe(400);
    expect((await sendRaw(app, "POST", `http://evil.com${base}/graphql`)).status).toBe(400);
    expect([rendered, notFound]).toEqual([[], []]);
    expect((await sendRaw(app, "GET", `${base}/en/?q=a\\b`)).status).toBe(200);
  });

  test("a request without a host is rejected, but that of HTTP/1.0, which has none", async () => {
    const { app } = await pagesApp(base);
    const send = async (version: string) => {
      const { write, closed } = await openRaw(app);
      write(`GET ${base}/healthz HTTP/${version}\r\nConnection: close\r\n\r\n`);
      return parseRaw(await closed).status;
    };
    expect([await send("1.1"), await send("1.0")]).toEqual([400, 200]);
  });

  test("a path with an encoded control character or line separator is rejected; a query may have one", async () => {
    const { app, rendered, notFound } = await pagesApp(base);
    for (const character of ["%00", "%09", "%0A", "%0d", "%1F", "%7f", "%C2%85", "%c2%9F", "%E2%80%A8", "%e2%80%a9"])
      for (const target of [
        `/en/${character}/x`,
        `/en/x${character}y`,
        `/${character}?q=x`,
        `/en/prompt/7${character}`,
      ]) {
        const { status, headers } = await sendRaw(app, "GET", base + target);
        expect([target, status, headers["content-type"]]).toEqual([target, 400, "application/json; charset=utf-8"]);
      }
    expect([rendered, notFound]).toEqual([[], []]);
    for (const target of ["/en/?q=a%0Ab", "/en/?q=a%E2%80%A8b/%0D"])
      expect([target, (await sendRaw(app, "GET", base + target)).status]).toEqual([target, 200]);
    // Other characters, and the characters of an encoded per cent sign, are merely not found.
    for (const target of ["/en/%C2%A0", "/en/%250A", "/en/%E2%80%AA", "/en/%20"])
      expect([target, (await sendRaw(app, "GET", base + target)).status]).toEqual([target, 404]);
  });

  test("a non-canonical path redirects to the canonical one", async () => {
    const { app, rendered } = await pagesApp(base);
    for (const [target, canonical] of [
      ["///", "/"],
      ["//en/", "/en/"],
      ["/en//", "/en/"],
      ["/en//prompt//7/?q=//evil.com", "/en/prompt/7?q=//evil.com"],
      ["/zh//prompt/7", "/prompt/7"],
    ] as const) {
      const { status, headers } = await sendRaw(app, "GET", base + target);
      expect([target, status, headers["location"]]).toEqual([target, 301, base + canonical]);
    }
    expect(rendered).toEqual([]);
  });

  test("a path without a page does not redirect, and gets its locale's 'not found' page", async () => {
    const { app, rendered } = await pagesApp(base);
    for (const target of [
      "//evil.com/",
      "/en//evil.com/",
      "/en/..//evil.com/",
      "/%5cevil.com",
      "/.//evil.com",
      "/a/../en/",
      "/a/%2e%2e/en/",
      "/en/.",
      "/%65n/",
      "/prompt/007",
      "/prompt/%37",
      "/en/prompt%2F7",
      "/en/prompt/7;x",
    ]) {
      const { status, headers, body } = await sendRaw(app, "GET", base + target);
      expect([target, status, headers["location"]]).toEqual([target, 404, undefined]);
      expect(body).toMatch(
        target.startsWith("/en/") ? /^<!doctype html><p>Nothing en / : /^<!doctype html><p>Nothing zh /,
      );
    }
    expect(rendered).toEqual([]);
  });
});

test("a path below a non-canonical base path is not found", async () => {
  const { app, rendered, notFound } = await pagesApp("/x/y");
  for (const target of ["/%78/y/en/", "/%78/%79/", "/X/y/en/", "//x/y/en/", "/x//y/en/"]) {
    const { status, headers } = await sendRaw(app, "GET", target);
    expect([target, status, headers["content-type"]]).toEqual([target, 404, "application/json; charset=utf-8"]);
  }
  expect([rendered, notFound]).toEqual([[], []]);
  // The base path without its trailing slash redirects to the one with it, even if it is not canonical.
  for (const target of ["/x/y?q=1", "/%78/y?q=1"]) {
    expect((await sendRaw(app, "GET", target)).headers["location"]).toBe("/x/y/?q=1");
  }
});

test("of a query only the first 8192 characters count", async () => {
  const { app, rendered } = await pagesApp();
  for (const length of [8100, 8191, 12_000]) {
    expect((await app.inject(`/en/?x=${"x".repeat(length)}&order=asc`)).statusCode).toBe(200);
  }
  expect(rendered.map(({ path }) => path)).toEqual(["/en/?order=asc", "/en/", "/en/"]);
});

test("a file's address of more than 500 characters is not found", async () => {
  const { app } = await pagesApp();
  const icon = (queryLength: number) => app.inject(`/icons/icon-192.png?${"x".repeat(queryLength)}`);
  expect((await icon(400)).statusCode).toBe(200);
  expect((await icon(500)).statusCode).toBe(404);
});
