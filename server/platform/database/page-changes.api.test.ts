import type { DataSource } from "typeorm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedLibrary } from "../../library/seed";
import { insertPrompts, insertUsers } from "../testing/community";
import { startDatabaseProxy } from "../testing/database-proxy";
import { createTestDatabase } from "../testing/test-database";
import { type PageChange, PageChanges } from "./page-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: DataSource;
let changes: PageChanges;
let author: string;
let shared: number;
let own: number;
const told: PageChange[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.dataSource;
  changes = new PageChanges({ url: database.url });
  changes.subscribe((change) => told.push(change));
  await changes.start();
});
afterAll(async () => {
  await changes.close();
  await database.drop();
});
beforeEach(async () => {
  [author = ""] = await insertUsers(sql, [`Author-${Math.random().toString(36).slice(2)}`]);
  const texts = [
    { locale: "en", title: "One", content: "First" },
    { locale: "de", title: "Eins", content: "Erstens" },
  ] as const;
  const inserted = await insertPrompts(sql, [
    { authorId: author, texts, tags: ["code"] },
    { authorId: author, texts, shared: false },
  ]);
  [shared = 0, own = 0] = inserted;
});

/** What is told of a few statements in one transaction. */
async function toldOf(...statements: string[]): Promise<PageChange[]> {
  await changes.caughtUp();
  told.length = 0;
  await sql.transaction(async (manager) => {
    for (const statement of statements) await manager.query(statement);
  });
  await changes.caughtUp();
  return [...told];
}

const text = (prompt: number, set: string) =>
  `update prompt_text set ${set} where prompt_id = ${prompt} and locale = 'de'`;
const another = (prompt: number) =>
  `insert into prompt_text (prompt_id, locale, title, content, search, search_version) values (${prompt}, 'fr', 'Un', 'Un', '', 1)`;

describe("a change of what pages show is told with the number of its prompt:", () => {
  test.each([
    ["a title", () => text(shared, "title = 'Zwei'")],
    ["a remark that was none", () => text(shared, "remark = 'Neu'")],
    ["notes", () => text(shared, "notes = 'Neu'")],
    ["a content", () => text(shared, "content = 'Neu'")],
    ["a new text", () => another(shared)],
    ["a text that is gone", () => `delete from prompt_text where prompt_id = ${shared} and locale = 'de'`],
    ["tags", () => `update prompt set tag_ids = '{}' where id = ${shared}`],
    ["hiding", () => `update prompt set shared = false where id = ${shared}`],
    ["deleting", () => `delete from prompt where id = ${shared}`],
    ["deleting its author", () => `delete from user_account where id = ${author}`],
  ])("%s", async (_, statement) => {
    expect(await toldOf(statement())).toEqual([shared]);
  });

  test("sharing", async () => {
    expect(await toldOf(`update prompt set shared = true where id = ${own}`)).toEqual([own]);
  });

  test("each once a transaction", async () => {
    const statements = [
      text(shared, "title = 'Zwei'"),
      text(shared, "title = 'Drei'"),
      another(shared),
      text(3, "title = 'x'"),
    ];
    expect(await toldOf(...statements)).toEqual([shared, 3]);
  });
});

test.each([
  ["a tag's label", () => "update tag_text set label = label || '!' where locale = 'en'"],
  ["a tag's name", () => "update tag set slug = 'coding' where slug = 'code'"],
  ["a new tag", () => "insert into tag (slug) values ('brand-new')"],
  ["a username", () => `update user_account set username = username || 'x' where id = ${author}`],
])("any page may show something else after a change of %s", async (_, statement) => {
  expect(await toldOf(statement())).toEqual(["all"]);
});

test.each([
  ["votes", () => `update prompt set upvotes = upvotes + 1, downvotes = downvotes + 1 where id = ${shared}`],
  ["favourites", () => `update prompt set favorite_count = favorite_count + 1 where id = ${shared}`],
  ["comments", () => `update prompt set comment_count = comment_count + 1 where id = ${shared}`],
  ["copies", () => `update prompt set copy_count = copy_count + 1 where id = ${shared}`],
  ["what only its author sees", () => text(own, "title = 'Zwei'")],
  ["a new text that only its author sees", () => another(own)],
  ["tags that only its author sees", () => `update prompt set tag_ids = '{1}' where id = ${own}`],
  ["deleting what only its author saw", () => `delete from prompt where id = ${own}`],
  ["a new member", () => "insert into user_account (username, username_key) values ('New', 'new')"],
  ["what stays as it is", () => text(shared, "title = title")],
  ["how a text is found", () => text(shared, "search = '', search_version = 0")],
])("nothing is told of %s", async (_, statement) => {
  expect(await toldOf(statement())).toEqual([]);
  expect(await toldOf(text(shared, "title = title || '!'"))).toEqual([shared]);
});

test("nothing is told of what was undone, nor of a library that is loaded again", async () => {
  await toldOf();
  const undone = sql.transaction(async (manager) => {
    await manager.query(text(shared, "title = 'Undone'"));
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  await seedLibrary(sql);
  await changes.caughtUp();
  expect(told).toEqual([]);
});

describe("a listener whose connection is lost", () => {
  async function listener(url: string) {
    const heard: PageChange[] = [];
    const all: (() => void)[] = [];
    const listening = new PageChanges({ url });
    listening.subscribe((change) => {
      heard.push(change);
      if (change === "all") for (const resolve of all.splice(0)) resolve();
    });
    return { listening, heard, nextAll: () => new Promise<void>((resolve) => all.push(resolve)) };
  }

  test("listens again, and tells that anything may have changed", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { listening, heard, nextAll } = await listener(proxy.url);
    await listening.start();
    expect([listening.listening, heard]).toEqual([true, ["all"]]);
    await proxy.cut();
    // The loss is noticed now or was before: it is not known what happens in the database.
    await listening.caughtUp();
    expect([listening.listening, heard]).toEqual([false, ["all", "all"]]);
    const back = nextAll();
    await sql.query(text(shared, "title = 'Unheard'"));
    await proxy.restore();
    await back;
    expect(listening.listening).toBe(true);
    await sql.query(text(shared, "title = 'Heard'"));
    await listening.caughtUp();
    expect(heard).toEqual(["all", "all", "all", shared]);
    await listening.close();
    await proxy.cut();
  });

  test("starts without a database, and waits for it", async () => {
    const proxy = await startDatabaseProxy(database.url);
    await proxy.cut();
    const { listening, nextAll } = await listener(proxy.url);
    await listening.start();
    expect(listening.listening).toBe(false);
    const back = nextAll();
    await proxy.restore();
    await back;
    expect(listening.listening).toBe(true);
    await listening.close();
    await proxy.cut();
  });

  test("ends at once, and for good", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { listening } = await listener(proxy.url);
    await listening.start();
    const begun = performance.now();
    await listening.close();
    expect(performance.now() - begun).toBeLessThan(400);
    expect(listening.listening).toBe(false);
    await proxy.cut();
  });
});
