import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { LOCALE_CODES, localePath } from "../contract/locales";
import { buildApp } from "./app";
import { loadConfig } from "./platform/config/config";
import { projectRoot } from "./platform/config/project-root";
import { PageChanges } from "./platform/database/page-changes";
import { RenderThread } from "./platform/http/render-thread";
import { insertPrompts, insertUsers } from "./platform/testing/community";
import { createTestDatabase } from "./platform/testing/test-database";

const DIST = join(projectRoot(), "dist");

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pageChanges: PageChanges;
let renderer: RenderThread;
let app: FastifyInstance;
/** The paths rendered so far, and the locales whose not-found page was rendered. */
const rendered: string[] = [];
const notFound: string[] = [];

/** The production build, which the test command has brought up to date. */
beforeAll(async () => {
  database = await createTestDatabase();
  pageChanges = new PageChanges({ url: database.url });
  await pageChanges.start();
  const built = (name: string) => join(DIST, "server", name);
  renderer = new RenderThread({
    workerFile: built("render-worker.js"),
    rendererFile: built("entry.server.js"),
    logger: console,
  });
  await renderer.ready();
  app = await buildApp({
    config: loadConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }),
    dataSource: database.dataSource,
    renderer: {
      isPage: renderer.isPage,
      inlineScripts: renderer.inlineScripts,
      render: (request) => {
        rendered.push(request.path);
        return renderer.render(request);
      },
      renderNotFound: (request) => {
        notFound.push(request.locale);
        return renderer.renderNotFound(request);
      },
    },
    clientDir: join(DIST, "client"),
    pageChanges,
  });
  // The first render of a process takes so long that connections opened meanwhile would time out.
  await app.inject("/en/docs/privacy-policy");
  await Promise.all(Array.from({ length: 10 }, () => database.dataSource.query("select 1")));
});
afterAll(async () => {
  await app.close();
  await renderer.close();
  await pageChanges.close();
  await database.drop();
});

describe("a page", () => {
  test("of the account is rendered once, since it has no data of anybody's, but never stored by others", async () => {
    rendered.length = 0;
    for (let times = 0; times < 3; times += 1)
      for (const path of ["/en/user/auth", "/en/user/auth?view=register", "/en/user/"]) {
        const { statusCode, headers } = await app.inject({ url: path, headers: { "if-none-match": "*" } });
        expect([statusCode, headers["cache-control"], headers.etag]).toEqual([200, "no-store", undefined]);
      }
    expect(rendered).toEqual(["/en/user/auth", "/en/user/auth?view=register", "/en/user/"]);
  });

  test("is cached until an edit, which shows at once", async () => {
    const pages = ["/en/", "/en/?sort=release&order=asc", "/en/prompt/1", "/en/prompt/40"];
    const read = async () => {
      const answers = await Promise.all(pages.map((url) => app.inject(url)));
      // Failed pages are not cached: without this check they would look like purged ones.
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200));
      return answers.map(({ body }) => body);
    };
    const before = await read();
    await database.dataSource.query("update prompt set copy_count = copy_count + 1000 where id = 1");
    await pageChanges.caughtUp();
    // Compared as booleans, so that a failure does not print whole pages.
    const same = (await read()).map((html, index) => html === before[index]);
    expect(same).toEqual(pages.map(() => true));
    await database.dataSource.query(
      "update prompt_text set title = 'Renamed for a test' where prompt_id = 1 and locale = 'en'",
    );
    await pageChanges.caughtUp();
    const after = await read();
    for (const [index, html] of after.entries()) {
      expect([pages[index], html === before[index]]).toEqual([pages[index], !html.includes("Renamed for a test")]);
    }
    expect(after[2]).toContain("<h1");
    expect(after[2]).toContain("Renamed for a test");
  });

  test("of a prompt leads to its text as Markdown", async () => {
    const { body } = await app.inject("/de/prompt/40");
    const [, href = ""] = /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(body) ?? [];
    expect(href).toBe("/de/prompt/40.md");
    expect((await app.inject(href)).headers["content-type"]).toBe("text/markdown; charset=utf-8");
  });

  test("of the docs stays cached when prompts change", async () => {
    const url = "/en/docs/privacy-policy";
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=0, must-revalidate"]);
    await app.inject("/en/prompt/2");
    rendered.length = 0;
    await database.dataSource.query("update prompt_text set title = 'Anew' where prompt_id = 2 and locale = 'en'");
    await pageChanges.caughtUp();
    await app.inject(url);
    await app.inject("/en/prompt/2");
    expect(rendered).toEqual(["/en/prompt/2"]);
  });

  test("shows a tag's new label at once, because the tag cache is cleared along with the pages", async () => {
    expect((await app.inject("/en/")).body).not.toContain("Relabelled");
    await database.dataSource.query("update tag_text set label = 'Relabelled' where locale = 'en'");
    await pageChanges.caughtUp();
    for (const url of ["/en/", "/en/prompt/40"]) expect((await app.inject(url)).body).toContain("Relabelled");
  });
});

describe("a change of members'", () => {
  const PAGES = {
    home: "/en/",
    library: "/en/prompt/1",
    community: "/en/community-prompts",
    search: "/en/?q=Older",
    prompt: "",
    newest: "",
    author: "/en/community-prompts?author=Writer",
    feedback: "/en/feedback",
    docs: "/en/docs/privacy-policy",
  };
  type Name = keyof typeof PAGES;
  let sql: typeof database.dataSource;
  let writer: string;
  let other: string;
  let older: number;

  beforeAll(async () => {
    sql = database.dataSource;
    [writer = "", other = ""] = await insertUsers(sql, ["Writer", "Other"]);
    const prompt = (title: string, authorId: string) => ({
      authorId,
      texts: [{ locale: "en", title, content: "Say it." }] as const,
    });
    // The home page shows the three newest.
    const ids = await insertPrompts(sql, [
      prompt("Older", writer),
      ...["One", "Two", "Three"].map((title) => prompt(title, other)),
    ]);
    for (const [index, id] of ids.entries())
      await sql.query(
        "update prompt set shared_at = now() - interval '1 h' + make_interval(mins => $2) where id = $1",
        [id, index],
      );
    older = ids[0] ?? 0;
    PAGES.prompt = `/en/prompt/${older}`;
    PAGES.newest = `/en/prompt/${ids[3] ?? 0}`;
  });

  /** @returns the names of the pages that are rendered anew by the next requests */
  async function renderedAfter(...statements: string[]): Promise<string[]> {
    const addresses = Object.entries(PAGES);
    const read = async () => {
      rendered.length = 0;
      const answers = await Promise.all(
        addresses.map(([, url], index) => app.inject({ url, remoteAddress: `10.0.${String(index)}.1` })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(addresses.map(() => 200));
      return addresses.filter(([, url]) => rendered.includes(url)).map(([name]) => name);
    };
    // A page that is merely out of date is rendered anew if it is asked for a quarter of a second later.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    try {
      await sql.query("select pg_notify('page_change', 'all')");
      await pageChanges.caughtUp();
      await read();
      for (const statement of statements) await sql.query(statement);
      await pageChanges.caughtUp();
      return await read();
    } finally {
      clock.mockRestore();
    }
  }

  const LISTING: Name[] = ["community", "search", "author"];

  test.each<[string, () => string, Name[]]>([
    [
      "own text purges the pages that show it, and leaves the home page alone",
      () => `update prompt_text set title = title || '!' where prompt_id = ${older}`,
      ["prompt", ...LISTING],
    ],
    [
      "vote or copy purges nothing",
      () => `update prompt set upvotes = upvotes + 1, copy_count = copy_count + 1 where id = ${older}`,
      [],
    ],
    [
      "comment purges the page of its prompt",
      () =>
        `insert into comment (prompt_id, author_id, body, html, html_version) values (${older}, ${other}, 'x', '{x}', 1)`,
      ["prompt"],
    ],
    [
      "name purges the pages where it stands",
      () => `update user_account set username = 'Renamed', username_key = 'renamed' where id = ${other}`,
      // The home page says who wrote its news.
      ["home", "prompt", "newest", "community"],
    ],
    [
      "word on the feedback page purges that",
      () => `insert into comment (author_id, body, html, html_version) values (${writer}, 'x', '{x}', 1)`,
      ["feedback"],
    ],
    [
      "text of the library purges its page",
      () => "update prompt_text set content = content || '!' where prompt_id = 1 and locale = 'en'",
      ["library"],
    ],
  ])("%s", async (_, statement, expected) => {
    const names = await renderedAfter(statement());
    const isExpected = (name: string) => (expected as string[]).includes(name);
    expect(names.filter(isExpected)).toEqual(Object.keys(PAGES).filter(isExpected));
    expect(names.filter((name) => !isExpected(name))).toEqual([]);
  });
});

describe("the not-found page", () => {
  test("is byte-identical for private, deleted, unknown and invalid addresses", async () => {
    const { dataSource } = database;
    const [authorId = ""] = await insertUsers(dataSource, ["Hermit"]);
    const texts = [{ locale: "en", title: "A private title", content: "For nobody." }] as const;
    const [secret = 0, gone = 0] = await insertPrompts(dataSource, [
      { authorId, texts, shared: false },
      { authorId, texts },
    ]);
    const open = await app.inject(`/en/prompt/${gone}`);
    expect([open.statusCode, open.body.includes("A private title")]).toEqual([200, true]);
    await dataSource.query("delete from prompt where id = $1", [gone]);
    await pageChanges.caughtUp();
    notFound.length = 0;
    const paths = [
      `/en/prompt/${secret}`,
      `/en/prompt/${gone}`,
      "/en/prompt/999999",
      "/en/prompt/007",
      "/en/docs/nothing",
      "/en/nonsense?q=a&tag=code",
      "/en//evil.com/",
    ];
    const answers = await Promise.all(paths.map((url) => app.inject(url)));
    for (const [index, { statusCode, headers, body }] of answers.entries()) {
      expect([paths[index], statusCode, headers["cache-control"], headers["x-robots-tag"]]).toEqual([
        paths[index],
        404,
        "no-store",
        "noindex, follow",
      ]);
      expect(body === answers[0]?.body).toBe(true);
    }
    expect(notFound).toEqual(["en"]);
  });

  test("does not contain any part of the address", async () => {
    const { body } = await app.inject("/de/evil.com?q=secret");
    expect(body).toMatch(/<html lang="de"/);
    expect(body).toContain('<meta name="robots" content="noindex"');
    for (const part of ["evil", "secret", "/404", 'rel="canonical"', 'rel="alternate"'])
      expect(body).not.toContain(part);
    const languages = [...body.matchAll(/<a [^>]*href="([^"]*)"[^>]*hrefLang="(\w+)"/gi)].map(([, href, code]) => [
      code,
      href,
    ]);
    expect(Object.fromEntries(languages)).toEqual(
      Object.fromEntries(LOCALE_CODES.map((code) => [code, localePath(code, "/")])),
    );
  });
});

describe("an asset", () => {
  const types = { js: /^(text|application)\/javascript; charset=utf-8$/, css: /^text\/css; charset=utf-8$/ };

  test("is sent precompressed and immutable", async () => {
    const files = await readdir(join(DIST, "client/assets"));
    for (const [extension, type] of Object.entries(types)) {
      const file = files.find((name) => files.includes(`${name}.br`) && name.endsWith(`.${extension}`));
      const get = (encoding: string) =>
        app.inject({ url: `/assets/${file ?? ""}`, headers: { "accept-encoding": encoding } });
      const [plain, br, gzip] = [await get("identity"), await get("gzip, deflate, br, zstd"), await get("gzip")];
      for (const { statusCode, headers } of [plain, br, gzip]) {
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          "content-type": expect.stringMatching(type) as string,
          "cache-control": "public, max-age=31536000, immutable",
          vary: "accept-encoding",
          "x-content-type-options": "nosniff",
        });
      }
      expect([plain, br, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(br.headers["content-length"]).toBe(String(br.rawPayload.length));
    }
  });

  test("loaded by a page is always available precompressed", async () => {
    const { body } = await app.inject("/en/");
    const assets = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, address = ""]) => address,
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const url of new Set(assets)) {
      const { headers, rawPayload } = await app.inject({ url, headers: { "accept-encoding": "br" } });
      expect([url, headers["content-encoding"] ?? (rawPayload.length < 1024 ? "br" : "none")]).toEqual([url, "br"]);
    }
  });
});
