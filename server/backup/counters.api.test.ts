import { afterAll, beforeAll, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../platform/testing/community";
import { createTestDatabase } from "../platform/testing/test-database";
import { recount } from "./counters";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

/** A prompt with a favourite, a vote and a thread of four levels, in which one comment is deleted and one hidden. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { dataSource } = database;
  const [author = "", reader = ""] = await insertUsers(dataSource, ["Author", "Reader"]);
  const [prompt] = await insertPrompts(dataSource, [
    { authorId: author, tags: ["write"], texts: [{ locale: "en", title: "Counted", content: "Count." }] },
  ]);
  await dataSource.query("insert into favorite (user_id, prompt_id, position) values ($1, $2, 'a')", [reader, prompt]);
  await dataSource.query("insert into vote (user_id, prompt_id, value) values ($1, $2, 1)", [reader, prompt]);
  let above: string | null = null;
  for (let depth = 0; depth < 5; depth += 1) {
    const rows: { id: string }[] = await dataSource.query(
      `insert into comment (prompt_id, parent_id, author_id, body, html, html_version) values ($1, $2, $3, 'a', '{a}', 1) returning id`,
      [prompt, above, reader],
    );
    above = rows[0]?.id ?? null;
  }
  await dataSource.query(
    "update comment set deleted_at = now(), body = '', html = '{}', author_id = null where depth = 1",
  );
  await dataSource.query("update comment set hidden = true where depth = 4");
});
afterAll(() => database.drop());

const differing = () => recount((sql) => database.dataSource.query(sql));

test("counters that triggers keep equal a recount", async () => {
  expect(await differing()).toEqual({});
});

test.each([
  ["tag.prompt_count", "update tag set prompt_count = prompt_count + 1", 2],
  ["user_account.prompt_count", "update user_account set prompt_count = 7", 2],
  ["prompt.favorite_count", "update prompt set favorite_count = favorite_count + 1", 1],
  ["prompt.upvotes, downvotes", "update prompt set upvotes = 0 where upvotes = 1", 1],
  ["prompt.comment_count", "update prompt set comment_count = comment_count - 1 where comment_count > 0", 1],
  ["comment.live_below", "update comment set live_below = live_below + 1 where live_below > 0", 3],
  ["comment.live, shown", "update comment set shown = not shown where depth < 2", 2],
])("a wrong %s is found", async (counter, change, least) => {
  const runner = database.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query("alter table comment disable trigger user");
    await runner.query(change);
    const found = await recount((sql) => runner.query(sql) as Promise<{ counts: number[] }[]>);
    expect(Object.keys(found)).toEqual([counter]);
    expect(found[counter]).toBeGreaterThanOrEqual(least);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});
