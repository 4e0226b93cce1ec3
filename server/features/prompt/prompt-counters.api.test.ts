import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction, databaseErrorCode } from "../../platform/database/transaction";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { isDeep } from "../../platform/testing/deep";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let users: string[];
let tagIds: number[];

beforeAll(async () => {
  site = await createTestApp();
  users = await insertUsers(site.dataSource, ["One", "Two", "Three", "Four"]);
  tagIds = (await site.dataSource.query<{ id: number }[]>("select id from tag order by id limit 6")).map(
    (row) => row.id,
  );
});
afterAll(async () => {
  await site.close();
});

const run = (sql: string, parameters: unknown[] = []) =>
  inTransaction(site.dataSource, (manager) => manager.query<unknown[]>(sql, parameters));

async function expectRightCounts(): Promise<void> {
  const wrongTags = await site.dataSource.query<unknown[]>(
    `select slug, prompt_count, (select count(*)::int from prompt where listed and tag_ids @> array[tag.id]) as recount from tag
     where prompt_count <> (select count(*) from prompt where listed and tag_ids @> array[tag.id])`,
  );
  const wrongUsers = await site.dataSource.query<unknown[]>(
    `select username, prompt_count from user_account u where prompt_count <> (select count(*) from prompt where listed and author_id = u.id)`,
  );
  const wrongRows = await site.dataSource.query<unknown[]>(
    `select id from prompt p where upvote_difference <> upvotes - downvotes or listed <> (origin = 'LIBRARY' or shared)
     or languages <> coalesce((select array_agg(locale order by locale) from prompt_text t where t.prompt_id = p.id), '{}')`,
  );
  expect({ wrongTags, wrongUsers, wrongRows }).toEqual({ wrongTags: [], wrongUsers: [], wrongRows: [] });
}

/** SQL that picks one of the prompts existing at that moment by a number. */
const PICKED =
  "(select id from prompt where origin = 'COMMUNITY' order by id offset $1 % greatest(1, (select count(*) from prompt where origin = 'COMMUNITY')) limit 1)";

type Operation = {
  what: "insert" | "share" | "retag" | "give" | "vote" | "delete" | "many" | "addText" | "dropText";
  pick: number;
  user: number;
  tags: number[];
  shared: boolean;
};

async function apply({ what, pick, user, tags, shared }: Operation): Promise<void> {
  const chosen = tags.map((index) => tagIds[index] ?? 0);
  const author = users[user] ?? "";
  if (what === "insert") {
    await run(
      `insert into prompt (origin, author_id, source_locale, shared, tag_ids) values ('COMMUNITY', $1, 'en', $2, $3)`,
      [author, shared, chosen],
    );
  } else if (what === "share") await run(`update prompt set shared = $2 where id = ${PICKED}`, [pick, shared]);
  else if (what === "retag") await run(`update prompt set tag_ids = $2 where id = ${PICKED}`, [pick, chosen]);
  else if (what === "give")
    await run(`update prompt set author_id = $2, shared = $3 where id = ${PICKED}`, [pick, author, shared]);
  else if (what === "vote")
    await run(`update prompt set upvotes = upvotes + 1, downvotes = downvotes + $1 % 3 where id = ${PICKED}`, [pick]);
  else if (what === "delete") await run(`delete from prompt where id = ${PICKED}`, [pick]);
  else if (what === "many")
    await run(`update prompt set shared = not shared, tag_ids = $2 where author_id = $3 and id % 2 = $1 % 2`, [
      pick,
      chosen,
      author,
    ]);
  else if (what === "addText") {
    await run(
      `insert into prompt_text (prompt_id, locale, title, content, search, search_version)
       select ${PICKED}, $2, 'T', 'C', '', 1 where ${PICKED} is not null on conflict do nothing`,
      [pick, ["en", "fr", "zh"][user % 3]],
    );
  } else
    await run(`delete from prompt_text where prompt_id = ${PICKED} and locale = $2`, [
      pick,
      ["en", "fr", "zh"][user % 3],
    ]);
}

const operation = (kinds: Operation["what"][]): fc.Arbitrary<Operation> =>
  fc.record({
    what: fc.constantFrom(...kinds),
    pick: fc.nat(1000),
    user: fc.nat(3),
    tags: fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
    shared: fc.boolean(),
  });

test("after many random changes, one after another, counters equal a recount", async () => {
  const all: Operation["what"][] = [
    "insert",
    "insert",
    "insert",
    "share",
    "retag",
    "give",
    "vote",
    "delete",
    "many",
    "addText",
    "addText",
    "dropText",
  ];
  for (const each of fc.sample(operation(all), isDeep ? 1000 : 150)) await apply(each);
  await expectRightCounts();
});

test("after many random changes, ten at a time, counters equal a recount", async () => {
  const all: Operation["what"][] = ["insert", "insert", "insert", "share", "retag", "give", "vote", "delete", "many"];
  const operations = fc.sample(operation(all), isDeep ? 1000 : 150);
  const worker = async () => {
    for (let next = operations.pop(); next; next = operations.pop()) await apply(next);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  await expectRightCounts();
});

test("deleting an account removes its prompts from the counts", async () => {
  const [leaving = ""] = await insertUsers(site.dataSource, ["Leaving"]);
  await insertPrompts(
    site.dataSource,
    Array.from({ length: 5 }, () => ({
      authorId: leaving,
      tags: ["code", "mind"],
      texts: [{ locale: "en", title: "T", content: "C" }],
    })),
  );
  await run("delete from user_account where id = $1", [leaving]);
  await expectRightCounts();
});

test("a tag's count is never stale", async () => {
  const count = async () => {
    const { tags } = await site.query<{ tags: { nodes: { slug: string; promptCount: number }[] } }>(
      `{ tags(first: 100) { nodes { slug promptCount } } }`,
    );
    return tags.nodes.find((tag) => tag.slug === "seo")?.promptCount ?? 0;
  };
  const before = await count();
  await insertPrompts(site.dataSource, [
    { authorId: users[0] ?? "", tags: ["seo"], texts: [{ locale: "en", title: "T", content: "C" }] },
  ]);
  expect(await count()).toBe(before + 1);
});

test("prompts shared by members do not change a tag's count of library prompts", async () => {
  const counts = async () => {
    const { tags } = await site.query<{
      tags: { nodes: { slug: string; promptCount: number; libraryPromptCount: number }[] };
    }>(`{ tags(first: 100) { nodes { slug promptCount libraryPromptCount } } }`);
    return tags.nodes;
  };
  const before = await counts();
  await insertPrompts(site.dataSource, [
    { authorId: users[0] ?? "", tags: ["finance"], texts: [{ locale: "en", title: "T", content: "C" }] },
  ]);
  const finance = (tags: typeof before) => tags.find(({ slug }) => slug === "finance");
  const after = await counts();
  expect(finance(after)?.promptCount).toBe((finance(before)?.promptCount ?? 0) + 1);
  expect(after.map((tag) => tag.libraryPromptCount)).toEqual(before.map((tag) => tag.libraryPromptCount));
  const recount = await site.dataSource.query<{ slug: string; libraryPromptCount: number }[]>(
    `select slug, (select count(*)::int from prompt where origin = 'LIBRARY' and tag_ids @> array[tag.id]) as "libraryPromptCount"
     from tag order by slug`,
  );
  expect(after.map(({ slug, libraryPromptCount }) => ({ slug, libraryPromptCount }))).toEqual(recount);
});

test("a tag that does not exist is refused on insert and on update", async () => {
  const insert = run(
    `insert into prompt (origin, author_id, source_locale, tag_ids) values ('COMMUNITY', $1, 'en', '{1,999999}')`,
    [users[0]],
  );
  expect(databaseErrorCode(await insert.catch((error: unknown) => error))).toBe("23503");
  const update = run(`update prompt set tag_ids = tag_ids || 999999 where id = 1`);
  expect(databaseErrorCode(await update.catch((error: unknown) => error))).toBe("23503");
});

test("languages are kept in sync with the texts", async () => {
  const texts = (["fr", "en", "zh"] as const).map((locale) => ({ locale, title: "T", content: "C" }));
  const [id] = await insertPrompts(site.dataSource, [{ authorId: users[0] ?? "", texts }]);
  const languages = async () =>
    (await site.query<{ prompt: { locales: string[] } }>(`{ prompt(id: "${String(id)}") { locales } }`)).prompt.locales;
  expect(await languages()).toEqual(["EN", "FR", "ZH"]);
  await run("delete from prompt_text where prompt_id = $1 and locale = 'en'", [id]);
  expect(await languages()).toEqual(["FR", "ZH"]);
});

test("two texts written concurrently are both among the languages", async () => {
  const [id] = await insertPrompts(site.dataSource, [
    { authorId: users[0] ?? "", texts: [{ locale: "en", title: "T", content: "C" }] },
  ]);
  const write = `insert into prompt_text (prompt_id, locale, title, content, search, search_version) values ($1, $2, 'T', 'C', '', 1)`;
  const first = site.dataSource.createQueryRunner();
  try {
    await first.startTransaction();
    await first.query(write, [id, "fr"]);
    const second = run(write, [id, "zh"]);
    // The second one waits for the row lock on `prompt` that the first one holds.
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => site.dataSource.query<unknown[]>(waiting)).not.toEqual([]);
    await first.commitTransaction();
    await second;
  } finally {
    await first.release();
  }
  await expectRightCounts();
});
