import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertPrompts } from "../../platform/testing/community";
import { confirmedMember, PASSWORD, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { posting, rowId } from "../../platform/testing/posting";
import { sweepNotifications } from "./notification.service";

let site: TestApp;
let owner: TestBrowser;
let other: TestBrowser;
let third: TestBrowser;
let moderator: TestBrowser;
let prompt: string;
let secret: string;

const idOf = async (username: string) =>
  (await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [username]))[0]
    ?.id ?? "";

beforeAll(async () => {
  site = await createTestApp();
  owner = await confirmedMember(site, "Owner");
  other = await confirmedMember(site, "Other");
  third = await confirmedMember(site, "Third");
  moderator = await confirmedMember(site, "Keeper");
  await site.dataSource.query("update account set is_moderator = true where user_id = $1", [await idOf("Keeper")]);
  const texts = [{ locale: "en", title: "One", content: "First" }] as const;
  const authorId = await idOf("Owner");
  const [shared, own] = await insertPrompts(site.dataSource, [
    { authorId, texts },
    { authorId, texts: [{ locale: "en", title: "Own", content: "Second" }], shared: false },
  ]);
  [prompt, secret] = [String(shared), String(own)];
});
beforeEach(async () => {
  await site.dataSource.query("delete from comment");
  await site.dataSource.query("delete from notification");
  await site.dataSource.query("update prompt set comment_count = 0, hidden = false where comment_count <> 0 or hidden");
  await site.dataSource.query("delete from rate_limit");
});
afterAll(async () => {
  await site.close();
});

let written = 0;
async function post(by: TestBrowser, place: { promptId?: string; parentId?: string }, body?: string): Promise<string> {
  await site.dataSource.query("delete from rate_limit");
  written += 1;
  const { posted } = await by.query<{ posted: { comment: { id: string } | null } }>(posting(place), {
    body: body ?? `Text ${String(written)}`,
  });
  return posted.comment?.id ?? "";
}
const remove = (by: TestBrowser, id: string) =>
  by.query(`mutation ($id: ID!) { deleteComment(commentId: $id) { problems { code } } }`, { id });

interface Told {
  id: string;
  kind: string;
  read: boolean;
  comment: { id: string; author: { username: string } } | null;
  act: { kind: string; note: string | null } | null;
}
const FIELDS = "id kind read comment { id author { username } } act { kind note }";

async function toldTo(by: TestBrowser): Promise<{ unread: number; told: Told[] }> {
  const { viewer } = await by.query<{
    viewer: { unreadNotificationCount: number; notifications: { nodes: Told[]; totalCount: number } };
  }>(`{ viewer { unreadNotificationCount notifications { totalCount nodes { ${FIELDS} } } } }`);
  expect(viewer.notifications.totalCount).toBe(viewer.notifications.nodes.length);
  return { unread: viewer.unreadNotificationCount, told: viewer.notifications.nodes };
}
const kindsOf = async (by: TestBrowser) => (await toldTo(by)).told.map(({ kind }) => kind);
const mark = (by: TestBrowser, variables: { ids?: string[]; upTo?: string }) =>
  by.query(
    `mutation ($ids: [ID!], $upTo: ID) { markNotificationsRead(notificationIds: $ids, upTo: $upTo) { viewer { unreadNotificationCount } } }`,
    variables,
  );

describe("a member is told", () => {
  test("of comments on their prompt and of answers to their comments, once each", async () => {
    const thread = await post(other, { promptId: prompt });
    const reply = await post(owner, { parentId: thread });
    await post(third, { parentId: reply });
    expect(await kindsOf(owner)).toEqual(["REPLY", "COMMENT"]);
    expect(await kindsOf(other)).toEqual(["REPLY"]);
    expect((await toldTo(other)).told[0]?.comment).toEqual({ id: reply, author: { username: "Owner" } });
    expect(await kindsOf(third)).toEqual([]);
  });

  test("again of a comment whose deletion is undone", async () => {
    const thread = await post(other, { promptId: prompt });
    const reply = await post(owner, { parentId: thread });
    await remove(owner, reply);
    expect(await kindsOf(other)).toEqual([]);
    await owner.query(`mutation ($id: ID!) { undoDeleteComment(commentId: $id) { problems { code } } }`, { id: reply });
    expect(await kindsOf(other)).toEqual(["REPLY"]);
  });

  test("of mentions, also when one is added later, and once", async () => {
    const thread = await post(other, { promptId: prompt }, "Hello @Owner");
    expect(await kindsOf(owner)).toEqual(["COMMENT"]);
    await post(third, {}, "Now everybody knows me.");
    await other.query(
      `mutation ($id: ID!) { updateComment(commentId: $id, body: "@Third and @Owner") { problems { code } } }`,
      {
        id: thread,
      },
    );
    expect(await kindsOf(third)).toEqual(["MENTION"]);
    expect(await kindsOf(owner)).toEqual(["COMMENT"]);
  });

  test("nothing any more of a mention that the author has taken back, unless they have read it; that one is not told twice", async () => {
    await post(third, {}, "Now everybody knows me.");
    await post(owner, {}, "Me too.");
    const id = await post(other, {}, "@Third and @Owner");
    const change = (body: string) =>
      other.query(
        `mutation ($id: ID!, $body: String!) { updateComment(commentId: $id, body: $body) { problems { code } } }`,
        {
          id,
          body,
        },
      );
    expect(await toldTo(owner)).toMatchObject({ unread: 1, told: [{ kind: "MENTION", read: false }] });
    await mark(third, { upTo: (await toldTo(third)).told[0]?.id ?? "" });
    await change("Nobody");
    expect(await toldTo(owner)).toEqual({ unread: 0, told: [] });
    expect(await toldTo(third)).toMatchObject({ unread: 0, told: [{ kind: "MENTION", read: true }] });
    await change("@Third and @Owner again");
    expect(await toldTo(owner)).toMatchObject({ unread: 1, told: [{ kind: "MENTION", read: false }] });
    expect(await toldTo(third)).toMatchObject({ unread: 0, told: [{ kind: "MENTION", read: true }] });
  });

  test("of an answer or a comment on their prompt still when a mention in it is taken back", async () => {
    const thread = await post(other, { promptId: prompt }, "Well, @Owner");
    await other.query(`mutation ($id: ID!) { updateComment(commentId: $id, body: "Well") { problems { code } } }`, {
      id: thread,
    });
    expect(await kindsOf(owner)).toEqual(["COMMENT"]);
  });

  test("nothing of what they write themselves", async () => {
    const thread = await post(owner, { promptId: prompt }, "I am @Owner");
    await post(owner, { parentId: thread });
    expect(await toldTo(owner)).toEqual({ unread: 0, told: [] });
    await post(other, { parentId: thread });
    expect(await kindsOf(owner)).toEqual(["REPLY"]);
  });

  test("nothing of a mention on a prompt that they may not see", async () => {
    await post(other, {}, "Known.");
    await post(owner, { promptId: secret }, "Look, @Other");
    expect(await kindsOf(other)).toEqual([]);
    await post(owner, { promptId: prompt }, "Here you can look, @Other");
    expect(await kindsOf(other)).toEqual(["MENTION"]);
  });

  test("what moderators did to what is theirs, but not that reports were dismissed", async () => {
    const thread = await post(other, { promptId: prompt });
    const decide = (field: string) => moderator.query(`mutation { ${field} { problems { code } } }`);
    await decide(`hideComment(commentId: "${thread}", reason: SPAM, note: "Please do not.")`);
    await decide(`unhideComment(commentId: "${thread}", reason: SPAM)`);
    await third.query(
      `mutation { reportComment(commentId: "${thread}", reason: "I do not like it.") { problems { code } } }`,
    );
    await decide(`dismissCommentReports(commentId: "${thread}")`);
    await decide(`closeThread(commentId: "${thread}")`);
    const { told } = await toldTo(other);
    expect(told.map(({ act }) => act)).toEqual([
      { kind: "CLOSE_THREAD", note: null },
      { kind: "UNHIDE", note: null },
      { kind: "HIDE", note: "Please do not." },
    ]);
    expect(await kindsOf(third)).toEqual([]);
  });
});

describe("what a member was told vanishes", () => {
  test("for good when the comment is deleted", async () => {
    const thread = await post(other, { promptId: prompt });
    await post(third, { parentId: thread });
    expect((await toldTo(owner)).unread).toBe(2);
    await remove(other, thread);
    expect((await toldTo(owner)).unread).toBe(1);
    expect(await kindsOf(owner)).toEqual(["COMMENT"]);
    expect(await site.dataSource.query("select 1 from notification where comment_id = $1", [rowId(thread)])).toEqual(
      [],
    );
  });

  test("while it is hidden, its author's account is closed or the prompt is private", async () => {
    const thread = await post(owner, { promptId: prompt });
    const reply = await post(other, { parentId: thread });
    await post(owner, { parentId: reply });
    const change = (sql: string) => site.dataSource.query(sql, [rowId(thread)]);
    for (const [take, give] of [
      ["update comment set hidden = true where root_id = $1", "update comment set hidden = false where root_id = $1"],
      [
        "update comment set withdrawn = true where root_id = $1",
        "update comment set withdrawn = false where root_id = $1",
      ],
    ] as const) {
      await change(take);
      expect(await toldTo(owner)).toEqual({ unread: 0, told: [] });
      expect(await toldTo(other)).toEqual({ unread: 0, told: [] });
      await change(give);
      expect((await toldTo(owner)).unread).toBe(1);
      expect((await toldTo(other)).unread).toBe(1);
    }
    await site.dataSource.query("update prompt set shared = false where id = $1", [prompt]);
    expect(await toldTo(other)).toEqual({ unread: 0, told: [] });
    expect((await toldTo(owner)).unread).toBe(1);
    await site.dataSource.query("update prompt set shared = true where id = $1", [prompt]);
    expect((await toldTo(other)).unread).toBe(1);
  });

  test("after a year", async () => {
    await post(other, { promptId: prompt });
    await post(third, { promptId: prompt });
    await site.dataSource.query(
      `update notification set created_at = now() - interval '13 months' where id = (select min(id) from notification)`,
    );
    await sweepNotifications(site.dataSource);
    expect((await toldTo(owner)).told.map(({ comment }) => comment?.author.username)).toEqual(["Third"]);
  });

  test("with the account", async () => {
    const leaver = await confirmedMember(site, "Leaver");
    const thread = await post(leaver, { promptId: prompt });
    await post(other, { parentId: thread });
    await site.dataSource.query(`delete from user_account where id = (select author_id from comment where id = $1)`, [
      rowId(thread),
    ]);
    const [{ count } = { count: "" }] = await site.dataSource.query<{ count: string }[]>(
      "select count(*) from notification where user_id not in (select id from user_account)",
    );
    expect(count).toBe("0");
  });
});

describe("what is unread", () => {
  test("is marked as read one by one, or up to the last that was seen", async () => {
    for (let index = 0; index < 3; index += 1) await post(other, { promptId: prompt });
    const { told } = await toldTo(owner);
    await mark(owner, { ids: [told[2]?.id ?? ""] });
    expect((await toldTo(owner)).unread).toBe(2);
    await post(other, { promptId: prompt });
    await mark(owner, { upTo: told[0]?.id ?? "" });
    const { told: now } = await toldTo(owner);
    expect(now.map(({ read }) => read)).toEqual([false, true, true, true]);
  });

  test("of others stays so, whoever gives its number", async () => {
    await post(other, { promptId: prompt });
    const { told } = await toldTo(owner);
    await mark(third, { ids: told.map(({ id }) => id), upTo: "n999999999999" });
    expect((await toldTo(owner)).unread).toBe(1);
    expect(await toldTo(third)).toEqual({ unread: 0, told: [] });
  });

  test("cannot be asked for with what is no id", async () => {
    for (const variables of [{ ids: ["1 or 1=1"] }, { upTo: "-1" }, { upTo: "9".repeat(30) }]) {
      const { errors } = await owner.send(
        `mutation ($ids: [ID!], $upTo: ID) { markNotificationsRead(notificationIds: $ids, upTo: $upTo) { viewer { email } } }`,
        variables,
      );
      expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    }
  });

  test("is counted up to 100", async () => {
    const thread = await post(other, { promptId: prompt });
    await site.dataSource.query(
      `with replies as (
         insert into comment (prompt_id, parent_id, author_id, body, html, html_version, root_id, depth, path)
         select null, $1, $2, 'x' || n, '{x}', 1, 0, 0, '' from generate_series(1, 130) n returning id
       ) insert into notification (user_id, kind, comment_id) select $3, 'REPLY', id from replies`,
      [rowId(thread), await idOf("Third"), await idOf("Other")],
    );
    expect((await other.query<{ viewer: object }>("{ viewer { unreadNotificationCount } }")).viewer).toEqual({
      unreadNotificationCount: 100,
    });
  });
});

test("neither visitors nor API tokens see anything", async () => {
  await post(other, { promptId: prompt });
  const query = "{ viewer { unreadNotificationCount notifications { nodes { id } } } }";
  const { errors } = await site.send(query, {}, await withToken(owner));
  expect(errors?.map(({ extensions }) => extensions.code)).toContain("FORBIDDEN");
  expect((await site.query<{ viewer: unknown }>(query)).viewer).toBeNull();
  expect((await toldTo(owner)).unread).toBe(1);
});

test("a page of any length takes the same number of statements", async () => {
  const thread = await post(other, { promptId: prompt });
  const read = `{ viewer { notifications(first: 20) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } } }`;
  await owner.query(read);
  const one = await statementsOf(() => owner.query(read));
  for (let index = 0; index < 5; index += 1) await post(third, { parentId: thread });
  const six = await statementsOf(() => owner.query(read));
  expect(six.length).toBe(one.length);
});

test("a page follows the other, and none is seen twice or missed", async () => {
  for (let index = 0; index < 7; index += 1) await post(other, { promptId: prompt });
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const {
      viewer,
    }: { viewer: { notifications: { nodes: Told[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } } =
      await owner.query(
        `query ($after: String) { viewer { notifications(first: 3, after: $after) { nodes { ${FIELDS} } pageInfo { hasNextPage endCursor } } } }`,
        { after },
      );
    seen.push(...viewer.notifications.nodes.map(({ id }) => id));
    if (!viewer.notifications.pageInfo.hasNextPage) break;
    after = viewer.notifications.pageInfo.endCursor;
  }
  expect(seen).toEqual((await toldTo(owner)).told.map(({ id }) => id));
  expect(seen).toHaveLength(7);
});

test("comments that are written while a member deletes the account are not held up, and tell nobody who is gone", async () => {
  const thread = await post(third, { promptId: prompt });
  const runner = site.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query("select 1 from user_account where username = 'Third' for update");
  const reply = await post(other, { parentId: thread });
  await runner.rollbackTransaction();
  await runner.release();
  expect(reply).not.toBe("");
  const again = person(site);
  await again.query(`mutation { login(identifier: "Third", password: "${PASSWORD}") { problems { code } } }`);
  expect(await kindsOf(again)).toEqual([]);
});
