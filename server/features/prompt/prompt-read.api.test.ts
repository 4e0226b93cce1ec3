import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let french: string, bilingual: string, tagged: string[];

beforeAll(async () => {
  site = await createTestApp();
  const [author = ""] = await insertUsers(site.dataSource, ["Polyglot"]);
  const content = "Écris {{genre|un genre:un conte}} pour {{qui}}.";
  const french_ = { locale: "fr" as const, title: "Conte", content, remark: "Le soir", notes: "Vieux" };
  const english = { locale: "en" as const, title: "Tale", content: "Write {{genre|a genre:a tale}} for {{qui|whom}}." };
  const filler = [{ locale: "en" as const, title: "Filler", content: "x" }];
  const ids = await insertPrompts(site.dataSource, [
    { authorId: author, texts: [french_], tags: ["music", "favorite"] },
    { authorId: author, texts: [french_, english], tags: ["music"] },
    { authorId: author, texts: filler, tags: ["favorite", "contribute"] },
    { authorId: author, texts: filler, tags: ["favorite", "contribute"] },
    { authorId: author, texts: filler, tags: ["finance", "doctor"], upvotes: 3 },
    { authorId: author, texts: filler, tags: ["finance", "doctor", "seo"] },
  ]);
  [french = "", bilingual = "", ...tagged] = ids.map(String);
});
afterAll(async () => {
  await site.close();
});

describe("a text", () => {
  const TEXT = `query ($id: ID!, $locale: Locale!) { prompt(id: $id) { sourceLocale locales text(locale: $locale) { locale title } } }`;
  const textOf = async (id: string, locale: string) =>
    (await site.query<{ prompt: { text: unknown } }>(TEXT, { id, locale })).prompt.text;

  test("is in the requested language, else English, else the source language, and says which", async () => {
    expect(await textOf(bilingual, "FR")).toEqual({ locale: "FR", title: "Conte" });
    expect(await textOf(bilingual, "JA")).toEqual({ locale: "EN", title: "Tale" });
    expect(await textOf(french, "EN")).toEqual({ locale: "FR", title: "Conte" });
    expect(await textOf(french, "JA")).toEqual({ locale: "FR", title: "Conte" });
  });

  test("falls back in lists as well, also for a locale other than the list's", async () => {
    const { prompts } = await site.query<{ prompts: { nodes: { ja: unknown; fr: unknown; en: unknown }[] } }>(
      `{ prompts(locale: JA, filter: { author: "Polyglot", locale: FR }, orderBy: { field: ID, direction: ASC }) { nodes {
           ja: text(locale: JA) { locale } fr: text(locale: FR) { locale } en: text(locale: EN) { locale } } } }`,
    );
    const fr = { locale: "FR" };
    const en = { locale: "EN" };
    expect(prompts.nodes).toEqual([
      { ja: fr, fr, en: fr },
      { ja: en, fr, en },
    ]);
  });

  test("has its parts, variables and plain form", async () => {
    const { prompt } = await site.query<{ prompt: unknown }>(
      `{ prompt(id: "${french}") { locales sourceLocale author { username } text(locale: FR) {
           title remark notes content plain excerpt(length: 6) whole: excerpt cutIsWhole: excerptIsWhole(length: 6) excerptIsWhole
           hasVariables variables { name label default } } } }`,
    );
    const content = "Écris {{genre|un genre:un conte}} pour {{qui}}.";
    expect(prompt).toEqual({
      locales: ["FR"],
      sourceLocale: "FR",
      author: { username: "Polyglot" },
      text: {
        title: "Conte",
        remark: "Le soir",
        notes: "Vieux",
        content,
        plain: "Écris [un genre] pour [qui].",
        excerpt: "Écris…",
        whole: content,
        cutIsWhole: false,
        excerptIsWhole: true,
        hasVariables: true,
        variables: [
          { name: "genre", label: "un genre", default: "un conte" },
          { name: "qui", label: "qui", default: null },
        ],
      },
    });
  });

  test.each([0, -1, 601, 2_147_483_647])("has no excerpt of length %i", async (length) => {
    for (const field of ["excerpt", "excerptIsWhole"]) {
      const { errors } = await site.send(
        `{ prompt(id: "${french}") { text(locale: FR) { ${field}(length: ${String(length)}) } } }`,
      );
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "length" });
    }
  });

  test("is read in one statement for many prompts", async () => {
    const query = `{ promptsByIds(ids: ["1", "2", "${french}", "${bilingual}"]) { text(locale: KO) { title } other: text(locale: FR) { title } } }`;
    await site.query(query);
    expect(await statementsOf(() => site.query(query))).toHaveLength(2);
  });
});

describe("promptsByIds", () => {
  const BY_IDS = `query ($ids: [ID!]!) { promptsByIds(ids: $ids) { id } }`;

  test("keeps the order and duplicates, and returns null for missing prompts", async () => {
    const ids = [bilingual, "1", "999999", "x", bilingual, "01", french];
    const { promptsByIds } = await site.query<{ promptsByIds: unknown }>(BY_IDS, { ids });
    expect(promptsByIds).toEqual([{ id: bilingual }, { id: "1" }, null, null, { id: bilingual }, null, { id: french }]);
  });

  test("accepts zero to a hundred ids", async () => {
    expect(await site.query(BY_IDS, { ids: [] })).toEqual({ promptsByIds: [] });
    const hundred = Array.from({ length: 100 }, (_, index) => String(index + 1));
    expect((await site.query<{ promptsByIds: unknown[] }>(BY_IDS, { ids: hundred })).promptsByIds).toHaveLength(100);
    const { errors } = await site.send(BY_IDS, { ids: [...hundred, "1"] });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "ids" });
  });
});

test.each([
  "0",
  "01",
  "-1",
  "+1",
  "1.0",
  "1e3",
  " 1",
  "1 ",
  "٣",
  "１",
  "0x1",
  "99999999999",
  "2147483648",
  "9".repeat(400),
  "",
  "null",
  "Infinity",
  "1;select 1",
])("prompt(id: %j) is null", async (id) => {
  expect(await site.query(`query ($id: ID!) { prompt(id: $id) { id } }`, { id })).toEqual({ prompt: null });
});

describe("related prompts", () => {
  const RELATED = `query ($id: ID!, $first: Int! = 6) { prompt(id: $id) { related(first: $first) { id tags { slug } } } }`;
  type Answer = { prompt: { related: { id: string; tags: { slug: string }[] }[] } };
  const relatedTo = async (id: string, first = 12) => (await site.query<Answer>(RELATED, { id, first })).prompt.related;

  test("share a subject with it and are never itself", async () => {
    const related = await relatedTo(french);
    expect(related.map((each) => each.id)).toContain(bilingual);
    for (const { id, tags } of related) {
      expect(id).not.toBe(french);
      expect(tags.map((tag) => tag.slug)).toContain("music");
    }
  });

  test("are empty if the prompt has only editorial tags", async () => {
    expect(await relatedTo(tagged[0] ?? "")).toEqual([]);
  });

  test("begin with the one that shares the most tags", async () => {
    const [first] = await relatedTo(tagged[3] ?? "");
    expect(first?.id).toBe(tagged[2]);
  });

  test("put rarer shared tags first, and among those the prompts with few other tags", async () => {
    const [authorId = ""] = await insertUsers(site.dataSource, ["Librarian"]);
    const [source = 0, frequent = 0, among = 0, alone = 0] = await insertPrompts(site.dataSource, [
      { authorId, tags: ["company", "seo"], texts: [{ locale: "en", title: "Both", content: "Both." }] },
      { authorId, tags: ["company"], texts: [{ locale: "en", title: "Work", content: "Work." }] },
      { authorId, tags: ["seo", "games", "doctor"], texts: [{ locale: "en", title: "Many", content: "Many." }] },
      { authorId, tags: ["seo"], texts: [{ locale: "en", title: "Search", content: "Search." }] },
    ]);
    const places = (await relatedTo(String(source))).map(({ id }) => Number(id));
    const place = (id: number) => (places.includes(id) ? places.indexOf(id) : places.length);
    expect(places).toContain(alone);
    expect(place(alone)).toBeLessThan(place(among));
    expect(place(alone)).toBeLessThan(place(frequent));
  });

  test("are found by a tag that this process has not loaded yet", async () => {
    await relatedTo(french); // The tags are cached now.
    await site.dataSource.query("insert into tag (slug) values ('brand-new')");
    const [authorId = ""] = await insertUsers(site.dataSource, ["Pioneer"]);
    const texts = [{ locale: "en" as const, title: "New", content: "New." }];
    const [one = 0, other = 0] = await insertPrompts(site.dataSource, [
      { authorId, tags: ["brand-new"], texts },
      { authorId, tags: ["brand-new"], texts },
    ]);
    expect((await relatedTo(String(one))).map(({ id }) => id)).toEqual([String(other)]);
  });

  test("are as many as requested, 0 to 12", async () => {
    expect(await relatedTo(tagged[2] ?? "", 0)).toEqual([]);
    expect(await relatedTo(tagged[2] ?? "", 1)).toHaveLength(1);
    for (const first of [-1, 13]) {
      expect((await site.send(RELATED, { id: french, first })).errors?.[0]?.extensions).toMatchObject({
        code: "BAD_USER_INPUT",
        argument: "first",
      });
    }
  });
});

test("previous and next skip gaps in the numbers, and are null at the ends", async () => {
  const numbers = (await site.dataSource.query<{ id: number }[]>("select id from prompt where listed order by id")).map(
    (row) => String(row.id),
  );
  const { promptsByIds } = await site.query<{ promptsByIds: unknown[] }>(
    `query ($ids: [ID!]!) { promptsByIds(ids: $ids) { id previous { id } next { id } } }`,
    { ids: numbers.slice(-100) },
  );
  const at = (index: number) => (numbers[index] === undefined ? null : { id: numbers[index] });
  const from = numbers.length - promptsByIds.length;
  expect(promptsByIds).toEqual(
    promptsByIds.map((_, index) => ({
      ...at(from + index),
      previous: at(from + index - 1),
      next: at(from + index + 1),
    })),
  );
});

test("a user is found by any equivalent spelling", async () => {
  for (const username of ["Polyglot", "polyglot", "POLYGLOT"]) {
    expect(
      await site.query(`query ($username: String!) { user(username: $username) { username promptCount } }`, {
        username,
      }),
    ).toEqual({
      user: { username: "Polyglot", promptCount: 6 },
    });
  }
  for (const username of ["", "nobody", "poly glot", "x".repeat(500)]) {
    expect(await site.query(`query ($username: String!) { user(username: $username) { id } }`, { username })).toEqual({
      user: null,
    });
  }
});
