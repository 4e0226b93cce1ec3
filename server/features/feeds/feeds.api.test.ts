import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { communityFeedPath } from "../../../contract/feeds";
import { LOCALE_CODES, localePath, type Locale } from "../../../contract/locales";
import { wholeLibraryPath } from "../../../contract/raw-text";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { docsContent } from "../docs";

/** The same content at the root and under a base path. */
const SITES = [
  { origin: "http://localhost:3000", base: "", environment: {} },
  {
    origin: "https://prompts.example",
    base: "/x/y",
    environment: { PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x/y" },
  },
];

describe.each(SITES)("at $origin$base", ({ origin, base, environment }) => {
  let site: TestApp;

  beforeAll(async () => {
    site = await createTestApp(environment);
    const [author = ""] = await insertUsers(site.dataSource, ["Mapped"]);
    const text = (locale: Locale) => ({ locale, title: "T", content: "C" });
    await insertPrompts(site.dataSource, [
      { authorId: author, texts: [text("fr"), text("zh")] },
      { authorId: author, shared: false, texts: [text("en")] },
    ]);
    // Skips ahead, so that the sitemap has a second part.
    await site.dataSource.query("select setval(pg_get_serial_sequence('prompt', 'id'), 6500)");
    await insertPrompts(site.dataSource, [{ authorId: author, texts: [text("bn")] }]);
  });
  afterAll(async () => {
    await site.close();
  });

  const fetch = async (path: string) => site.app.inject(`${base}${path}`);
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? "");

  test("the sitemap lists the home and community pages, every public prompt, every docs page and every post in its languages, and nothing else", async () => {
    const index = await fetch("/sitemap.xml");
    expect([index.statusCode, index.headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    const parts = locations(index.body);
    const pages = (
      await Promise.all(parts.map(async (part) => locations((await site.app.inject(part.slice(origin.length))).body)))
    ).flat();
    const rows = await site.dataSource.query<{ id: number; locale: Locale }[]>(
      "select p.id, t.locale from prompt p join prompt_text t on t.prompt_id = p.id where p.origin = 'LIBRARY' or p.shared",
    );
    const wanted = [
      ...LOCALE_CODES.map((locale) => `${origin}${base}${localePath(locale, "/")}`),
      ...LOCALE_CODES.map((locale) => `${origin}${base}${localePath(locale, "/community-prompts")}`),
      ...LOCALE_CODES.map((locale) => `${origin}${base}${localePath(locale, "/feedback")}`),
      ...LOCALE_CODES.map((locale) => `${origin}${base}${localePath(locale, "/blog")}`),
      ...LOCALE_CODES.flatMap((locale) => {
        const { current } = docsContent();
        const own = (texts: readonly { locale: Locale; path: string }[]) =>
          texts.filter((text) => text.locale === locale).map(({ path }) => path);
        return [
          ...own(current.pagesOf(locale)).map((path) => `/docs/${path}`),
          ...own(current.posts(locale)).map((slug) => `/blog/${slug}`),
        ].map((path) => `${origin}${base}${localePath(locale, path)}`);
      }),
      ...rows.map(({ id, locale }) => `${origin}${base}${localePath(locale, `/prompt/${String(id)}`)}`),
    ];
    expect(wanted).toContain(`${origin}${base}/bn/docs/privacy-policy`);
    expect(wanted).toContain(`${origin}${base}/docs/guides/community`);
    expect(wanted).not.toContain(`${origin}${base}/bn/docs/guides/community`);
    expect(parts).toEqual([`${origin}${base}/sitemap-0.xml`, `${origin}${base}/sitemap-2.xml`]);
    expect([...pages].sort()).toEqual(wanted.sort());
    expect(new Set(pages).size).toBe(pages.length);
  });

  test.each([
    "/sitemap-1.xml",
    "/sitemap-999999.xml",
    "/sitemap-1000000.xml",
    "/sitemap--1.xml",
    "/sitemap-.xml",
    "/sitemap-00x.xml",
    "/sitemap-00.xml",
    "/sitemap-000000.xml",
    "/sitemap-02.xml",
  ])("%s is a 404", async (path) => {
    expect((await fetch(path)).statusCode).toBe(404);
  });

  test.each(["/sitemap.xml", "/sitemap-0.xml", "/robots.txt", "/llms.txt", "/site.webmanifest", "/schema.graphql"])(
    "%s varies with the accepted encodings, whether or not it is compressed",
    async (path) => {
      for (const encoding of ["br", "identity", "x".repeat(300)]) {
        const { headers } = await site.app.inject({
          url: `${base}${path}`,
          headers: { "accept-encoding": encoding },
        });
        expect([encoding, headers["vary"]]).toEqual([encoding, "accept-encoding"]);
      }
    },
  );

  test("nobody keeps a sitemap, which would name what is not public any more", async () => {
    for (const path of ["/sitemap.xml", "/sitemap-0.xml"])
      expect((await fetch(path)).headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  test("robots.txt refers to the sitemap and disallows the API", async () => {
    const { body, headers } = await fetch("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body.split("\n")).toEqual(
      expect.arrayContaining([`Disallow: ${base}/graphql`, `Sitemap: ${origin}${base}/sitemap.xml`]),
    );
  });

  test("llms.txt says what the site is and where things are", async () => {
    const { body, headers, statusCode } = await site.app.inject(`${base}/llms.txt`);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const blocks = body.trimEnd().split("\n\n");
    expect(blocks[0]).toBe("# Polyprompt");
    expect(blocks[1]).toMatch(/^> [^\n]+$/);
    const sections = blocks.slice(blocks.findIndex((block) => block.startsWith("## ")));
    const headings = sections.filter((_, index) => index % 2 === 0);
    expect(headings).toEqual(
      ["Library", "Community prompts", "Feeds", "Whole library", "API", "Docs", "Optional"].map((name) => `## ${name}`),
    );
    const links = sections.filter((_, index) => index % 2 === 1).flatMap((block) => block.split("\n"));
    const addresses = links.map(
      (line) => /^- \[[^\]\n]+\]\((\S+)\): \S[^\n]*$/.exec(line)?.[1] ?? `not a link: ${line}`,
    );
    expect(addresses).toEqual(
      expect.arrayContaining([
        ...LOCALE_CODES.flatMap((locale) => [
          `${origin}${base}${localePath(locale, "/")}`,
          `${origin}${base}${localePath(locale, "/community-prompts")}`,
          `${origin}${base}${communityFeedPath(locale)}`,
          `${origin}${base}${wholeLibraryPath(locale)}`,
        ]),
        `${origin}${base}/mcp`,
        `${origin}${base}/api/openapi.json`,
        `${origin}${base}/graphql`,
        `${origin}${base}/schema.graphql`,
        `${origin}${base}/en/docs/privacy-policy`,
        `${origin}${base}/sitemap.xml`,
      ]),
    );
    expect(addresses.every((address) => address.startsWith(`${origin}${base}/`))).toBe(true);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses.filter((each) => /\.(?:atom|xml|txt)$/.test(each)))
      expect((await site.app.inject(address.slice(origin.length))).statusCode).toBe(200);
  });

  test("schema.graphql is the committed schema, for pages of every site, and is sent only when it has changed", async () => {
    const { body, headers, statusCode } = await fetch("/schema.graphql");
    expect([statusCode, headers["content-type"], headers["access-control-allow-origin"]]).toEqual([
      200,
      "text/plain; charset=utf-8",
      "*",
    ]);
    expect(body).toBe(readFileSync("schema.graphql", "utf8"));
    const again = (tag: string) =>
      site.app.inject({ url: `${base}/schema.graphql`, headers: { "if-none-match": tag } });
    const same = await again(String(headers["etag"]));
    expect([same.statusCode, same.body]).toEqual([304, ""]);
    expect((await again('"other"')).statusCode).toBe(200);
  });

  test("the web manifest has the right start URL and existing icons", async () => {
    const { headers, json } = await fetch("/site.webmanifest").then((response) => ({
      headers: response.headers,
      json: response.json<{ start_url: string; scope: string; icons: { src: string; type: string }[] }>(),
    }));
    expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    expect([json.start_url, json.scope]).toEqual([`${base}/`, `${base}/`]);
    for (const { src, type } of json.icons) {
      const icon = await site.app.inject(src);
      expect([src, icon.statusCode, icon.headers["content-type"]]).toEqual([src, 200, type]);
    }
  });
});
