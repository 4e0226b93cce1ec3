import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { confirmedMember } from "../../platform/testing/member";
import { rebuildVocabulary } from "../../platform/search";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { reindexOldTexts } from "./reindex";

let site: TestApp;
let authorId: string;
const numbers = new Map<string, string>();

/** Made-up words, which no prompt of the library has. */
const TEXTS = [
  { locale: "en", title: "Quaggafrost", content: "Vrillig, zumbelo and plonkery for a mistelwort." },
  { locale: "en", title: "Mistelwort and plonkery", content: "Nothing else." },
  { locale: "en", title: "Zumbelo", content: "One of the four, and a quaggafrost." },
  { locale: "de", title: "Mistelwortbrief", content: "Ein Quaggaschreiben." },
  { locale: "de", title: "Noch ein Mistelwortbrief", content: "Kurz." },
  { locale: "de", title: "Brief an die Quaggas", content: "Der Mistelwort wegen ein Schreiben." },
  { locale: "de", title: "Mistelwort", content: "Quagga." },
  { locale: "zh", title: "鹈鹕简体", content: "关于鹈鹕的书。" },
  { locale: "fr", title: "Brouillère", content: "La brouillère du village." },
  { locale: "fr", title: "Une brouillère", content: "Encore." },
] as const;

beforeAll(async () => {
  site = await createTestApp();
  [authorId = ""] = await insertUsers(site.dataSource, ["Wordsmith"]);
  const ids = await insertPrompts(
    site.dataSource,
    TEXTS.map((text) => ({ authorId, texts: [text] })),
  );
  ids.forEach((id, index) => numbers.set(String(id), TEXTS[index]?.title ?? ""));
  await rebuildVocabulary(site.dataSource);
});
afterAll(async () => {
  await site.close();
});

const SEARCH = `query ($locale: Locale!, $filter: PromptFilter!, $orderBy: PromptOrder, $first: Int, $after: String) {
  prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount totalCountIsExact search { mode hasAll correctedQuery } nodes { id } pageInfo { endCursor hasNextPage }
  }
}`;

interface Page {
  totalCount: number;
  totalCountIsExact: boolean;
  search: { mode: string; hasAll: boolean; correctedQuery: string | null } | null;
  nodes: { id: string }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}

async function search(query: string, variables: Record<string, unknown> = {}, filter: object = {}): Promise<Page> {
  const data = await site.query<{ prompts: Page }>(SEARCH, {
    locale: "EN",
    filter: { query, ...filter },
    ...variables,
  });
  return data.prompts;
}

const titles = ({ nodes }: Page) => nodes.map(({ id }) => numbers.get(id) ?? id);

describe("words", () => {
  test("all of them first, then most of them, the rarer ones counting more", async () => {
    const page = await search("quaggafrost zumbelo mistelwort vrillig");
    expect(titles(page).slice(0, 3)).toEqual(["Quaggafrost", "Zumbelo", "Mistelwort and plonkery"]);
    expect(page.search).toEqual({ mode: "CLOSEST", hasAll: true, correctedQuery: null });
    expect(page.totalCount).toBe(page.nodes.length);
    expect(page.totalCountIsExact).toBe(true);
  });

  test("where none has all, the closest come, and the connection says so", async () => {
    const page = await search("zumbelo mistelwort", {}, { origin: "COMMUNITY" });
    expect(page.search).toMatchObject({ mode: "CLOSEST", hasAll: true });
    expect((await search("plonkery unicyclists", {}, { origin: "COMMUNITY" })).search).toMatchObject({
      mode: "CLOSEST",
      hasAll: false,
    });
  });

  test("if no other prompt has any of them, it is a search for all", async () => {
    expect((await search("vrillig")).search).toMatchObject({ mode: "ALL", hasAll: true });
  });

  test("a list without words was not searched", async () => {
    expect((await search("")).search).toBeNull();
  });

  test("fillers weigh nothing", async () => {
    const bare = titles(await search("quaggafrost"));
    expect(titles(await search("please help me write a quaggafrost"))).toEqual(bare);
    expect(titles(await search("what should I do about quaggafrost"))).toEqual(bare);
  });

  test("sorts stay sorts, over the same prompts", async () => {
    const query = "quaggafrost zumbelo mistelwort";
    const ids = (page: Page) => page.nodes.map(({ id }) => Number(id));
    const relevant = ids(await search(query));
    const newest = ids(await search(query, { orderBy: { field: "ID", direction: "DESC" } }));
    expect(newest).toEqual([...relevant].sort((a, b) => b - a));
    expect(newest).not.toEqual(relevant);
  });

  test("German compounds are found by their parts, and parts by compounds", async () => {
    const found = async (query: string) => titles(await search(query, { locale: "DE" }, { origin: "COMMUNITY" }));
    expect(await found("Brief")).toEqual(expect.arrayContaining(["Mistelwortbrief", "Brief an die Quaggas"]));
    expect((await found("Mistelwortbrief")).slice(0, 3)).toEqual([
      "Noch ein Mistelwortbrief",
      "Mistelwortbrief",
      "Brief an die Quaggas",
    ]);
  });

  test("traditional Chinese is found by simplified, and the reverse", async () => {
    for (const query of ["鵜鶘簡體", "鹈鹕简体"])
      expect(titles(await search(query, { locale: "ZH" }, { origin: "COMMUNITY" }))).toEqual(["鹈鹕简体"]);
  });

  test("labels of a member's tags are words, also of tags that change", async () => {
    const member = await confirmedMember(site, "Tagger");
    const create = `mutation { createPrompt(texts: { locale: EN, title: "Krimpel", content: "Krimpel." }, shared: true, tags: ["code"]) { prompt { id } } }`;
    const { createPrompt } = await member.query<{ createPrompt: { prompt: { id: string } } }>(create);
    const { id } = createPrompt.prompt;
    const found = async (query: string) => (await search(query)).nodes[0]?.id === id;
    expect(await found("krimpel code")).toBe(true);
    expect((await search("krimpel social")).search?.hasAll).toBe(false);
    await member.query(`mutation { updatePrompt(promptId: ${id}, tags: ["social"]) { problems { code } } }`);
    await reindexOldTexts(site.dataSource);
    expect((await search("krimpel social")).search?.hasAll).toBe(true);
    expect((await search("krimpel code")).search?.hasAll).toBe(false);
    // A release in another process renames the tag.
    await site.dataSource.query(
      "update tag_text set label = 'Quokkasocial' where locale = 'en' and tag_id = (select id from tag where slug = 'social')",
    );
    await site.dataSource.query("update prompt_text set search_version = 0 where prompt_id = $1", [id]);
    await reindexOldTexts(site.dataSource);
    expect((await search("krimpel quokkasocial")).search?.hasAll).toBe(true);
  });
});

describe("misspelled words", () => {
  test("are corrected to the nearest ones that prompts have, with their marks", async () => {
    const page = await search("misttelwort plonkrey");
    expect(page.search?.correctedQuery).toBe("mistelwort plonkery");
    expect(titles(page)[0]).toBe("Mistelwort and plonkery");
    expect((await search("brouillere", { locale: "FR" })).search?.correctedQuery).toBeNull();
    expect((await search("brouilere", { locale: "FR" })).search?.correctedQuery).toBe("brouillère");
  });

  test("are searched as typed on request", async () => {
    const page = await search("misttelwort", {}, { asTyped: true });
    expect(page.search?.correctedQuery).toBeNull();
    expect(page.nodes).toEqual([]);
  });

  test("stay as they are if a prompt has them, or if they are short", async () => {
    expect((await search("vrillig mistelwort")).search?.correctedQuery).toBeNull();
    expect((await search("zum")).search?.correctedQuery).toBeNull();
  });

  test("are not corrected to words that are not public (any more)", async () => {
    const member = await confirmedMember(site, "Secretive");
    const ids: string[] = [];
    for (const title of ["Grumbolt one", "Grumbolt two"]) {
      const { createPrompt } = await member.query<{ createPrompt: { prompt: { id: string } } }>(
        `mutation { createPrompt(texts: { locale: EN, title: "${title}", content: "${title}." }, shared: true) { prompt { id } } }`,
      );
      ids.push(createPrompt.prompt.id);
    }
    await rebuildVocabulary(site.dataSource);
    expect((await search("grumblot")).search?.correctedQuery).toBe("grumbolt");
    const share = async (shared: boolean) => {
      for (const id of ids)
        await member.query(`mutation { updatePrompt(promptId: ${id}, shared: ${shared}) { problems { code } } }`);
    };
    await share(false);
    expect((await search("grumblot")).search?.correctedQuery).toBeNull();
    await rebuildVocabulary(site.dataSource);
    expect(await site.dataSource.query("select 1 from search_word where word = 'grumbolt'")).toEqual([]);
  });

  test("of the library are corrected to words of the library alone", async () => {
    expect((await search("mistelwrot", {}, { origin: "LIBRARY" })).search?.correctedQuery).toBeNull();
    expect((await search("resignatoin", {}, { origin: "LIBRARY" })).search?.correctedQuery).toBe("resignation");
  });
});

describe("cursors", () => {
  test("keep how the query was read", async () => {
    const query = "misttelwort plonkery";
    const first = await search(query, { first: 1 });
    expect(first.search).toMatchObject({ correctedQuery: "mistelwort plonkery" });
    const second = await search(query, { first: 10, after: first.pageInfo.endCursor });
    expect(second.search).toEqual(first.search);
    const whole = await search(query, { first: 20 });
    expect([...titles(first), ...titles(second)]).toEqual(titles(whole));
  });

  test("of other readings, and made-up ones, are refused", async () => {
    const { pageInfo } = await search("misttelwort plonkery", { first: 1 });
    const plain = await search("", { first: 1 });
    const cursor = (note: unknown) =>
      Buffer.from(JSON.stringify([1, "RELEVANCE", "DESC", 1, 1, note])).toString("base64url");
    for (const [after, filter] of [
      [pageInfo.endCursor, { query: "misttelwort plonkery", asTyped: true }],
      [plain.pageInfo.endCursor, { query: "plonkery" }],
      [cursor("NONE"), { query: "plonkery" }],
      [cursor("ALL 0:a b"), { query: "plonkery" }],
      [cursor("ALL 0:plonkery"), { query: "plonkery" }],
      [cursor("ALL 7:word"), { query: "plonkery" }],
      [cursor("ALL 0:Visit"), { query: "plonkery" }],
      [cursor("ALL 0:misttelwort 1:Visit"), { query: "mistelwort plonkery" }],
      [cursor(""), { query: "plonkery" }],
      [cursor(null), { query: "plonkery" }],
    ] as const) {
      const { errors } = await site.send(SEARCH, { locale: "EN", filter, after });
      expect(errors?.[0]?.extensions, JSON.stringify([after, filter])).toMatchObject({ code: "BAD_USER_INPUT" });
    }
  });
});

describe("highlights", () => {
  const HIGHLIGHTS = `query ($locale: Locale!, $query: String, $origin: PromptOrigin) {
    prompts(locale: $locale, filter: { query: $query, origin: $origin }, first: 5) {
      edges { node { text(locale: $locale) { title remark } } highlights { title { start end } remark { start end } } } } }`;
  interface Range {
    start: number;
    end: number;
  }
  interface Highlighted {
    prompts: {
      edges: {
        node: { text: { title: string; remark: string | null } };
        highlights: { title: Range[]; remark: Range[] } | null;
      }[];
    };
  }
  const read = async (locale: string, query: string | null, origin = "COMMUNITY") =>
    (await site.query<Highlighted>(HIGHLIGHTS, { locale, query, origin })).prompts.edges;
  const marked = async (locale: string, query: string, origin = "COMMUNITY") => {
    const [first] = await read(locale, query, origin);
    const cut = (text: string, ranges: Range[] = []) => ranges.map(({ start, end }) => text.slice(start, end));
    const { title, remark } = first?.node.text ?? { title: "", remark: "" };
    return [...cut(title, first?.highlights?.title), ...cut(remark ?? "", first?.highlights?.remark)];
  };

  test("tell which words of titles and remarks match, in any form", async () => {
    expect(await marked("EN", "plonkery mistelworts")).toEqual(["Mistelwort", "plonkery"]);
    expect(await marked("EN", "quaggafr")).toEqual(["Quaggafrost"]);
    expect(await marked("ZH", "鵜鶘")).toEqual(["鹈鹕"]);
    expect(await marked("FR", "brouillere")).toEqual(["brouillère"]);
    expect(await marked("EN", "resigning from work", "LIBRARY")).not.toEqual([]);
  });

  test("are null without a query, and where the words stand elsewhere", async () => {
    const highlights = async (query: string | null) => (await read("EN", query)).map((edge) => edge.highlights);
    for (const query of [null, " "]) expect(await highlights(query)).toEqual([null, null, null, null, null]);
    // In the title of one, and in the text of another.
    expect(await highlights("quaggafrost")).toEqual([{ title: [{ start: 0, end: 11 }], remark: [] }, null]);
  });

  test("of a page take one statement more", async () => {
    const ask = (edges: string) =>
      statementsOf(() =>
        site.query(
          `{ prompts(locale: EN, filter: { query: "quaggafrost", asTyped: true }) { edges { cursor ${edges} } } }`,
        ),
      );
    const twice = "highlights { title { start } } again: highlights { remark { end } }";
    await ask(twice);
    expect(await ask(twice)).toHaveLength((await ask("")).length + 1);
  });
});
