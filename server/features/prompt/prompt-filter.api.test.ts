import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
/** The ids of the prompts created below, by a name used only in this test. */
const idByName: Record<string, string> = {};
const nameOf = (id: string) => Object.entries(idByName).find(([, number]) => number === id)?.[0] ?? "library";

beforeAll(async () => {
  site = await createTestApp();
  const [ada = "", zoe = ""] = await insertUsers(site.dataSource, ["Ada_Lovelace", "Зоя"]);
  const ids = await insertPrompts(site.dataSource, [
    {
      authorId: ada,
      tags: ["code", "write"],
      upvotes: 1,
      texts: [{ locale: "en", title: "Wombat burrow", content: "Plan it." }],
    },
    {
      authorId: ada,
      tags: ["code"],
      upvotes: 5,
      texts: [{ locale: "en", title: "Plans", content: "Dig a wombat burrow for {{who}}." }],
    },
    {
      authorId: zoe,
      tags: ["write"],
      upvotes: 3,
      texts: [{ locale: "ru", title: "Нора вомбата", content: "Wombat: выкопай нору." }],
    },
    {
      authorId: zoe,
      tags: ["mind"],
      upvotes: 2,
      texts: [{ locale: "en", title: "Den", remark: "For every wombat burrow", content: "Rest." }],
    },
    {
      authorId: zoe,
      upvotes: 9,
      shared: false,
      tags: ["code", "write"],
      texts: [{ locale: "en", title: "Secret wombat burrow", content: "Hide." }],
    },
  ]);
  ["inTitle", "inText", "russian", "inRemark", "secret"].forEach(
    (name, index) => (idByName[name] = String(ids[index])),
  );
});
afterAll(async () => {
  await site.close();
});

const LIST = `query ($locale: Locale = EN, $filter: PromptFilter, $orderBy: PromptOrder) {
  prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: 100) { totalCount nodes { id } } }`;

async function found(filter: Record<string, unknown>, variables: Record<string, unknown> = {}): Promise<string[]> {
  const { prompts } = await site.query<{ prompts: { totalCount: number; nodes: { id: string }[] } }>(LIST, {
    filter,
    ...variables,
  });
  expect(prompts.nodes.length).toBe(Math.min(prompts.totalCount, 100));
  return prompts.nodes.map((node) => nameOf(node.id));
}

const MEMBERS = { origin: "COMMUNITY" };

describe("tags", () => {
  test("ANY is the default and requires one of them, ALL requires every one", async () => {
    expect(await found({ ...MEMBERS, tags: ["code", "write"] })).toEqual(["inText", "russian", "inTitle"]);
    expect(await found({ ...MEMBERS, tags: ["code", "write"], tagMatch: "ANY" })).toEqual([
      "inText",
      "russian",
      "inTitle",
    ]);
    expect(await found({ ...MEMBERS, tags: ["code", "write"], tagMatch: "ALL" })).toEqual(["inTitle"]);
  });

  test("an unknown tag matches nothing, also together with a known one", async () => {
    for (const slug of ["no-such-tag", "", "Code", "code ", "__proto__", "constructor"]) {
      expect(await found({ tags: [slug] })).toEqual([]);
      expect(await found({ tags: [slug, "code"], tagMatch: "ALL" })).toEqual([]);
      expect(await found({ ...MEMBERS, tags: [slug, "mind"] })).toEqual(["inRemark"]);
    }
  });

  test("an empty list is no condition, 27 is the maximum", async () => {
    expect(await found({ ...MEMBERS, tags: [] })).toHaveLength(4);
    expect(await found({ ...MEMBERS, tags: Array<string>(27).fill("mind") })).toEqual(["inRemark"]);
    const { errors } = await site.send(LIST, { filter: { tags: Array<string>(28).fill("mind") } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "filter.tags" });
  });
});

test("every prompt has one of the two origins", async () => {
  const [library, members, all] = await Promise.all([found({ origin: "LIBRARY" }), found(MEMBERS), found({})]);
  expect(new Set(library)).toEqual(new Set(["library"]));
  expect(members).toEqual(["inText", "russian", "inRemark", "inTitle"]);
  expect(all.length).toBe(Math.min(100, library.length + members.length));
});

test.each(["RELEVANCE", "UPVOTE_DIFFERENCE", "ID"])(
  "a search can be restricted to one origin, sorted by %s",
  async (field) => {
    const variables = { orderBy: { field, direction: "DESC" } };
    const [members, library] = await Promise.all([
      found({ ...MEMBERS, query: "plan" }, variables),
      found({ origin: "LIBRARY", query: "plan" }, variables),
    ]);
    expect(members.toSorted()).toEqual(["inText", "inTitle"]);
    expect(new Set(library)).toEqual(new Set(["library"]));
  },
);

test("the author is matched in any case, and an unknown one matches nothing", async () => {
  const adas = ["inText", "inTitle"];
  for (const author of ["Ada_Lovelace", "ada_lovelace", "ADA_LOVELACE", "Ａda_Lovelace"])
    expect(await found({ author })).toEqual(adas);
  expect(await found({ author: "зоя" })).toEqual(["russian", "inRemark"]);
  for (const author of ["nobody", "", " ", "ada%", "x".repeat(500), "'; drop table prompt; --"]) {
    expect(await found({ author })).toEqual([]);
  }
  for (const author of ["\0", "Ada_Lovelace\0", "\ud800", "x".repeat(10_000)])
    expect((await site.send(LIST, { filter: { author } })).errors?.[0]?.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      argument: "filter.author",
    });
});

test("language requires a text in that language", async () => {
  expect(await found({ ...MEMBERS, locale: "RU" })).toEqual(["russian"]);
  expect(await found({ ...MEMBERS, locale: "JA" })).toEqual([]);
});

test("conditions combine", async () => {
  expect(await found({ author: "зоя", tags: ["write"], locale: "RU", origin: "COMMUNITY", query: "wombat" })).toEqual([
    "russian",
  ]);
  expect(await found({ author: "зоя", tags: ["code"] })).toEqual([]);
  expect(await found({ author: "Ada_Lovelace", origin: "LIBRARY" })).toEqual([]);
  expect(
    await found({ author: "Ada_Lovelace", query: "burrow" }, { orderBy: { field: "ID", direction: "ASC" } }),
  ).toEqual(["inTitle", "inText"]);
});

describe("words", () => {
  test("a hit in the title comes before one in the remark, and that before one in the text, whatever the support", async () => {
    expect(await found({ query: "wombat burrow" })).toEqual(["inTitle", "inRemark", "inText"]);
    expect(await found({ query: "wombat burrow" }, { orderBy: { field: "RELEVANCE", direction: "ASC" } })).toEqual([
      "inText",
      "inRemark",
      "inTitle",
    ]);
  });

  test("a search is sorted by relevance by default, by support or number on request", async () => {
    expect(
      await found({ query: "wombat burrow" }, { orderBy: { field: "UPVOTE_DIFFERENCE", direction: "DESC" } }),
    ).toEqual(["inText", "inRemark", "inTitle"]);
    expect(await found({ query: "wombat burrow" }, { orderBy: { field: "ID", direction: "DESC" } })).toEqual([
      "inRemark",
      "inText",
      "inTitle",
    ]);
  });

  test("texts with all of them come first, in the list's locale, in English or in the filter's language", async () => {
    expect((await found({ query: "wombat den" }))[0]).toBe("inRemark");
    expect(await found({ query: "quaggafrost xylophone" })).toEqual([]);
    expect(await found({ query: "вомбата" })).toEqual([]);
    expect(await found({ query: "вомбата", locale: "RU" })).toEqual(["russian"]);
    expect(await found({ query: "вомбата" }, { locale: "RU" })).toEqual(["russian"]);
    expect((await found({ query: "wombat burrow" }, { locale: "RU" })).slice(0, 3)).toEqual([
      "inTitle",
      "inRemark",
      "inText",
    ]);
  });

  test("a blank query is no condition, signs alone match nothing", async () => {
    for (const query of ["", "   ", "\n\t"]) expect(await found({ ...MEMBERS, query })).toHaveLength(4);
    for (const query of ["!?", "🦘", "&|!"]) expect(await found({ query })).toEqual([]);
  });

  test("SHARED_AT is refused where prompts may never have been shared", async () => {
    const orderBy = { field: "SHARED_AT", direction: "DESC" };
    for (const filter of [undefined, {}, { origin: "LIBRARY" }, { tags: ["code"] }, { locale: "EN" }]) {
      const { errors } = await site.send(LIST, { filter, orderBy });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "orderBy" });
    }
    expect(await found({ author: "ada_lovelace" }, { orderBy })).toHaveLength(2);
  });

  test("RELEVANCE without a query is refused", async () => {
    for (const filter of [undefined, {}, { query: "" }, { query: "  " }]) {
      const { errors } = await site.send(LIST, { filter, orderBy: { field: "RELEVANCE", direction: "DESC" } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "orderBy" });
    }
    const { errors } = await site.send(
      `{ user(username: "ada_lovelace") { prompts(orderBy: { field: RELEVANCE, direction: ASC }) { nodes { id } } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  test.each([
    ["x", 200],
    ["é", 200],
    ["👨🏽‍🚀", 200],
    // 1600 UTF-16 code units are the other limit.
    ["👩‍👩‍👧‍👦", 145],
    [`a${"\u0301".repeat(30)}`, 51],
  ])("at most 200 grapheme clusters are accepted, fewer of long ones: %s", async (cluster, most) => {
    expect(await found({ query: cluster.repeat(most) })).toEqual([]);
    const { errors } = await site.send(LIST, { filter: { query: cluster.repeat(most + 1) } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "filter.query" });
  });
});
