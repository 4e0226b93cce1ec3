import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { PageChanges } from "../database/page-changes";
import { startDatabaseProxy } from "../testing/database-proxy";
import { createPagesApp, type PagesAppOptions } from "../testing/pages-app";
import { createTestDatabase } from "../testing/test-database";
import { BoundedQueue } from "./bounded-queue";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pageChanges: PageChanges;
const opened: FastifyInstance[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pageChanges = new PageChanges({ url: database.url });
  await pageChanges.start();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await pageChanges.close();
  await database.drop();
});

async function cachingApp(environment: NodeJS.ProcessEnv = {}, options: PagesAppOptions = {}) {
  const pages = await createPagesApp(database.dataSource, environment, { pageChanges, ...options });
  opened.push(pages.app);
  return pages;
}

test("a page is rendered once for all clients, whatever unknown parameters they add", async () => {
  const { app, rendered } = await cachingApp();
  const addresses = ["/en/", "/en/?utm_source=x", "/en/?fbclid=1&utm_source=y", "/en/?"];
  const get = (url: string) => app.inject({ url, headers: { cookie: `session=${url}`, "accept-language": "fr" } });
  const answers = [...(await Promise.all(addresses.map(get))), ...(await Promise.all(addresses.map(get)))];
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(rendered.map(({ path }) => path)).toEqual(["/en/"]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({ "cache-control": "public, max-age=0, must-revalidate", vary: "accept-encoding" });
    expect(headers).not.toHaveProperty("set-cookie");
  }
  expect(new Set(answers.map(({ headers }) => headers["x-request-id"])).size).toBe(answers.length);
});

test("the cache key depends on the parameters' values, but not on their order", async () => {
  const { app, rendered } = await cachingApp();
  for (const query of ["q=a&tag=code", "tag=code&q=a", "x=1&tag=code&q=a", "q=b&tag=code", "tag=code&tag=write&q=a"]) {
    await app.inject(`/?${query}`);
  }
  expect(rendered.map(({ path }) => path)).toEqual(["/?q=a&tag=code", "/?q=b&tag=code", "/?q=a&tag=code&tag=write"]);
});

test("invalid parameters do not change the cache key", async () => {
  const { app, rendered } = await cachingApp();
  const junk = ["tag=nosuch1", "sort=zzz", "order=up", "after=%00", "q=%20", "match=zz", `after=${"a".repeat(2000)}`];
  for (const query of ["", ...junk]) expect((await app.inject(`/?${query}`)).statusCode).toBe(200);
  for (const view of ["zzz", "password"]) await app.inject(`/user/auth?view=${view}`);
  expect(rendered.map(({ path }) => path)).toEqual(["/", "/user/auth"]);
});

describe("a cached page", () => {
  test("has the same content in every encoding, and the right Content-Length", async () => {
    const { app, rendered } = await cachingApp();
    const get = async (encoding: string, method: "GET" | "HEAD" = "GET") => {
      const { headers, rawPayload } = await app.inject({ method, url: "/", headers: { "accept-encoding": encoding } });
      return {
        encoding: headers["content-encoding"],
        length: headers["content-length"],
        etag: headers.etag,
        rawPayload,
      };
    };
    const plain = await get("identity");
    for (const round of [1, 2]) {
      const [br, gzip] = [await get("gzip, br"), await get("gzip")];
      expect([round, br.encoding, gzip.encoding, plain.encoding]).toEqual([round, "br", "gzip", undefined]);
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
      for (const answer of [plain, br, gzip]) {
        expect(answer.length).toBe(String(answer.rawPayload.length));
        expect(answer.etag).toBe(plain.etag);
      }
      const head = await get("gzip, br", "HEAD");
      expect(head).toEqual({ ...br, rawPayload: Buffer.alloc(0) });
    }
    expect(rendered).toHaveLength(1);
  });

  test("is not sent again to a client that has it", async () => {
    const { app, rendered } = await cachingApp();
    const { etag = "" } = (await app.inject("/en/")).headers;
    for (const header of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      for (const method of ["GET", "HEAD"] as const) {
        const { statusCode, body, headers } = await app.inject({
          method,
          url: "/en/",
          headers: { "if-none-match": header, "accept-encoding": "br" },
        });
        expect([statusCode, body, headers.etag, headers.vary]).toEqual([304, "", etag, "accept-encoding"]);
        expect(headers).not.toHaveProperty("content-encoding");
        expect(headers).toHaveProperty("content-security-policy");
      }
    }
    expect((await app.inject({ url: "/en/", headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);
    expect((await app.inject({ url: "/fr/", headers: { "if-none-match": etag } })).statusCode).toBe(200);
    expect(rendered.map(({ path }) => path)).toEqual(["/en/", "/fr/"]);
  });

  test("is never a missing page, a failed page or a redirect", async () => {
    const { app, rendered, notFound } = await cachingApp();
    for (const [url, status] of [
      ["/missing", 404],
      ["/fails", 500],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const { statusCode, headers } = await app.inject(url);
        expect([statusCode, headers["cache-control"], headers.etag]).toEqual([status, "no-store", undefined]);
      }
    }
    expect(rendered).toHaveLength(4);
    expect((await app.inject("/bn")).statusCode).toBe(301);
    expect((await app.inject("/bn")).statusCode).toBe(301);
    expect(rendered).toHaveLength(4);
    expect(notFound).toEqual(["zh"]);
  });

  test("is served below a base path too", async () => {
    const { app, rendered } = await cachingApp({ BASE_PATH: "/x/y" });
    const first = await app.inject("/x/y/en/?q=a&z=1");
    const second = await app.inject("/x/y/en/?q=a");
    expect([first.statusCode, second.body]).toEqual([200, first.body]);
    expect(rendered.map(({ path, basePath }) => [path, basePath])).toEqual([["/en/?q=a", "/x/y"]]);
  });

  test("does not exist if the cache is turned off", async () => {
    const { app, rendered } = await cachingApp({ PAGE_CACHE_MB: "0" });
    await app.inject("/");
    await app.inject("/");
    expect(rendered).toHaveLength(2);
  });
});

describe("an address without a page", () => {
  const MISSING = [
    "/en/nonsense",
    "/en/nonsense?q=a",
    "/en/.env",
    "/en//evil.com/",
    "/en/prompt/007",
    "/en/prompt/404",
    "/en/missing",
  ];

  test("gets its locale's 'not found' page, which is rendered once", async () => {
    const { app, rendered, notFound } = await cachingApp();
    const answers = [];
    for (const url of [...MISSING, ...MISSING]) answers.push(await app.inject(url));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(404);
    for (const { headers } of answers) {
      const { "x-request-id": _id, date: _date, ...others } = headers;
      const { "x-request-id": _firstId, date: _firstDate, ...first } = answers[0]?.headers ?? {};
      expect(others).toEqual(first);
    }
    expect(notFound).toEqual(["en"]);
    // Only paths that a page may have reach the renderer.
    expect(new Set(rendered.map(({ path }) => path))).toEqual(new Set(["/en/prompt/404", "/en/missing"]));
    await app.inject("/nonsense");
    await app.inject("/xx/");
    expect(notFound).toEqual(["en", "zh"]);
  });

  test("gets a page that is compressed once, and rendered again when everything may have changed", async () => {
    const { app, notFound } = await cachingApp();
    const get = (url: string) => app.inject({ url, headers: { "accept-encoding": "br" } });
    const [one, other] = [await get("/en/nonsense"), await get("/en/missing")];
    expect([one.headers["content-encoding"], one.rawPayload.equals(other.rawPayload)]).toEqual(["br", true]);
    await database.dataSource.query("update prompt set updated_at = now() + interval '3 s' where id = 3");
    await pageChanges.caughtUp();
    await get("/en/nonsense");
    expect(notFound).toEqual(["en"]);
    await database.dataSource.query("update tag_text set label = label || '?' where locale = 'de'");
    await pageChanges.caughtUp();
    await get("/en/nonsense");
    expect(notFound).toEqual(["en", "en"]);
  });
});

describe("when more pages are requested than can be rendered", () => {
  const ACCEPTED = 201; // One running, 200 waiting.
  const BEYOND = 8;
  const searches = (count: number) => Array.from({ length: count }, (_, index) => `/?q=${String(index)}`);
  const isSearch = ({ path }: { path: string }) => path.includes("?");
  const REFUSED = [503, "1", "no-store"];

  /** An app whose searches run until `release` is called. */
  async function holdingApp() {
    let release: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const pages = await cachingApp({}, { hold: (path) => (isSearch({ path }) ? hold : undefined) });
    // `async`, because an injection only starts when it is awaited.
    const get = async (url: string) => pages.app.inject(url);
    return { ...pages, get, release };
  }

  test("clients beyond the limit are told to retry, while cached pages are served", async () => {
    const { get, rendered, release } = await holdingApp();
    try {
      await get("/en/");
      await get("/en/nonsense");
      const all = searches(ACCEPTED + BEYOND).map((url) => get(url));
      for (const { statusCode, headers, body } of await Promise.all(all.slice(ACCEPTED))) {
        expect([statusCode, headers["retry-after"], headers["cache-control"]]).toEqual(REFUSED);
        expect(body).toContain('"SERVICE_UNAVAILABLE"');
      }
      // Requests for a page that is being rendered already do not count.
      const same = searches(ACCEPTED).map((url) => get(url));
      for (const [url, status] of [
        ["/en/", 200],
        ["/healthz", 200],
        ["/en/nonsense", 404],
        ["/favicon.svg", 200],
        ["/?q=another", 503],
      ] as const) {
        expect([url, (await get(url)).statusCode]).toEqual([url, status]);
      }
      // Searches do not take the places of plain pages.
      const plain = get("/fr/");
      expect(rendered.filter(isSearch)).toHaveLength(1);
      release();
      const answers = await Promise.all([...all.slice(0, ACCEPTED), ...same, plain]);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(rendered.filter(isSearch)).toHaveLength(ACCEPTED);
      expect(rendered.findIndex(({ path }) => path === "/fr/")).toBeLessThan(5);
      expect((await get("/?q=another")).statusCode).toBe(200);
    } finally {
      release();
    }
  });

  test("a search whose reader has left meanwhile is not rendered, unless somebody else waits for it", async () => {
    const { app, get, rendered, release } = await holdingApp();
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    const queued = vi.spyOn(BoundedQueue.prototype, "run");
    try {
      const running = get("/?q=running");
      await expect.poll(() => rendered).toHaveLength(1);
      const leaving = ["/?q=left", "/?q=shared"].map((url) =>
        request(origin + url, { agent: false })
          .on("error", () => undefined)
          .end(),
      );
      // The one that runs is in both queues.
      await expect.poll(() => queued.mock.calls.length).toBe(4);
      const shared = get("/?q=shared");
      for (const each of leaving) each.destroy();
      await expect.poll(connections).toBe(0);
      release();
      expect((await Promise.all([running, shared])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      await get("/?q=last");
      expect(rendered.map(({ path }) => path)).toEqual(["/?q=running", "/?q=shared", "/?q=last"]);
    } finally {
      queued.mockRestore();
      release();
    }
  });
});

describe("a change in the database", () => {
  const update = (set: string, prompt: number) =>
    database.dataSource.query(`update prompt set ${set} where id = $1`, [prompt]);
  const PROMPT = 3;

  test("invalidates the pages that show it in all processes, and no others", async () => {
    const other = new PageChanges({ url: database.url });
    await other.start();
    const second = await createPagesApp(database.dataSource, {}, { pageChanges: other });
    const apps = [await cachingApp(), second];
    const addresses = ["/", `/en/prompt/${PROMPT}`, `/prompt/${PROMPT - 1}`, `/prompt/${PROMPT + 1}`];
    const rerendered = async () => {
      await Promise.all([pageChanges.caughtUp(), other.caughtUp()]);
      return Promise.all(
        apps.map(async ({ app, rendered }) => {
          const before = rendered.length;
          for (const url of addresses) await app.inject(url);
          return rendered.slice(before).map(({ path }) => path);
        }),
      );
    };
    try {
      await rerendered();
      expect(await rerendered()).toEqual([[], []]);
      await update("updated_at = now() + interval '1 s'", PROMPT);
      expect(await rerendered()).toEqual([addresses.slice(1, 3), addresses.slice(1, 3)]);
      // Lists are made anew a moment later, while the stale ones are served.
      const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
      await update("tag_ids = array_append(tag_ids, 1)", PROMPT);
      expect(await rerendered()).toEqual([addresses.slice(1, 3), addresses.slice(1, 3)]);
      clock.mockRestore();
      for (const { app, rendered } of apps) {
        const before = rendered.length;
        const isAnew = async () => {
          expect((await app.inject("/")).statusCode).toBe(200);
          return rendered.length > before;
        };
        await expect.poll(isAnew).toBe(true);
      }
      expect(await rerendered()).toEqual([[], []]);
      await update("upvotes = upvotes + 1, copy_count = copy_count + 1", PROMPT);
      expect(await rerendered()).toEqual([[], []]);
      await database.dataSource.query("update tag_text set label = label || '!' where locale = 'de'");
      expect(await rerendered()).toEqual([addresses, addresses]);
    } finally {
      await second.app.close();
      await other.close();
    }
  });

  test("is not missed for long by a process whose connection hangs: its pages are dropped, and none is kept until it is back", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const hanging = new PageChanges({ url: proxy.url });
    await hanging.start();
    const { app, rendered } = await cachingApp({}, { pageChanges: hanging });
    const renderings = async () => {
      expect((await app.inject(`/en/prompt/${PROMPT}`)).statusCode).toBe(200);
      return rendered.length;
    };
    await renderings();
    expect(await renderings()).toBe(1);
    proxy.hang();
    await expect.poll(renderings).toBe(2);
    expect(await renderings()).toBe(3);
    await proxy.cut();
    await proxy.restore();
    // Once there is a connection again.
    const isKept = async () => (await renderings()) === (await renderings());
    await expect.poll(isKept).toBe(true);
    await hanging.close();
    await proxy.cut();
  });

  test("of a list costs whoever has the page rendered anew: a stranger cannot have hundreds of stale pages rendered for nothing", async () => {
    const { app, rendered } = await cachingApp({ WORK_BUDGET: "500" });
    const get = async (remoteAddress: string) => {
      expect((await app.inject({ url: "/", remoteAddress })).statusCode).toBe(200);
      return rendered.length;
    };
    expect(await get("198.51.100.1")).toBe(1);
    const NOT_ON_THE_PAGE = 150;
    const begun = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(begun);
    await update("tag_ids = array_append(tag_ids, 2)", NOT_ON_THE_PAGE);
    await pageChanges.caughtUp();
    clock.mockReturnValue(begun + 300);
    expect(await get("198.51.100.1")).toBe(1);
    await get("198.51.100.2");
    clock.mockRestore();
    await expect.poll(() => rendered.length).toBe(2);
  });

  test("is visible to a client that reloads right after its mutation; recording a copy is not a change", async () => {
    const { app, rendered } = await cachingApp();
    const mutate = async (field = `recordCopy(promptId: "${PROMPT}") { prompt { id } }`) => {
      const answer = await app.inject({
        method: "POST",
        url: "/graphql",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ query: `mutation { ${field} }` }),
      });
      expect(answer.json()).not.toHaveProperty("errors");
    };
    const page = `/en/prompt/${PROMPT}`;
    // It does not even wait for changes.
    const waits = vi.spyOn(pageChanges, "caughtUp");
    await mutate();
    expect(waits).not.toHaveBeenCalled();
    waits.mockRestore();
    await app.inject(page);
    await mutate();
    await app.inject(page);
    expect(rendered).toHaveLength(1);
    // SQL makes the change: what counts is that the mutation's response waits for the invalidation.
    await update("updated_at = now() + interval '2 s'", PROMPT);
    await mutate("logout { accepted }");
    await app.inject(page);
    expect(rendered).toHaveLength(2);
  });
});
