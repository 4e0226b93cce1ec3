import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { SEARCHED_OWN_PROMPTS } from "./search-pages";

let site: TestApp;
const members: { few: TestBrowser; many: TestBrowser }[] = [];

/** What both members have, one of them as the newest of many. */
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
    ["Many", SEARCHED_OWN_PROMPTS],
  ] as const) {
    const [author] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
      username,
    ]);
    const filling = Array.from({ length: others }, () => ({ title: "Other", content: "Words." }));
    // Older than those that are searched.
    if (username === "Many") filling.unshift({ title: "Oldest quokka", content: "Alone." });
    await insertPrompts(
      site.dataSource,
      [...filling, ...COMMON].map(({ title, content, ...more }) => {
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
] as const)(
  "the newest of a member's own prompts are found %s, whether there are few or many",
  async (_, variables, expected) => {
    for (const { few, many } of members) {
      const wanted = { filter: { query: "quokka", tags: ["code"] }, ...variables };
      expect(await search(few, wanted)).toEqual(expected);
      expect(await search(many, wanted)).toEqual(expected);
    }
  },
);
