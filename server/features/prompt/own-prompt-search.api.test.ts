import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { FEW_OWN_PROMPTS } from "./prompt-list.reader";

let site: TestApp;
const members: { few: TestBrowser; many: TestBrowser }[] = [];

/** What both members have, beside prompts of other words: searches of few prompts and of many are two different statements. */
const COMMON = [
  { title: "Quokka", content: "Alone.", upvotes: 1 },
  { title: "Diary", content: "About a quokka.", upvotes: 5 },
  { title: "Notes", remark: "quokka and wombat", content: "Both.", upvotes: 3 },
  { title: "Quokka and wombat", content: "Both.", shared: false },
  { title: "Wombat", content: "Alone.", upvotes: 9 },
];

beforeAll(async () => {
  site = await createTestApp();
  const few = await confirmedMember(site, "Few");
  const many = await confirmedMember(site, "Many");
  members.push({ few, many });
  for (const [username, others] of [
    ["Few", 1],
    ["Many", FEW_OWN_PROMPTS],
  ] as const) {
    const [author] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      username,
    ]);
    const filling = Array.from({ length: others }, () => ({ title: "Other", content: "Words." }));
    await insertPrompts(
      site.dataSource,
      [...COMMON, ...filling].map(({ title, content, ...more }) => {
        const { remark, shared = true, upvotes = 0 } = { remark: "", ...more } as (typeof COMMON)[number];
        return {
          authorId: author?.id ?? "",
          shared,
          upvotes,
          tags: ["code"],
          texts: [{ locale: "en" as const, title, content, remark: remark ?? "" }],
        };
      }),
    );
  }
});
afterAll(async () => {
  await site.close();
});

const SEARCH = `query ($filter: PromptFilter, $orderBy: PromptOrder, $after: String) { viewer { prompts(locale: EN, first: 2, after: $after, filter: $filter, orderBy: $orderBy) {
  totalCount pageInfo { endCursor hasNextPage } nodes { text(locale: EN) { title } } } } }`;

interface Page {
  totalCount: number;
  pageInfo: { endCursor: string; hasNextPage: boolean };
  nodes: { text: { title: string } }[];
}

/** The titles of all pages, and the total count. */
async function search(by: TestBrowser, variables: object): Promise<[number, ...string[]]> {
  const titles: string[] = [];
  for (let after: string | null = null; ;) {
    const { viewer }: { viewer: { prompts: Page } } = await by.query(SEARCH, { ...variables, after });
    titles.push(...viewer.prompts.nodes.map(({ text }) => text.title));
    if (!viewer.prompts.pageInfo.hasNextPage) return [viewer.prompts.totalCount, ...titles];
    after = viewer.prompts.pageInfo.endCursor;
  }
}

test.each([
  ["by relevance", {}, [4, "Quokka", "Quokka and wombat", "Notes", "Diary"]],
  [
    "by support",
    { orderBy: { field: "UPVOTE_DIFFERENCE", direction: "DESC" } },
    [4, "Diary", "Notes", "Quokka", "Quokka and wombat"],
  ],
  ["by number", { orderBy: { field: "ID", direction: "ASC" } }, [4, "Quokka", "Diary", "Notes", "Quokka and wombat"]],
] as const)("a member's own prompts are found %s, whether there are few or many", async (_, variables, expected) => {
  for (const { few, many } of members) {
    const wanted = { filter: { query: "quokka", tags: ["code"] }, ...variables };
    expect(await search(few, wanted)).toEqual(expected);
    expect(await search(many, wanted)).toEqual(expected);
  }
});

describe("misspelled words", () => {
  const READ = `query ($query: String!, $asTyped: Boolean, $after: String) { viewer { prompts(locale: EN, first: 1, after: $after, filter: { query: $query, asTyped: $asTyped }) {
    totalCount search { hasAll correctedQuery } pageInfo { endCursor } nodes { text(locale: EN) { title } } } } }`;

  interface Corrected extends Page {
    search: { hasAll: boolean; correctedQuery: string | null };
  }

  async function read(by: TestBrowser, query: string, variables: object = {}): Promise<Corrected> {
    const { viewer } = await by.query<{ viewer: { prompts: Corrected } }>(READ, { query, ...variables });
    return viewer.prompts;
  }

  async function memberWith(username: string, ...titles: string[]): Promise<TestBrowser> {
    const member = await confirmedMember(site, username);
    for (const title of titles)
      await member.query(
        `mutation ($title: String!) { createPrompt(texts: { locale: EN, title: $title, content: "Secret." }) { prompt { id } } }`,
        { title },
      );
    return member;
  }

  test("are corrected to those of one's own prompts, private ones too, on all pages", async () => {
    const member = await memberWith("Speller", "Zwiebelkuchen", "Zwiebelkuchen again");
    const first = await read(member, "zweibelkuchen");
    expect(first).toMatchObject({ totalCount: 2, search: { hasAll: true, correctedQuery: "zwiebelkuchen" } });
    const second = await read(member, "zweibelkuchen", { after: first.pageInfo.endCursor });
    expect(second).toMatchObject({ totalCount: 2, search: { correctedQuery: "zwiebelkuchen" } });
    expect([first, second].map(({ nodes }) => nodes[0]?.text.title)).toEqual(["Zwiebelkuchen again", "Zwiebelkuchen"]);
    expect(await read(member, "zweibelkuchen", { asTyped: true })).toMatchObject({
      totalCount: 0,
      search: { hasAll: false, correctedQuery: null },
    });
  });

  test("are not corrected to words of others, of a prompt that is deleted, or from words that others write too", async () => {
    const others = await memberWith("Secretive", "Flugelhornet");
    const member = await memberWith("Curious", "Trombonist");
    expect((await read(others, "flugelhornte")).search.correctedQuery).toBe("flugelhornet");
    expect(await read(member, "flugelhornte")).toMatchObject({ totalCount: 0, search: { correctedQuery: null } });
    expect(
      (
        await site.query<{ prompts: Corrected }>(
          `{ prompts(locale: EN, filter: { query: "flugelhornte" }) { totalCount search { hasAll correctedQuery } } }`,
        )
      ).prompts,
    ).toMatchObject({ totalCount: 0, search: { correctedQuery: null } });
    expect((await read(member, "trombonits")).search.correctedQuery).toBe("trombonist");
    await site.dataSource.query(
      "insert into search_word (locale, word, prompt_count, library, letters) values ('en', 'trombonits', 2, false, search_letters('trombonits'))",
    );
    expect((await read(member, "trombonits")).search.correctedQuery).toBeNull();
    expect((await read(member, "trambonist")).search.correctedQuery).toBe("trombonist");
    await site.dataSource.query(
      "update prompt set deleted_at = now() where author_id = (select id from user_account where username = 'Curious')",
    );
    expect((await read(member, "trambonist")).search.correctedQuery).toBeNull();
  });
});

test("long texts are not read to look for words in them, even of few prompts", async () => {
  const author = await confirmedMember(site, "Verbose");
  const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation { createPrompt(texts: { locale: EN, title: "Quokka", content: "Alone." }) { prompt { id } } }`,
  );
  const usesIndex = async () =>
    (await statementsOf(() => search(author, { filter: { query: "quokka" } }))).some((text) =>
      text.includes("from prompt_text where author_id ="),
    );
  expect(await usesIndex()).toBe(false);
  // Long lexemes, because each one is an entry of the index: 15,000 times 1.9 kB.
  await site.dataSource.query(
    `with filling as (
       insert into prompt (origin, author_id, source_locale, tag_ids)
       select 'COMMUNITY', p.author_id, 'en', '{}' from prompt p, generate_series(1, 30) where p.id = $1 returning id
     )
     insert into prompt_text (prompt_id, locale, title, content, search, search_version)
     select id, 'en', 'Other', 'Words.', array_to_tsvector(array(
       select (select string_agg(md5(id::text || lexeme::text || part::text), '') from generate_series(1, 60) part)
       from generate_series(1, 500) lexeme
     )), 1 from filling`,
    [createPrompt.prompt.id],
  );
  expect(await usesIndex()).toBe(true);
  expect(await search(author, { filter: { query: "quokka" } })).toEqual([1, "Quokka"]);
});
