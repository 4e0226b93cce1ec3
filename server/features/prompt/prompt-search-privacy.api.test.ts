import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmedMember, type TestBrowser } from "../../platform/testing/member";
import { updatePromptOperation, withText } from "../../platform/testing/own-prompts";
import { rowsRead } from "../../platform/testing/rows-read";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { OrderDirection } from "../../platform/graphql/enums";
import { pageWindow } from "../../platform/graphql/page-window";
import { tagStore } from "../tag";
import { countStatement, pageStatement, promptOrder, type PromptList } from "./prompt-list.reader";
import { setPromptHidden } from "../moderation";
import { PromptOrderField } from "./prompt.input";

/** In no prompt of the library. */
const WORD = "axolotl";

let site: TestApp;
let owner: TestBrowser;
let id: string;

beforeAll(async () => {
  site = await createTestApp();
  owner = await confirmedMember(site, "Zoologist");
});
beforeEach(async () => {
  const { createPrompt } = await owner.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation { createPrompt(texts: { locale: EN, title: "An ${WORD}", remark: "For an ${WORD}.", content: "Feed the ${WORD}." }) { prompt { id } } }`,
  );
  id = createPrompt.prompt.id;
});
afterEach(async () => {
  await site.dataSource.query("delete from prompt where origin = 'COMMUNITY'");
});
afterAll(async () => {
  await site.close();
});

const update = (changes: object) =>
  owner.query(updatePromptOperation("problems { code }"), { promptId: id, ...withText(changes) });

/** The languages of the prompt's texts that the public search reads, each with the words that the text has now. */
async function searched(): Promise<string[]> {
  const rows = await site.dataSource.query<{ locale: string; current: boolean }[]>(
    `select s.locale, s.search = t.search and s.head = ts_filter(t.search, '{a,b}') as current
     from prompt_search s join prompt_text t using (prompt_id, locale) where s.prompt_id = $1 order by s.locale`,
    [id],
  );
  for (const { current } of rows) expect(current).toBe(true);
  return rows.map(({ locale }) => locale);
}

test("what the public search reads has the texts of a prompt as long as it is listed, and never else", async () => {
  expect(await searched()).toEqual([]);
  await update({ shared: true });
  expect(await searched()).toEqual(["en"]);
  await update({ locale: "DE", title: "Ein Axolotl", content: "Füttere ihn." });
  expect(await searched()).toEqual(["de", "en"]);
  await update({ title: "Another title" });
  expect(await searched()).toEqual(["de", "en"]);
  await update({ removedLocales: ["DE"] });
  expect(await searched()).toEqual(["en"]);

  await update({ shared: false });
  expect(await searched()).toEqual([]);
  await update({ locale: "FR", title: "Un axolotl", content: "Nourris-le." });
  expect(await searched()).toEqual([]);
  await update({ shared: true });
  expect(await searched()).toEqual(["en", "fr"]);

  await setPromptHidden(site.dataSource, Number(id), true);
  expect(await searched()).toEqual([]);
  await setPromptHidden(site.dataSource, Number(id), false);
  expect(await searched()).toEqual(["en", "fr"]);

  await owner.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { undoableUntil } }", { id });
  expect(await searched()).toEqual([]);
  await owner.query("mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } } }", { id });
  expect(await searched()).toEqual(["en", "fr"]);
  await site.dataSource.query("delete from prompt where id = $1", [id]);
  expect(await searched()).toEqual([]);
});

test.each(["the text", "the sharing"])(
  "a text that is added while its prompt is shared is searched, %s first",
  async (first) => {
    const writes = {
      "the text":
        "insert into prompt_text (prompt_id, locale, title, content, search, search_version) values ($1, 'fr', 'T', 'C', '', 1)",
      "the sharing": "update prompt set shared = true where id = $1",
    };
    const [one, other] =
      first === "the text" ? (["the text", "the sharing"] as const) : (["the sharing", "the text"] as const);
    const runner = site.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(writes[one], [id]);
    const parallel = site.dataSource.query(writes[other], [id]);
    await expect
      .poll(() =>
        site.dataSource.query<unknown[]>(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      )
      .toHaveLength(1);
    await runner.commitTransaction();
    await runner.release();
    await parallel;
    expect(await searched()).toEqual(["en", "fr"]);
  },
);

test("a public search reads no text that is private, however many have the word", async () => {
  await site.dataSource.query("analyze");
  const list = async (query: string): Promise<PromptList> => ({
    locale: "en",
    filter: { query },
    tags: await tagStore(site.dataSource),
  });
  const page = async (query: string) => {
    const window = pageWindow(
      { first: 12 },
      promptOrder({ list: "", orderBy: null, filter: { query }, isShared: false }),
    );
    return pageStatement(await list(query), window, PromptOrderField.RELEVANCE);
  };
  expect(await rowsRead(site.dataSource, await page(WORD))).toBe(0);
  expect(await rowsRead(site.dataSource, await page(WORD.slice(0, 4)))).toBe(0);
  expect(await rowsRead(site.dataSource, countStatement(await list(WORD)))).toBe(0);
  await update({ shared: true });
  expect(await rowsRead(site.dataSource, await page(WORD))).toBeGreaterThan(0);
});

test("lists and counts of an author's prompts read none that are private, however many there are", async () => {
  const [author] = await site.dataSource.query<{ id: string }[]>(
    "select id from user_account where username = 'Zoologist'",
  );
  await site.dataSource.query(
    "insert into prompt (origin, author_id, source_locale) select 'COMMUNITY', $1, 'en' from generate_series(1, 300)",
    [author?.id],
  );
  await site.dataSource.query("analyze");
  const filter = { author: "Zoologist" };
  const tags = await tagStore(site.dataSource);
  const lists: PromptList[] = [
    { locale: "en", filter, tags },
    { locale: "en", filter: {}, tags, authorIds: [author?.id ?? ""] },
  ];
  for (const list of lists) {
    for (const field of [PromptOrderField.ID, PromptOrderField.UPVOTE_DIFFERENCE, PromptOrderField.SHARED_AT]) {
      const orderBy = { field, direction: OrderDirection.DESC };
      const window = pageWindow({ first: 12 }, promptOrder({ list: "", orderBy, filter: {}, isShared: true }));
      expect(await rowsRead(site.dataSource, pageStatement(list, window, field)), field).toBe(0);
    }
  }
  expect(await rowsRead(site.dataSource, countStatement({ locale: "en", filter, tags }))).toBe(0);
});
