import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { communityFeedPath } from "../../../contract/feeds";
import { LOCALE_CODES, localePath } from "../../../contract/locales";
import { insertPrompts, insertUsers, type NewPrompt } from "../../platform/testing/community";
import { type ParsedFeed, parseAtom } from "../../platform/testing/atom";
import { confirmedMember, PASSWORD, type TestBrowser } from "../../platform/testing/member";
import { createPromptOperation, updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { recordStatements } from "../../platform/testing/statements";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { setPromptHidden } from "../moderation";

const text = (title: string, locale: "en" | "fr" | "zh" | "bn" = "en") => ({ locale, title, content: `${title}!` });

async function feedAt(site: TestApp, path: string): Promise<ParsedFeed> {
  const { statusCode, body } = await site.app.inject(path);
  expect([path, statusCode]).toEqual([path, 200]);
  return parseAtom(body);
}
const titlesAt = async (site: TestApp, path: string) => (await feedAt(site, path)).entries.map(({ title }) => title);

/** The same content at the root and under a base path. */
describe.each([
  { origin: "http://localhost:3000", base: "", host: "localhost", environment: {} },
  {
    origin: "https://prompts.example",
    base: "/x/y",
    host: "prompts.example",
    environment: { PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x/y" },
  },
])("at $origin$base", ({ origin, base, host, environment }) => {
  let site: TestApp;
  let ids: number[];

  beforeAll(async () => {
    site = await createTestApp(environment);
    const [author = ""] = await insertUsers(site.dataSource, ["Zoë_1"]);
    ids = await insertPrompts(site.dataSource, [
      {
        authorId: author,
        tags: ["write", "code"],
        texts: [
          { ...text("Été", "fr"), content: "Dis {{x|bonjour:salut}} à \\{{y}}\n{{x}} <b>", remark: "R & D" },
          text("Summer"),
        ],
      },
      { authorId: author, tags: ["code"], texts: [text("Hiver", "fr")] },
      { authorId: author, texts: [text("Autumn")] },
    ]);
    for (const [index, id] of ids.entries())
      await site.dataSource.query(
        "update prompt set shared_at = timestamptz '2026-11-01T00:00:00Z' + $2 * interval '1 day', updated_at = $3 where id = $1",
        [id, [2, 1, 3][index], index === 0 ? "2026-11-20T12:00:00.5Z" : "2026-10-01"],
      );
  });
  afterAll(async () => {
    await site.close();
  });

  test("a feed has the texts of its language, with everything that readers show", async () => {
    const feed = await feedAt(site, `${base}/fr/community-prompts.atom`);
    const [id = 0, winter = 0] = ids;
    expect(feed).toEqual({
      language: "fr",
      id: `tag:${host},2026:community-prompts/fr`,
      title: "Prompts de la communauté · Polyprompt",
      subtitle: "Les derniers prompts partagés par les membres de Polyprompt.",
      updated: "2026-11-20T12:00:00.500Z",
      self: `${origin}${base}/fr/community-prompts.atom`,
      alternate: `${origin}${base}/fr/community-prompts`,
      icon: `${origin}${base}/icons/icon-192.png`,
      generator: "Polyprompt",
      entries: [
        {
          id: `tag:${host},2026:prompt/${String(id)}/fr`,
          title: "Été",
          alternate: `${origin}${base}/fr/prompt/${String(id)}`,
          author: { name: "Zoë_1", uri: `${origin}${base}/fr/community-prompts?author=Zo%C3%AB_1` },
          published: "2026-11-03T00:00:00.000Z",
          updated: "2026-11-20T12:00:00.500Z",
          categories: ["write: Écriture", "code: Code"],
          summary: "R & D",
          content: "Dis [bonjour] à {{y}}\n[bonjour] <b>",
        },
        expect.objectContaining({
          id: `tag:${host},2026:prompt/${String(winter)}/fr`,
          title: "Hiver",
          // Shared after it was last changed.
          published: "2026-11-02T00:00:00.000Z",
          updated: "2026-11-02T00:00:00.000Z",
          summary: null,
        }),
      ],
    });
  });

  test("each language has one, with its own words; the default language has no prefix", async () => {
    const feeds = await Promise.all(LOCALE_CODES.map((locale) => feedAt(site, base + communityFeedPath(locale))));
    expect(feeds.map(({ language }) => language)).toEqual(LOCALE_CODES);
    expect(new Set(feeds.map(({ title }) => title)).size).toBe(LOCALE_CODES.length);
    expect(new Set(feeds.map(({ subtitle }) => subtitle)).size).toBe(LOCALE_CODES.length);
    expect(new Set(feeds.map(({ id }) => id)).size).toBe(LOCALE_CODES.length);
    for (const [index, locale] of LOCALE_CODES.entries()) {
      expect(feeds[index]?.self).toBe(`${origin}${base}${localePath(locale, "/community-prompts.atom")}`);
      if (!["en", "fr"].includes(locale)) expect(feeds[index]?.entries).toEqual([]);
    }
    expect(await titlesAt(site, `${base}/en/community-prompts.atom`)).toEqual(["Autumn", "Summer"]);
  });

  test("a tag has one of its own, whose entries are the same ones", async () => {
    const all = await feedAt(site, `${base}/fr/community-prompts.atom`);
    const tagged = await feedAt(site, `${base}/fr/community-prompts.atom?tag=write`);
    expect(tagged).toMatchObject({
      id: `tag:${host},2026:community-prompts/write/fr`,
      title: "Prompts de la communauté\u00a0: Écriture · Polyprompt",
      self: `${origin}${base}/fr/community-prompts.atom?tag=write`,
      alternate: `${origin}${base}/fr/community-prompts?tag=write`,
    });
    expect(tagged.entries).toEqual([all.entries[0]]);
    expect(await titlesAt(site, `${base}/fr/community-prompts.atom?tag=code`)).toEqual(["Été", "Hiver"]);
    expect((await feedAt(site, `${base}/fr/community-prompts.atom?tag=games`)).entries).toEqual([]);
  });

  test.each([
    "/fr/community-prompts.atom?tag=nosuchtag",
    "/fr/community-prompts.atom?tag=",
    "/fr/community-prompts.atom?tag=CODE",
    "/fr/community-prompts.atom?tag=%00",
    "/fr/community-prompts.atom?tag=%ED%A0%80",
    "/fr/community-prompts.atom?tag=code'--",
    "/fr/community-prompts.atom?tag=__proto__",
    "/fr/community-prompts%2Eatom",
    "/f%72/community-prompts.atom",
    "/FR/community-prompts.atom",
    "/xx/community-prompts.atom",
    "/fr/community-prompts.atom.atom",
  ])("%s is a 404", async (path) => {
    expect((await site.app.inject(base + path)).statusCode).toBe(404);
  });
});

describe("the prompts of a feed", () => {
  let site: TestApp;
  let author: string;
  const insert = (prompts: readonly Omit<NewPrompt, "authorId">[]) =>
    insertPrompts(
      site.dataSource,
      prompts.map((prompt) => ({ authorId: author, ...prompt })),
    );

  beforeAll(async () => {
    site = await createTestApp();
    [author = ""] = await insertUsers(site.dataSource, ["Author"]);
  });
  afterAll(async () => {
    await site.close();
  });

  test("are the 50 first shared last, of those shared at once the highest numbers first, read in one statement", async () => {
    const ids = await insert(
      Array.from({ length: 60 }, (_, index) => ({ tags: ["code"], texts: [text(`N${String(index)}`)] })),
    );
    await site.dataSource.query(
      "update prompt set shared_at = case when id = $1 then timestamptz '2030-01-01' else timestamptz '2026-01-01' end where id = any($2)",
      [ids[0], ids],
    );
    const newest = ["N0", ...Array.from({ length: 49 }, (_, index) => `N${String(59 - index)}`)];
    for (const path of ["/en/community-prompts.atom", "/en/community-prompts.atom?tag=code"]) {
      expect(await titlesAt(site, path)).toEqual(newest);
      expect(await statementsOf(() => feedAt(site, path))).toHaveLength(1);
    }
  });

  test("are found by the index on the time of sharing, without sorting all of them", async () => {
    await insert(Array.from({ length: 3000 }, () => ({ tags: ["code"], texts: [text("Crowd", "bn")] })));
    await site.dataSource.query("vacuum analyze");
    for (const query of ["", "?tag=code"]) {
      const sent = (await recordStatements(() => feedAt(site, `/bn/community-prompts.atom${query}`))).at(-1);
      const plan = await site.dataSource.query<Record<string, string>[]>(`explain ${sent?.text ?? ""}`, sent?.values);
      const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
      expect(lines).toContain("Index Only Scan using prompt_bn_shared_idx");
      // Only the 50 rows that were found are sorted again.
      expect(lines.match(/\bSort {2}/g)).toHaveLength(1);
    }
  });

  test("have no content if it is longer than 64 kB, however few characters it has, also by what its blanks repeat", async () => {
    const long = "字".repeat(20_000);
    const families = "👩‍👩‍👧‍👦".repeat(19_000);
    const blanks = `{{a|${"字".repeat(299)}}}${"{{a}}".repeat(150)}`;
    await insert([
      { texts: [{ ...text("Long", "fr"), content: long }] },
      { texts: [{ ...text("Families", "fr"), content: families, remark: "Many" }] },
      { texts: [{ ...text("Blanks", "fr"), content: blanks }] },
    ]);
    const { entries } = await feedAt(site, "/fr/community-prompts.atom");
    expect(entries.map(({ title, content, summary }) => [title, content, summary])).toEqual([
      ["Blanks", null, null],
      ["Families", null, "Many"],
      ["Long", long, null],
    ]);
  });

  test("may have any words that the database holds", async () => {
    const kept = "]]></content><script>\u202eالعربية & &amp; 👩‍👩‍👧‍👦 \u007f\u0085";
    const hostile = kept.replace("script>", "script>\u0001\u001b\ufffe");
    await insert([{ texts: [{ locale: "zh", title: hostile, content: hostile, remark: hostile }] }]);
    const { entries } = await feedAt(site, "/community-prompts.atom");
    expect(entries).toEqual([expect.objectContaining({ title: kept, content: kept, summary: kept })]);
  });
});

describe("a feed that is kept", () => {
  let site: TestApp;
  let owner: TestBrowser;
  const FEEDS = ["/en/community-prompts.atom", "/en/community-prompts.atom?tag=code"];
  const CREATE = createPromptOperation("prompt { id } problems { code field }");

  beforeAll(async () => {
    site = await createTestApp({}, { keepsPages: true });
    owner = await confirmedMember(site, "Owner");
  });
  afterAll(async () => {
    await site.close();
  });

  async function create(title: string, by = owner): Promise<string> {
    const prompt = withText({ title, content: `Words: ${title}`, tags: ["code"], shared: true });
    const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } | null } }>(CREATE, prompt);
    return createPrompt.prompt?.id ?? "";
  }
  const update = (id: string, changes: object) =>
    owner.query(updatePromptOperation("problems { code }"), { promptId: id, ...withText(changes) });
  async function shown(): Promise<string[][]> {
    return Promise.all(FEEDS.map((path) => titlesAt(site, path)));
  }
  const both = (...titles: string[]) => [titles, titles];

  test("is read from the database once, whatever else an address says, until something changes", async () => {
    await create("First");
    await shown();
    const statements = await statementsOf(async () => {
      for (const query of [
        "",
        "?",
        "?utm_source=x",
        "?page=2&x=%00",
        "?Tag=code",
        "?tag=code&x=1",
        "?x=1&tag=code",
        "?tag=code&tag=write",
      ])
        await feedAt(site, `/en/community-prompts.atom${query}`);
    });
    expect(statements).toEqual([]);
    const many = await statementsOf(() =>
      Promise.all(Array.from({ length: 4 }, () => feedAt(site, "/de/community-prompts.atom"))),
    );
    expect(many).toHaveLength(1);
    await create("Second");
    await expect.poll(shown).toEqual(both("Second", "First"));
  });

  test("is not sent again to who has it, and answers HEAD, in each encoding", async () => {
    const get = (method: "GET" | "HEAD", headers: Record<string, string> = {}) =>
      site.app.inject({ method, url: FEEDS[0] ?? "", headers });
    const plain = await get("GET");
    const etag = String(plain.headers.etag);
    expect(plain.headers).toMatchObject({
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "accept-encoding",
    });
    expect(plain.headers).not.toHaveProperty("set-cookie");
    const packed = await get("GET", { "accept-encoding": "br" });
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const head = await get("HEAD");
    expect([head.statusCode, head.body, head.headers.etag, head.headers["content-length"]]).toEqual([
      200,
      "",
      etag,
      String(plain.rawPayload.length),
    ]);
    const again = await get("GET", { "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    await create("Third");
    await expect.poll(async () => (await get("GET", { "if-none-match": etag })).statusCode).toBe(200);
    expect((await get("GET")).headers.etag).not.toBe(etag);
  });

  test("has no prompt that is private, hidden, deleted or of a closed account, from that moment on", async () => {
    const before = both("Third", "Second", "First");
    await expect.poll(shown).toEqual(before);
    const prompt = withText({ title: "Private", content: "Words", tags: ["code"], shared: false });
    await owner.query(CREATE, prompt);
    expect(await shown()).toEqual(before);

    const id = await create("Changing");
    const [all = []] = before;
    await expect.poll(shown).toEqual(both("Changing", ...all));
    await update(id, { shared: false });
    expect(await shown()).toEqual(before);
    await update(id, { title: "Changed", shared: true });
    await expect.poll(shown).toEqual(both("Changed", ...all));
    await setPromptHidden(site.dataSource, Number(id), true);
    await expect.poll(shown).toEqual(before);
    await setPromptHidden(site.dataSource, Number(id), false);
    await expect.poll(shown).toEqual(both("Changed", ...all));
    await owner.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }", { id });
    expect(await shown()).toEqual(before);

    const leaver = await confirmedMember(site, "Leaver");
    await create("Leaving", leaver);
    await expect.poll(shown).toEqual(both("Leaving", ...all));
    await leaver.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
    expect(await shown()).toEqual(before);
  });

  test("names an author as they are called now", async () => {
    const authors = async () => new Set((await feedAt(site, FEEDS[0] ?? "")).entries.map(({ author }) => author.name));
    expect(await authors()).toEqual(new Set(["Owner"]));
    await site.dataSource.query(
      "update user_account set username = 'Renamed', username_key = 'renamed' where username = 'Owner'",
    );
    await expect.poll(authors).toEqual(new Set(["Renamed"]));
  });
});
