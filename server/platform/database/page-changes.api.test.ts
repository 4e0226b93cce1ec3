import type { DataSource } from "typeorm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedLibrary } from "../../library/seed";
import { insertPrompts, insertUsers } from "../testing/community";
import { startDatabaseProxy } from "../testing/database-proxy";
import { createTestDatabase } from "../testing/test-database";
import type { PageTag } from "../domain/page-tag";
import { type PageChange, PageChanges } from "./page-changes";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: DataSource;
let changes: PageChanges;
let author: string;
let shared: number;
let own: number;
const reported: PageChange[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.dataSource;
  changes = new PageChanges({ url: database.url });
  changes.subscribe((change) => reported.push(change));
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

/** The changes reported for statements in one transaction. */
async function changesBy(...statements: string[]): Promise<PageChange[]> {
  await changes.caughtUp();
  reported.length = 0;
  await sql.transaction(async (manager) => {
    for (const statement of statements) await manager.query(statement);
  });
  await changes.caughtUp();
  return [...reported];
}

const text = (prompt: number, set: string) =>
  `update prompt_text set ${set} where prompt_id = ${prompt} and locale = 'de'`;
const another = (prompt: number) =>
  `insert into prompt_text (prompt_id, locale, title, content, search, search_version) values (${prompt}, 'fr', 'Un', 'Un', '', 1)`;

const purge = (tag: PageTag): PageChange => ({ tag, effect: "purge" });
const refresh = (tag: PageTag): PageChange => ({ tag, effect: "refresh" });
const ofPrompt = (id: number) => purge(`prompt:${id}`);
const ALL_TEXTS = refresh("texts:community");
const LIST = refresh("list:community");

describe("a change to public content purges the pages that show it, and makes lists stale:", () => {
  test.each([
    ["a title", () => text(shared, "title = 'Zwei'"), () => [ofPrompt(shared), ALL_TEXTS]],
    ["a first remark", () => text(shared, "remark = 'Neu'"), () => [ofPrompt(shared), ALL_TEXTS]],
    ["notes", () => text(shared, "notes = 'Neu'"), () => [ofPrompt(shared), ALL_TEXTS]],
    ["the content", () => text(shared, "content = 'Neu'"), () => [ofPrompt(shared), ALL_TEXTS]],
    ["a new text", () => another(shared), () => [ofPrompt(shared), ALL_TEXTS, LIST]],
    [
      "a deleted text",
      () => `delete from prompt_text where prompt_id = ${shared} and locale = 'de'`,
      () => [ofPrompt(shared), ALL_TEXTS, LIST],
    ],
    ["tags", () => `update prompt set tag_ids = '{}' where id = ${shared}`, () => [ofPrompt(shared), LIST]],
    [
      "the time of the last change",
      () => `update prompt set updated_at = now() + interval '1 h' where id = ${shared}`,
      () => [ofPrompt(shared)],
    ],
    ["unsharing", () => `update prompt set shared = false where id = ${shared}`, () => [ofPrompt(shared), LIST]],
    ["hiding", () => `update prompt set hidden = true where id = ${shared}`, () => [ofPrompt(shared), LIST]],
    ["deleting", () => `delete from prompt where id = ${shared}`, () => [ofPrompt(shared), LIST]],
    [
      "deleting its author",
      () => `delete from user_account where id = ${author}`,
      () => [ofPrompt(shared), LIST, purge(`user:${author}`)],
    ],
    ["sharing", () => `update prompt set shared = true where id = ${own}`, () => [ofPrompt(own), LIST]],
    [
      "a username",
      () => `update user_account set username = username || 'x' where id = ${author}`,
      () => [purge(`user:${author}`), LIST],
    ],
    [
      "a text of the library",
      () => text(3, "title = title || 'x'"),
      () => [purge("prompt:3"), refresh("texts:library")],
    ],
    [
      "a tag of the library",
      () => "update prompt set tag_ids = '{1}' where id = 3",
      () => [purge("prompt:3"), refresh("list:library")],
    ],
  ])("%s", async (_, statement, expected) => {
    const told = await changesBy(statement());
    expect(told).toHaveLength(expected().length);
    expect(told).toEqual(expect.arrayContaining(expected()));
  });

  test("each once per transaction", async () => {
    const statements = [text(shared, "title = 'Zwei'"), text(shared, "title = 'Drei'"), text(3, "title = 'x'")];
    expect(await changesBy(...statements)).toEqual([
      ofPrompt(shared),
      ALL_TEXTS,
      purge("prompt:3"),
      refresh("texts:library"),
    ]);
  });
});

test("a comment purges what is written about its prompt, as do hiding and deleting it", async () => {
  const comment = (set: string) => `update comment set ${set} where author_id = ${author}`;
  const insert = (prompt: string) =>
    `insert into comment (prompt_id, author_id, body, html, html_version) values (${prompt}, ${author}, 'x', '{x}', 1)`;
  expect(await changesBy(insert("null"))).toEqual([purge("comments:feedback")]);
  expect(await changesBy(comment("body = 'y'"))).toEqual([purge("comments:feedback")]);
  expect(await changesBy(`delete from comment where author_id = ${author}`)).toEqual([]);
  expect(await changesBy(insert(String(shared)))).toEqual([purge(`comments:${shared}`)]);
  expect(await changesBy(insert(String(own)))).toEqual([]);
});

test.each([
  ["a tag's label", () => "update tag_text set label = label || '!' where locale = 'en'"],
  ["a tag's name", () => "update tag set slug = 'coding' where slug = 'code'"],
  ["a new tag", () => "insert into tag (slug) values ('brand-new')"],
])("a change to %s is reported as affecting all pages", async (_, statement) => {
  expect(await changesBy(statement())).toEqual(["all"]);
});

test.each([
  ["votes", () => `update prompt set upvotes = upvotes + 1, downvotes = downvotes + 1 where id = ${shared}`],
  ["favourites", () => `update prompt set favorite_count = favorite_count + 1 where id = ${shared}`],
  ["comments", () => `update prompt set comment_count = comment_count + 1 where id = ${shared}`],
  ["copies", () => `update prompt set copy_count = copy_count + 1 where id = ${shared}`],
  ["an unshared prompt", () => text(own, "title = 'Zwei'")],
  ["a new text of an unshared prompt", () => another(own)],
  ["the tags of an unshared prompt", () => `update prompt set tag_ids = '{1}' where id = ${own}`],
  ["deleting an unshared prompt", () => `delete from prompt where id = ${own}`],
  ["a new member", () => "insert into user_account (username, username_key) values ('New', 'new')"],
  ["an update without effect", () => text(shared, "title = title")],
  ["the search index of a text", () => text(shared, "search = '', search_version = 0")],
])("nothing is reported for %s", async (_, statement) => {
  expect(await changesBy(statement())).toEqual([]);
  expect(await changesBy(text(shared, "title = title || '!'"))).toEqual([ofPrompt(shared), ALL_TEXTS]);
});

test("nothing is reported for a transaction that is rolled back, or a library that is seeded again", async () => {
  await changesBy();
  const rolledBack = sql.transaction(async (manager) => {
    await manager.query(text(shared, "title = 'Undone'"));
    throw new Error("undo");
  });
  await expect(rolledBack).rejects.toThrow("undo");
  await seedLibrary(sql);
  await changes.caughtUp();
  expect(reported).toEqual([]);
});

describe("a listener whose connection is lost", () => {
  async function listener(url: string) {
    const received: PageChange[] = [];
    const all: (() => void)[] = [];
    const listening = new PageChanges({ url });
    listening.subscribe((change) => {
      received.push(change);
      if (change === "all") for (const resolve of all.splice(0)) resolve();
    });
    return { listening, received, nextAll: () => new Promise<void>((resolve) => all.push(resolve)) };
  }

  test("reconnects, and reports that anything may have changed", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { listening, received, nextAll } = await listener(proxy.url);
    await listening.start();
    expect([listening.listening, received]).toEqual([true, ["all"]]);
    await proxy.cut();
    // The loss is noticed now, if it was not before: from here on, changes may be missed.
    await listening.caughtUp();
    expect([listening.listening, received]).toEqual([false, ["all", "all"]]);
    const back = nextAll();
    await sql.query(text(shared, "title = 'Unheard'"));
    await proxy.restore();
    await back;
    expect(listening.listening).toBe(true);
    await sql.query(text(shared, "title = 'Heard'"));
    await listening.caughtUp();
    expect(received).toEqual(["all", "all", "all", ofPrompt(shared), ALL_TEXTS]);
    await listening.close();
    await proxy.cut();
  });

  test("is not waited for when it hangs: it is given up within seconds, and anything may have changed then", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { listening, received, nextAll } = await listener(proxy.url);
    await listening.start();
    const silent = nextAll();
    proxy.hang();
    await sql.query(text(shared, "title = 'Unheard'"));
    await silent;
    expect([listening.listening, received]).toEqual([false, ["all", "all"]]);
    await proxy.cut();
    const back = nextAll();
    await proxy.restore();
    await back;
    expect([listening.listening, received]).toEqual([true, ["all", "all", "all"]]);
    await listening.close();
    await proxy.cut();
  });

  test("starts while the database is unavailable, and connects when it is back", async () => {
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

  test("closes", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const { listening } = await listener(proxy.url);
    await listening.start();
    await listening.close();
    expect(listening.listening).toBe(false);
    await proxy.cut();
  });
});
