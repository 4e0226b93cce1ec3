import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { LOCALE_CODES } from "../../../contract/locales";
import { RAW_FORMATS, rawTextPath, wholeLibraryPath } from "../../../contract/raw-text";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { isTestPage } from "../../platform/testing/page-paths";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";

const HOSTILE_TITLE = "---\ntitle: x";
const HOSTILE = '---\norigin: library\nlicense: none\n---\n</script>"{{a}}" \\{{b}} `` ``` ````\n# Heading';

let site: TestApp;
let shared = 0;
let secret = 0;
let hostile = 0;
beforeAll(async () => {
  const renderer = {
    isPage: isTestPage,
    render: () => Promise.resolve({ status: 200, html: "<p>Page</p>" }),
    renderNotFound: () => Promise.resolve({ status: 404, html: "<p>Nothing</p>" }),
    inlineScripts: [],
  };
  site = await createTestApp({}, { renderer, keepsPages: true });
  const [author = ""] = await insertUsers(site.dataSource, ["Writer"]);
  const prompt = (title: string, content: string, rest: object = {}) => ({
    authorId: author,
    texts: [{ locale: "en" as const, title, content, remark: "Use it: often" }],
    ...rest,
  });
  [shared = 0, secret = 0, hostile = 0] = await insertPrompts(site.dataSource, [
    prompt("Shared", "Write about {{topic|a topic}} in {{style:plain}} words. {{topic}}"),
    prompt("Secret", "Not for you.", { shared: false }),
    prompt(HOSTILE_TITLE.replace("\n", " "), HOSTILE),
  ]);
});
afterAll(async () => {
  await site.close();
});

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const frontOf = (body: string) => {
  const [, front = "", text = ""] = /^---\n([^]*?\n)---\n\n([^]*)\n$/.exec(body) ?? [];
  return { front: parse(front) as Record<string, unknown>, text };
};

describe("a prompt", () => {
  test("has Markdown with what is known about it in front", async () => {
    const { statusCode, headers, body } = await get(`/en/prompt/${String(shared)}.md`);
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(headers).toMatchObject({
      link: `<http://localhost:3000/en/prompt/${String(shared)}>; rel="canonical"`,
      vary: "accept, accept-encoding",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=0, must-revalidate",
    });
    expect(frontOf(body)).toEqual({
      front: {
        title: "Shared",
        description: "Use it: often",
        id: String(shared),
        url: `http://localhost:3000/en/prompt/${String(shared)}`,
        language: "en",
        origin: "community",
        author: "Writer",
        blanks: [
          { name: "topic", label: "a topic", default: null },
          { name: "style", label: "style", default: "plain" },
        ],
        updated: expect.any(String) as string,
        license: "http://localhost:3000/en/docs/terms-of-service",
      },
      text: "Write about {{topic|a topic}} in {{style:plain}} words. {{topic}}",
    });
  });

  test("has its text alone, as it is copied, and both as JSON", async () => {
    const text = await get(`/en/prompt/${String(shared)}.txt`);
    expect([text.headers["content-type"], text.body]).toEqual([
      "text/plain; charset=utf-8",
      "Write about [a topic] in plain words. [a topic]",
    ]);
    const json = await get(`/en/prompt/${String(shared)}.json`);
    expect(json.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(json.json()).toMatchObject({
      id: String(shared),
      origin: "community",
      content: "Write about {{topic|a topic}} in {{style:plain}} words. {{topic}}",
      text: text.body,
      emptyBlanks: ["topic"],
    });
  });

  test.each(RAW_FORMATS)("is filled in by the parameters of its %s address, which are data", async (format) => {
    const value = '{{style}} & "$1"\n---\n';
    const query = new URLSearchParams({ topic: value, other: "x", constructor: "y", style: "" }).toString();
    const { body, headers } = await get(`/en/prompt/${String(shared)}.${format}?${query}`);
    const text = `Write about ${value} in plain words. ${value}`;
    const found = {
      txt: () => body,
      md: () => frontOf(body).text,
      json: () => (JSON.parse(body) as { text: string }).text,
    };
    expect(found[format]()).toBe(text);
    expect(headers["x-robots-tag"]).toBe("noindex, follow");
  });

  test("is in the language of the address, or in English", async () => {
    expect((await get("/de/prompt/12.md")).body).toContain("title: Quiz aus den eigenen Notizen");
    expect((await get("/prompt/12.md")).body).toContain("language: zh");
    expect((await get(`/ja/prompt/${String(shared)}.md`)).body).toContain("language: en");
  });

  test("cannot break out of its frame", async () => {
    const { front, text } = frontOf((await get(`/en/prompt/${String(hostile)}.md`)).body);
    expect(front).toMatchObject({
      origin: "community",
      author: "Writer",
      license: expect.stringContaining("terms") as string,
    });
    expect(text).toBe(HOSTILE);
    const json = (await get(`/en/prompt/${String(hostile)}.json`)).json<object>();
    expect(json).toMatchObject({ origin: "community", content: HOSTILE });
  });

  test.each(RAW_FORMATS)("that nobody may see is not found as %s, like one that there is not", async (format) => {
    const answers = await Promise.all(
      [secret, 999, 99_999].map((number) => get(`/en/prompt/${String(number)}.${format}?topic=x`)),
    );
    for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([404, answers[0]?.body]);
  });

  test.each([
    ["/zh/prompt/12.md", "/prompt/12.md"],
    ["/en//prompt/12.txt", "/en/prompt/12.txt"],
    ["/en/prompt/12.json/", "/en/prompt/12.json"],
    ["/zh/llms-full.txt", "/llms-full.txt"],
  ])("%s leads to %s", async (from, to) => {
    const { statusCode, headers } = await get(from);
    expect([statusCode, headers.location]).toEqual([301, to]);
  });

  test.each([
    "/en/prompt/012.md",
    "/en/prompt/12.pdf",
    "/en/%70rompt/12.md",
    "/xx/prompt/12.md",
    "/en/prompt/12.md.txt",
  ])("%s is not found", async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test("is kept until it changes, and asked for again only when it has", async () => {
    const path = rawTextPath("en", shared, "txt");
    const first = await get(path);
    const again = await statementsOf(async () => {
      const same = await get(path, { "if-none-match": String(first.headers.etag) });
      expect([same.statusCode, same.body]).toEqual([304, ""]);
    });
    expect(again).toEqual([]);
    await site.dataSource.query("update prompt_text set content = 'Changed {{topic}}' where prompt_id = $1", [shared]);
    await expect.poll(async () => (await get(path)).body).toBe("Changed [topic]");
    await setPromptHidden(site.dataSource, shared, true);
    await expect.poll(async () => (await get(path)).statusCode).toBe(404);
    await setPromptHidden(site.dataSource, shared, false);
    await site.dataSource.query(
      "update prompt_text set content = 'Write about {{topic|a topic}} in {{style:plain}} words. {{topic}}' where prompt_id = $1",
      [shared],
    );
    await expect.poll(async () => (await get(path)).body).toBe(first.body);
  });

  test("with values takes three statements each time, and no place among what is kept", async () => {
    const path = `/en/prompt/12.txt?notes=x`;
    for (let turn = 0; turn < 2; turn += 1)
      expect((await statementsOf(async () => expect((await get(path)).statusCode).toBe(200))).length).toBe(3);
  });
});

describe("at the address of a page", () => {
  test("who asks for Markdown gets it, and everybody else the page; caches are told", async () => {
    const path = `/en/prompt/${String(shared)}`;
    const page = await get(path, { accept: "text/html,*/*;q=0.8" });
    expect([page.body, page.headers.vary]).toEqual(["<p>Page</p>", "accept, accept-encoding"]);
    const markdown = await get(`${path}?topic=x`, { accept: "text/markdown, text/html;q=0.5" });
    expect([markdown.headers["content-type"], markdown.headers.vary]).toEqual([
      "text/markdown; charset=utf-8",
      "accept, accept-encoding",
    ]);
    expect(markdown.body).toContain("Write about x in plain words. x");
    expect((await get(path, { accept: "*/*" })).body).toBe("<p>Page</p>");
    expect((await get(`/en/prompt/${String(secret)}`, { accept: "text/markdown" })).statusCode).toBe(404);
  });
});

describe("llms-full.txt", () => {
  test("has the whole library in each language, with one statement, and is kept", async () => {
    const [row] = await site.dataSource.query<{ count: number }[]>(
      "select count(*)::int as count from prompt where origin = 'LIBRARY'",
    );
    for (const locale of LOCALE_CODES) {
      const path = wholeLibraryPath(locale);
      const statements = await statementsOf(async () => {
        const { statusCode, headers, body } = await get(path);
        expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
        expect(body.match(/^## \d+\. .+\n\nhttp:\/\/localhost:3000\S+\n/gm)).toHaveLength(row?.count ?? 0);
        expect(body).not.toContain("Writer");
      });
      expect([locale, statements.length]).toEqual([locale, 1]);
    }
    expect(await statementsOf(() => get(wholeLibraryPath("en")))).toEqual([]);
  });
});
