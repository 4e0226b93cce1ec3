import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmedMember, member, PASSWORD, type TestBrowser, withToken } from "../../platform/testing/member";
import { isDeep } from "../../platform/testing/deep";
import { seededRandom } from "../../platform/testing/random";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { posting, rowId } from "../../platform/testing/posting";
import { HTML_VERSION, SAFE_SINCE } from "./comment.html";
import { renderOldComments, sweepComments } from "./comment.service";

let site: TestApp;
let author: TestBrowser;
let other: TestBrowser;
let moderator: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  other = await confirmedMember(site, "Other");
  moderator = await confirmedMember(site, "Keeper");
  await site.dataSource.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = 'Keeper')",
  );
});
beforeEach(async () => {
  await site.dataSource.query("delete from comment");
  await site.dataSource.query("update prompt set comment_count = 0 where comment_count <> 0");
  await site.dataSource.query("delete from rate_limit");
});
afterAll(async () => {
  await site.close();
});

const FIELDS = `id promptId threadId depth replyCount deleted hidden closed body html(locale: EN) editedAt author { username } parent { id } viewerCanEdit`;
const UPDATE = `mutation ($id: ID!, $body: String!, $expectedBody: String) { updateComment(commentId: $id, body: $body, expectedBody: $expectedBody) { comment { ${FIELDS} } problems { code field limit } } }`;
const DELETE = `mutation ($id: ID!) { deleteComment(commentId: $id) { comment { ${FIELDS} } problems { code field limit } } }`;

const UNDO = `mutation ($id: ID!) { undoDeleteComment(commentId: $id) { comment { ${FIELDS} } problems { code field limit } } }`;

interface Shown {
  id: string;
  promptId: string | null;
  threadId: string;
  depth: number;
  replyCount: number;
  deleted: boolean;
  hidden: boolean;
  closed: boolean;
  body: string;
  html: string;
  editedAt: string | null;
  author: { username: string } | null;
  parent: { id: string } | null;
  viewerCanEdit: boolean;
}
interface Payload {
  comment: Shown | null;
  problems: { code: string; field: string | null; limit: number | null }[];
}
type Place = { promptId?: string; parentId?: string };

const send = (by: TestBrowser, body: string, place: Place = {}) =>
  by.send<{ posted: Payload }>(posting(place, `comment { ${FIELDS} } problems { code field limit }`), { body });
/** Posts whatever was posted before. */
async function add(by: TestBrowser, body: string, place: Place = {}) {
  await site.dataSource.query("delete from rate_limit");
  return send(by, body, place);
}
const edit = (by: TestBrowser, id: string, body: string, expectedBody?: string | null) =>
  by.send<{ updateComment: Payload }>(UPDATE, { id, body, expectedBody });
const remove = (by: TestBrowser, id: string) => by.send<{ deleteComment: Payload }>(DELETE, { id });
const undo = (by: TestBrowser, id: string) => by.send<{ undoDeleteComment: Payload }>(UNDO, { id });
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;

let written = 0;
/** Posts a text that nobody has posted before. */
async function post(by: TestBrowser, place: Place = {}, body = `Text ${String((written += 1))}`): Promise<Shown> {
  const { data } = await add(by, body, place);
  if (!data.posted.comment) throw new Error(JSON.stringify(data));
  return data.posted.comment;
}
const hide = (id: string, hidden = true) =>
  site.dataSource.query("update comment set hidden = $2 where id = $1", [rowId(id), hidden]);

async function threadsOf(promptId: string | null, args = "first: 100", by = other): Promise<Shown[]> {
  const comments = `comments(${args}) { nodes { ${FIELDS} } }`;
  const { prompt, feedback } = await by.query<Record<string, { comments: { nodes: Shown[] } }>>(
    promptId === null ? `{ feedback { ${comments} } }` : `{ prompt(id: "${promptId}") { ${comments} } }`,
  );
  return (prompt ?? feedback)?.comments.nodes ?? [];
}
async function repliesOf(id: string, args = "first: 100", by = other): Promise<Shown[]> {
  const { comment } = await by.query<{ comment: { replies: { nodes: Shown[] } } }>(
    `{ comment(id: "${id}") { replies(${args}) { nodes { ${FIELDS} } } } }`,
  );
  return comment.replies.nodes;
}
async function countOn(promptId: string): Promise<number> {
  const { prompt } = await other.query<{ prompt: { commentCount: number } }>(
    `{ prompt(id: "${promptId}") { commentCount } }`,
  );
  return prompt.commentCount;
}

let prompts = 0;
async function ownPrompt(shared: boolean): Promise<string> {
  const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation ($content: String!, $shared: Boolean) {
      createPrompt(texts: { locale: EN, title: "Discussed", content: $content }, tags: ["write"], shared: $shared) { prompt { id } } }`,
    { content: `Discuss ${String((prompts += 1))}.`, shared },
  );
  return createPrompt.prompt.id;
}

describe("posting", () => {
  test("a comment on a prompt, and on the feedback page", async () => {
    const about = await post(author, { promptId: "7" }, "A *good* one");
    expect(about).toMatchObject({
      promptId: "7",
      depth: 0,
      body: "A *good* one",
      html: "<p>A <em>good</em> one</p>",
      author: { username: "Author" },
      parent: null,
      viewerCanEdit: true,
      editedAt: null,
    });
    expect(about.threadId).toBe(about.id);
    const feedback = await post(other);
    expect(await threadsOf("7")).toMatchObject([{ id: about.id, viewerCanEdit: false }]);
    expect(await threadsOf(null)).toMatchObject([{ id: feedback.id, promptId: null }]);
    expect(await countOn("7")).toBe(1);
    const count = await other.query("{ feedback { commentCount comments { totalCount } } }");
    expect(count).toEqual({ feedback: { commentCount: 1, comments: { totalCount: 1 } } });
  });

  test("replies stand below what they answer, three levels deep, and deeper ones by time", async () => {
    const root = await post(author, { promptId: "7" });
    const late = async (parentId: string) => (await post(other, { parentId })).id;
    const first = await late(root.id);
    const second = await late(root.id);
    const below = await late(first);
    const deep = await late(below);
    const deeper = await late(deep);
    const beside = await late(below);
    const deepest = await late(deeper);
    const replies = await repliesOf(root.id);
    expect(replies.map(({ id }) => id)).toEqual([first, below, deep, deeper, beside, deepest, second]);
    expect(replies.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 3, 5, 1]);
    expect(replies.at(-2)).toMatchObject({ parent: { id: deeper }, threadId: root.id, promptId: "7" });
    expect((await repliesOf(first)).map(({ id }) => id)).toEqual([below, deep, deeper, beside, deepest]);
    expect((await repliesOf(below)).map(({ id }) => id)).toEqual([deep, deeper, beside, deepest]);
    expect(await repliesOf(deep)).toEqual([]);
    expect(await repliesOf(second)).toEqual([]);
    expect((await threadsOf("7"))[0]?.replyCount).toBe(7);
    expect(await countOn("7")).toBe(8);
  });

  test("the prompt of a reply is that of what it answers, whatever is given", async () => {
    const root = await post(author, { promptId: "7" });
    expect(await post(other, { promptId: "8", parentId: root.id })).toMatchObject({ promptId: "7" });
  });

  test.each([
    ["", "REQUIRED", null],
    [" \n\u200b", "REQUIRED", null],
    ["x".repeat(2001), "TOO_LONG", 2000],
    ["👩‍👩‍👧‍👦".repeat(2001), "TOO_LONG", 6000],
  ])("what is empty or too long is refused (%#)", async (body, code, limit) => {
    const { data } = await add(author, body);
    expect(data.posted).toEqual({ comment: null, problems: [{ code, field: "body", limit }] });
  });

  test("a person counts 2000 characters", async () => {
    expect((await post(author, {}, "நி".repeat(2000))).body).toHaveLength(4000);
  });

  test("a text is not repeated within a day: a short one on the same page, a long one anywhere", async () => {
    const long = "Buy the very best prompts that there are on earth, at my site!";
    await post(author, { promptId: "7" }, "Thanks!");
    await post(author, { promptId: "8" }, "Thanks!");
    await post(other, { promptId: "7" }, "Thanks!");
    await post(author, { promptId: "7" }, long);
    const refused = { data: { posted: { comment: null, problems: [{ code: "DUPLICATE", field: "body" }] } } };
    expect(await add(author, " Thanks!\r\n", { promptId: "7" })).toMatchObject(refused);
    expect(await add(author, long, { promptId: "9" })).toMatchObject(refused);
    expect(await add(author, long)).toMatchObject(refused);
    await site.dataSource.query("update comment set created_at = now() - interval '25 hours'");
    await post(author, { promptId: "9" }, long);
  });

  test("of twenty at once with the same text one is posted", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(author, "All at once", { promptId: "7" })));
    expect(answers.filter(({ errors, data }) => !errors && data.posted.comment)).toHaveLength(1);
    expect(await countOn("7")).toBe(1);
  });

  test("nobody answers what is deleted, hidden or gone, or in a closed thread", async () => {
    const root = await post(author, { promptId: "7" });
    const reply = await post(other, { parentId: root.id });
    const refusedWith = async (code: string, parentId: string) => {
      const { data } = await add(other, "An answer", { parentId });
      expect(data.posted).toMatchObject({ comment: null, problems: [{ code }] });
    };
    await hide(reply.id);
    await refusedWith("PARENT_GONE", reply.id);
    await refusedWith("PARENT_GONE", "c999999999");
    await refusedWith("PARENT_GONE", "nonsense");
    await site.dataSource.query("update comment set closed = true where id = $1", [rowId(root.id)]);
    await refusedWith("THREAD_CLOSED", root.id);
    expect(await threadsOf("7")).toMatchObject([{ closed: true }]);
    await remove(author, root.id);
    await refusedWith("PARENT_GONE", root.id);
  });

  test("a change in a closed thread calls in nobody new", async () => {
    await post(other, { promptId: "7" });
    await post(moderator, { promptId: "7" });
    const root = await post(author, { promptId: "7" }, "Seen, @Other");
    await site.dataSource.query("update comment set closed = true where id = $1", [rowId(root.id)]);
    const changed = async (body: string) => (await edit(author, root.id, body)).data.updateComment;
    expect(await changed("Come, @Other and @Keeper")).toMatchObject({
      comment: null,
      problems: [{ code: "THREAD_CLOSED", field: "body" }],
    });
    expect(await changed("Read it, @Other")).toMatchObject({ comment: { body: "Read it, @Other" }, problems: [] });
  });

  test("a newcomer mentions 20 members a day, whether in new comments or in changes of one; others 200", async () => {
    const newcomer = await member(site, "Teller");
    const names = Array.from({ length: 220 }, (_, index) => `Told-${String(index)}`);
    await site.dataSource.query(
      "insert into user_account (username, username_key, prompt_count) select name, lower(name), 1 from unnest($1::text[]) name",
      [names],
    );
    const naming = (from: number, to: number) =>
      names
        .slice(from, to)
        .map((name) => `@${name}`)
        .join(" ");
    const told = async () =>
      (await site.dataSource.query<unknown[]>("select 1 from notification where kind = 'MENTION'")).length;
    const problemsOf = async (by: TestBrowser, id: string, body: string) =>
      (await edit(by, id, body)).data.updateComment.problems;
    const tooMany = (limit: number) => [{ code: "TOO_MANY", field: "body", limit }];

    const { id } = await post(newcomer, {}, `Hello ${naming(0, 12)}`);
    expect(await problemsOf(newcomer, id, `Changed ${naming(0, 12)}`)).toEqual([]);
    expect(await problemsOf(newcomer, id, `Changed ${naming(10, 21)}`)).toEqual(tooMany(20));
    // What was refused does not count, and was not written.
    const { comment } = await newcomer.query<{ comment: Shown }>(`query ($id: ID!) { comment(id: $id) { body } }`, {
      id,
    });
    expect(comment.body).toBe(`Changed ${naming(0, 12)}`);
    expect(await problemsOf(newcomer, id, `Changed ${naming(10, 20)}`)).toEqual([]);
    // Those who are not mentioned any more have not read it.
    expect(await told()).toBe(10);
    expect((await send(newcomer, `And ${naming(20, 21)}`)).data.posted.problems).toEqual(tooMany(20));
    expect(await problemsOf(newcomer, id, "Nobody")).toEqual([]);
    expect(await told()).toBe(0);

    const comments = [id, (await post(newcomer)).id, (await post(newcomer)).id, (await post(newcomer)).id];
    const atOnce = await Promise.all(
      comments.map((each, index) => problemsOf(newcomer, each, `At once ${naming(index * 8, index * 8 + 8)}`)),
    );
    expect(atOnce.filter((problems) => problems.length > 0)).toEqual([tooMany(20), tooMany(20)]);
    expect(await told()).toBe(16);

    await site.dataSource.query(
      "update user_account set created_at = now() - interval '8 days' where username = 'Author'",
    );
    const own = await post(author, {}, "Nobody yet");
    for (let from = 0; from < 200; from += 20)
      expect(await problemsOf(author, own.id, naming(from, from + 20))).toEqual([]);
    expect(await problemsOf(author, own.id, naming(200, 201))).toEqual(tooMany(200));
    await site.dataSource.query("delete from user_account where username = any($1::text[])", [names]);
  });

  test("limits: 3 a minute and 20 a day for a newcomer, 10 and 200 for others", async () => {
    const newcomer = await member(site, "Newcomer");
    const codes = async (by: TestBrowser, count: number) => {
      const found: (string | undefined)[] = [];
      for (let at = 0; at < count; at += 1) found.push(codeOf(await send(by, `Limited ${String((written += 1))}`)));
      return found.filter((code) => code === "RATE_LIMITED").length;
    };
    expect(await codes(newcomer, 5)).toBe(2);
    await site.dataSource.query("update user_account set created_at = now() - interval '8 days'");
    await site.dataSource.query("delete from rate_limit");
    expect(await codes(author, 12)).toBe(2);
    await site.dataSource.query("update rate_limit set started_at = started_at - interval '2 minutes'");
    expect(await codes(author, 3)).toBe(0);
    await site.dataSource.query("update rate_limit set hits = 200 where hits > 10");
    expect(await codes(author, 1)).toBe(1);
  });
});

describe("who may", () => {
  const READ = `query ($id: ID!) { comment(id: $id) { id body author { username } } }`;
  const bodyFor = async (by: TestBrowser | null, id: string) => {
    const { comment } = await (by ?? site).query<{ comment: { body: string } | null }>(READ, { id });
    return comment?.body ?? null;
  };

  test("visitors read, and write nothing; tokens write if they may", async () => {
    const comment = await post(author, { promptId: "7" });
    expect(await bodyFor(null, comment.id)).toBe(comment.body);
    expect(codeOf(await site.send(posting({}), { body: "From nobody" }))).toBe("UNAUTHENTICATED");
    for (const [scope, code] of [
      ["READ", "FORBIDDEN"],
      ["WRITE", undefined],
    ] as const) {
      const token = await withToken(author, scope);
      expect(codeOf(await site.send(posting({}), { body: `By ${scope}` }, token))).toBe(code);
      const { data } = await site.send(READ.replace("body", "body viewerCanEdit"), { id: comment.id }, token);
      expect(data).toMatchObject({ comment: { viewerCanEdit: scope === "WRITE" } });
    }
  });

  test("its author alone changes and deletes it: other members and moderators do not", async () => {
    const comment = await post(author, { promptId: "7" });
    for (const by of [other, moderator]) {
      expect(codeOf(await edit(by, comment.id, "Mine now"))).toBe("NOT_FOUND");
      expect(codeOf(await remove(by, comment.id))).toBe("NOT_FOUND");
    }
    expect(await bodyFor(null, comment.id)).toBe(comment.body);
  });

  test("comments on a private prompt are its author's, also those of others from when it was public", async () => {
    const id = await ownPrompt(true);
    const comment = await post(other, { promptId: id });
    await author.query(`mutation { updatePrompt(promptId: "${id}", shared: false) { problems { code } } }`);
    expect(await bodyFor(author, comment.id)).toBe(comment.body);
    for (const by of [other, null]) expect(await bodyFor(by, comment.id)).toBeNull();
    expect(codeOf(await add(other, "Still here?", { promptId: id }))).toBe("NOT_FOUND");
    expect((await add(other, "Still here?", { parentId: comment.id })).data.posted.problems).toMatchObject([
      { code: "PARENT_GONE" },
    ]);
    await post(author, { parentId: comment.id });
    expect(codeOf(await add(author, "Nothing", { promptId: "99999999" }))).toBe("NOT_FOUND");
  });

  test("what is hidden says nothing to others, keeps its place while it has replies, and is read by author and moderators", async () => {
    const comment = await post(author, { promptId: "7" }, "@Other Very bad words");
    expect(await bodyFor(other, comment.id)).not.toBeNull();
    await hide(comment.id);
    expect(await threadsOf("7")).toEqual([]);
    expect(await countOn("7")).toBe(0);
    for (const by of [other, null]) expect(await bodyFor(by, comment.id)).toBeNull();
    for (const by of [author, moderator]) expect(await bodyFor(by, comment.id)).toBe(comment.body);
    const hidden = `{ viewer { hiddenComments(promptId: "7") { id body hidden } } }`;
    expect(await author.query(hidden)).toEqual({
      viewer: { hiddenComments: [{ id: comment.id, body: comment.body, hidden: true }] },
    });
    expect(await other.query(hidden)).toEqual({ viewer: { hiddenComments: [] } });

    await hide(comment.id, false);
    const reply = await post(other, { parentId: comment.id });
    await edit(author, comment.id, "Worse words");
    await hide(comment.id);
    const [placeholder] = await threadsOf("7");
    expect(placeholder).toMatchObject({
      id: comment.id,
      hidden: true,
      body: "",
      html: "",
      author: null,
      editedAt: null,
    });
    expect(JSON.stringify(placeholder)).not.toContain("ords");
    await remove(other, reply.id);
    expect(await threadsOf("7")).toEqual([]);
  });

  test("a closed account's comments are withdrawn, and come back with it", async () => {
    const gone = await confirmedMember(site, "Gone");
    const { viewer } = await gone.query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }");
    const comment = await post(gone, { promptId: "7" });
    const inFeedback = await post(gone);
    const act = (name: string) =>
      moderator.query(`mutation { ${name}(userId: "${viewer.user.id}", reason: SPAM) { problems { code } } }`);
    await act("closeAccount");
    for (const { id } of [comment, inFeedback]) expect(await bodyFor(other, id)).toBeNull();
    expect(await countOn("7")).toBe(0);
    await act("reopenAccount");
    for (const { id, body } of [comment, inFeedback]) expect(await bodyFor(other, id)).toBe(body);
    expect(await countOn("7")).toBe(1);
  });

  test("a deleted account leaves its comments, without a name", async () => {
    const leaver = await confirmedMember(site, "Leaver");
    const comment = await post(leaver, { promptId: "7" });
    const mention = await post(other, { promptId: "7" }, "as @Leaver says");
    expect(mention.html).toContain('/en/community-prompts?author=Leaver">@Leaver</a>');
    await leaver.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
    expect(await threadsOf("7")).toMatchObject([
      { id: mention.id, html: "<p>as @Leaver says</p>" },
      { id: comment.id, body: comment.body, author: null, deleted: false },
    ]);
    expect(await countOn("7")).toBe(2);
  });

  test("deletes the comments too where the member says so: what was answered keeps its place, with nothing of the text", async () => {
    const leaver = await member(site, "Eraser");
    const root = await post(leaver, { promptId: "8" }, "A secret");
    const answer = await post(other, { promptId: "8", parentId: root.id });
    await post(leaver, { promptId: "8", parentId: answer.id }, "Another secret");
    await post(leaver, {}, "A secret on the feedback page");
    expect(await countOn("8")).toBe(3);
    await leaver.query(`mutation { deleteAccount(password: "${PASSWORD}", deleteComments: true) { accepted } }`);
    expect(await threadsOf("8")).toMatchObject([{ id: root.id, body: "", html: "", author: null, deleted: true }]);
    expect(await countOn("8")).toBe(1);
    const left = await site.dataSource.query<unknown[]>(
      "select 1 from comment where body like '%secret%' or html::text like '%secret%'",
    );
    expect(left).toEqual([]);
  });
});

describe("changing", () => {
  test("a comment is marked as edited, unless its text stays the same", async () => {
    const { id, body } = await post(author, { promptId: "7" });
    expect((await edit(author, id, `${body}\n`)).data.updateComment.comment?.editedAt).toBeNull();
    const { comment } = (await edit(author, id, "**Better**")).data.updateComment;
    expect(comment).toMatchObject({ body: "**Better**", html: "<p><strong>Better</strong></p>" });
    expect(comment?.editedAt).not.toBeNull();
    expect((await edit(author, id, " ")).data.updateComment.problems).toMatchObject([{ code: "REQUIRED" }]);
  });

  test("of two changes of one text the second is a conflict, which shows and writes nothing", async () => {
    const { id, body } = await post(author, { promptId: "7" });
    const change = async (text: string, expected?: string | null) => {
      const { comment, problems } = (await edit(author, id, text, expected)).data.updateComment;
      return [comment?.body ?? null, ...problems];
    };
    const conflict = [null, { code: "CONFLICT", field: null, limit: null }];
    expect(await change("Three paragraphs", body)).toEqual(["Three paragraphs"]);
    expect(await change("A letter", body)).toEqual(conflict);
    expect((await threadsOf("7"))[0]?.body).toBe("Three paragraphs");
    // Sent again, because its answer was lost.
    expect(await change("Three paragraphs", body)).toEqual(["Three paragraphs"]);
    expect(await change("Four paragraphs", "Three paragraphs\r\n")).toEqual(["Four paragraphs"]);
    expect(await change("Nothing was expected", "")).toEqual(conflict);
    expect(await change("The last writer wins", null)).toEqual(["The last writer wins"]);
    expect(await change("Always")).toEqual(["Always"]);
  });

  test("of ten changes of one text at once one is written", async () => {
    const { id, body } = await post(author, { promptId: "7" });
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) => edit(author, id, `Version ${String(at)}`, body)),
    );
    const payloads = results.map(({ data }) => data.updateComment);
    const written = payloads.flatMap(({ comment }) => comment?.body ?? []);
    expect(written).toHaveLength(1);
    expect(payloads.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(Array(9).fill("CONFLICT"));
    expect((await threadsOf("7")).map((each) => each.body)).toEqual(written);
  });

  test("nothing is left of a deleted comment but its place, while it has replies", async () => {
    const root = await post(author, { promptId: "7" });
    const reply = await post(other, { parentId: root.id });
    expect((await remove(author, root.id)).data.deleteComment.comment).toMatchObject({ deleted: true, body: "" });
    expect(await threadsOf("7")).toMatchObject([{ id: root.id, deleted: true, author: null, html: "", replyCount: 1 }]);
    expect(
      await site.dataSource.query("select body, html, author_id from comment where id = $1", [rowId(root.id)]),
    ).toEqual([{ body: "", html: [], author_id: null }]);
    expect(codeOf(await edit(author, root.id, "Back again"))).toBe("NOT_FOUND");
    expect((await remove(other, reply.id)).data.deleteComment).toEqual({ comment: null, problems: [] });
    expect(await threadsOf("7")).toEqual([]);
  });

  describe("a deletion", () => {
    const forget = (interval: string) =>
      site.dataSource.query("update deleted_comment set deleted_at = now() - $1::interval", [interval]);
    const kept = () => site.dataSource.query("select body from deleted_comment");

    test("is undone within a minute: the comment is where it was, as it was, and counts", async () => {
      await post(other);
      const root = await post(author, { promptId: "7" }, "Ask @Other");
      await edit(author, root.id, "Do ask @Other");
      const [before] = await threadsOf("7");
      expect((await remove(author, root.id)).data.deleteComment).toEqual({ comment: null, problems: [] });
      await forget("58 seconds");
      const { comment } = (await undo(author, root.id)).data.undoDeleteComment;
      expect(comment).toMatchObject({ id: root.id, deleted: false, body: "Do ask @Other", viewerCanEdit: true });
      expect(comment?.html).toContain("author=Other");
      expect(await threadsOf("7")).toEqual([before]);
      expect(await other.query(`{ prompt(id: "7") { commentCount } }`)).toEqual({ prompt: { commentCount: 1 } });
      expect(await kept()).toEqual([]);
      // Deleted once more, it can be undone once more.
      await remove(author, root.id);
      expect((await undo(author, root.id)).data.undoDeleteComment.comment?.deleted).toBe(false);
    });

    test("is for good afterwards: nothing of the text is kept", async () => {
      const { id, body } = await post(author, { promptId: "7" });
      await remove(author, id);
      await sweepComments(site.dataSource);
      expect(await kept()).toEqual([{ body }]);
      await forget("1 minute");
      expect(codeOf(await undo(author, id))).toBe("NOT_FOUND");
      await sweepComments(site.dataSource);
      expect(await kept()).toEqual([]);
    });

    test("is undone by its author alone", async () => {
      const { id } = await post(author, { promptId: "7" });
      expect(codeOf(await undo(author, id))).toBe("NOT_FOUND");
      await remove(author, id);
      expect(codeOf(await undo(other, id))).toBe("NOT_FOUND");
      expect(codeOf(await undo(moderator, id))).toBe("NOT_FOUND");
      expect(codeOf(await undo(author, "none"))).toBe("NOT_FOUND");
      expect(await threadsOf("7")).toEqual([]);
    });

    test("is undone at most 20 times a day: each time the same members are told again", async () => {
      const { id } = await post(author, { promptId: "7" });
      for (let undone = 0; undone < 20; undone += 1) {
        await remove(author, id);
        expect((await undo(author, id)).data.undoDeleteComment.comment).toMatchObject({ id });
      }
      await remove(author, id);
      expect(codeOf(await undo(author, id))).toBe("RATE_LIMITED");
    });

    test("of two attempts to undo it at once, one finds it", async () => {
      const { id, body } = await post(author, { promptId: "7" });
      await remove(author, id);
      const answers = await Promise.all([undo(author, id), undo(author, id)]);
      expect(answers.map(codeOf).filter(Boolean)).toEqual(["NOT_FOUND"]);
      expect((await threadsOf("7")).map((each) => each.body)).toEqual([body]);
    });
  });

  test("a mention follows the member, also when the comment is edited after a change of names", async () => {
    const named = await confirmedMember(site, "Named");
    await post(named);
    const { id, html } = await post(
      author,
      { promptId: "7" },
      "Ask @named, not mail@named.example, `@Named` or @Nobody",
    );
    expect(html).toContain('<a href="http://localhost:3000/en/community-prompts?author=Named">@Named</a>, not');
    expect(html.match(/author=/g)).toHaveLength(1);
    await named.query(`mutation { changeUsername(username: "Renamed") { problems { code } } }`);
    expect((await threadsOf("7"))[0]?.html).toContain('author=Renamed">@Renamed</a>');
    const { comment } = (await edit(author, id, "Do ask @Named")).data.updateComment;
    expect(comment?.html).toContain('author=Renamed">@Renamed</a>');
  });

  test("a mention of who has withdrawn everything since stays as it was written, and tells no later name", async () => {
    const shy = await confirmedMember(site, "Shy");
    const { id: own } = await post(shy);
    const { html } = await post(author, { promptId: "7" }, "Ask @Shy");
    expect(html).toContain("author=Shy");
    await remove(shy, own);
    await shy.query(`mutation { changeUsername(username: "Hidden") { problems { code } } }`);
    expect((await threadsOf("7"))[0]?.html).toBe("<p>Ask @Shy</p>");
    await post(shy);
    expect((await threadsOf("7"))[0]?.html).toContain('author=Hidden">@Hidden</a>');
  });

  test("who has neither shared nor written anything is not mentioned: it would tell that there is such an account", async () => {
    await member(site, "Silent");
    expect((await post(author, {}, "Hello @Silent")).html).toBe("<p>Hello @Silent</p>");
  });

  test("names of which nobody is told are named, alike whether there is such a member or not", async () => {
    await member(site, "Quiet");
    await post(other);
    const body = "@Other, @quiet, @Nobody2 and `@code`";
    const unknownMentions = ["quiet", "Nobody2"];
    const PREVIEW = `mutation ($body: String!) { answer: previewComment(body: $body) { unknownMentions } }`;
    expect(await author.query(PREVIEW, { body })).toEqual({ answer: { unknownMentions } });
    const ADDING = `mutation ($body: String!) { answer: createFeedback(body: $body) { comment { id } unknownMentions } }`;
    const { answer } = await author.query<{ answer: { comment: { id: string } } }>(ADDING, { body });
    expect(answer).toMatchObject({ unknownMentions });
    const CHANGING = `mutation ($id: ID!, $body: String!) { answer: updateComment(commentId: $id, body: $body) { unknownMentions } }`;
    const changed = { id: answer.comment.id, body: "@Nobody3" };
    expect(await author.query(CHANGING, changed)).toEqual({ answer: { unknownMentions: ["Nobody3"] } });
  });

  test("members are offered by the beginning of their name, if everybody knows them", async () => {
    const names = ["Annika", "anna_b", "Anna", "Anton", "Andrea", "Anja", "Anouk", "Aņņa"];
    for (const name of names) await post(await confirmedMember(site, name));
    await member(site, "Annsilent");
    const offered = async (prefix: string) => {
      const { mentionableUsers } = await site.query<{ mentionableUsers: { username: string }[] }>(
        "query ($prefix: String!) { mentionableUsers(prefix: $prefix) { username } }",
        { prefix },
      );
      return mentionableUsers.map(({ username }) => username);
    };
    expect(await offered("ann")).toEqual(["Anna", "anna_b", "Annika"]);
    expect(await offered("AN")).toEqual(["Andrea", "Anja", "Anna", "anna_b", "Annika", "Anouk"]);
    expect(await offered("annsilent")).toEqual([]);
    expect(await offered("%")).toEqual([]);
    expect(await offered("")).toEqual([]);
  });

  test("a preview is what is posted, and is not kept", async () => {
    const PREVIEW = `mutation ($body: String!) { previewComment(body: $body, locale: EN) { html problems { code } } }`;
    const body = "# A\n\n@Other [x](javascript:alert(1)) ![p](https://a.example/p.png)";
    await post(other);
    const { previewComment } = await author.query<{ previewComment: { html: string } }>(PREVIEW, { body });
    const before = (await threadsOf(null)).length;
    expect(previewComment.html).toBe((await post(author, {}, body)).html);
    expect(before).toBe(1);
    expect(await author.query(PREVIEW, { body: "" })).toMatchObject({
      previewComment: { html: null, problems: [{ code: "REQUIRED" }] },
    });
  });
});

describe("the HTML of a former version of the site", () => {
  /** As a former version may have left it. */
  const age = (id: string, version: number) =>
    site.dataSource.query("update comment set html = '{<p>Old</p>}', html_version = $2 where id = $1", [
      rowId(id),
      version,
    ]);
  const stored = (id: string) =>
    site.dataSource.query<{ html: string[]; html_version: number }[]>(
      "select html, html_version from comment where id = $1",
      [rowId(id)],
    );

  test("is shown as it is, as no reader waits for the renderer, until the job has rendered all", async () => {
    // Whoever is known is linked.
    await post(other);
    const { id } = await post(author, { promptId: "7" }, "*New* for @Other");
    const [before] = await stored(id);
    // One that a newer version has written before it was taken back.
    await age(id, HTML_VERSION + 1);
    expect((await threadsOf("7"))[0]?.html).toBe("<p>Old</p>");
    await renderOldComments(site.dataSource);
    expect(await stored(id)).toMatchObject([{ html_version: HTML_VERSION + 1 }]);
    // Of a version whose HTML may not be safe.
    await age(id, SAFE_SINCE - 1);
    expect((await threadsOf("7"))[0]?.html).toBe("<p>*New* for @Other</p>");
    expect(await stored(id)).toEqual([{ html: ["<p>Old</p>"], html_version: SAFE_SINCE - 1 }]);
    await renderOldComments(site.dataSource);
    expect(await stored(id)).toEqual([before]);
  });

  test("of hundreds is rendered, deleted and hidden ones included, and nothing else of them changes", async () => {
    const { id } = await post(author, { promptId: "7" });
    await site.dataSource.query(
      `insert into comment (parent_id, author_id, body, html, html_version, hidden)
       select $1, (select author_id from comment where id = $1), 'Number *' || number || '*', '{}', 0, number % 3 = 0
       from generate_series(1, 250) number`,
      [rowId(id)],
    );
    await remove(author, id);
    await site.dataSource.query("update comment set html_version = 0");
    const others = "select id, body, live, shown, live_below, edited_at, deleted_at from comment order by id";
    const before = await site.dataSource.query<unknown[]>(others);
    await renderOldComments(site.dataSource);
    expect(await site.dataSource.query(others)).toEqual(before);
    const [counts] = await site.dataSource.query<unknown[]>(
      `select count(*) filter (where html = array['<p>Number <em>' || trim('*' from split_part(body, ' ', 2)) || '</em></p>'])::int as rendered,
         count(*) filter (where html_version = $1)::int as current, count(*)::int as total from comment`,
      [HTML_VERSION],
    );
    // Of a deleted one there is nothing to render.
    expect(counts).toEqual({ rendered: 250, current: 250, total: 251 });
  });
});

describe("pages", () => {
  test("begin with a thread, or with a reply, for a permalink", async () => {
    const threads = [];
    for (let at = 0; at < 5; at += 1) threads.unshift(await post(author, { promptId: "7" }));
    const [, second, third] = threads;
    const replies = [];
    for (let at = 0; at < 5; at += 1) replies.push(await post(other, { parentId: third?.id ?? "" }));
    const pageFrom = async (field: string, args: string) => {
      const { prompt } = await other.query<{ prompt: { comments: { nodes: Shown[]; pageInfo: unknown } } }>(
        `{ prompt(id: "7") { comments(${args}) { nodes { id ${field} } pageInfo { hasNextPage hasPreviousPage startCursor } } } }`,
      );
      return prompt.comments;
    };
    const page = await pageFrom("", `from: "${replies[2]?.id ?? ""}", first: 1`);
    expect(page).toMatchObject({
      nodes: [{ id: third?.id }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
    const before = (page.pageInfo as { startCursor: string }).startCursor;
    expect((await pageFrom("", `last: 1, before: "${before}"`)).nodes).toEqual([{ id: second?.id }]);
    expect(await pageFrom("", `from: "${threads[0]?.id ?? ""}", first: 5`)).toMatchObject({
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    });
    const inThread = await pageFrom(
      `replies(from: "${replies[2]?.id ?? ""}", first: 2) { nodes { id } pageInfo { hasNextPage hasPreviousPage } }`,
      `from: "${replies[2]?.id ?? ""}", first: 1`,
    );
    expect(inThread.nodes).toMatchObject([
      {
        replies: {
          nodes: [{ id: replies[2]?.id }, { id: replies[3]?.id }],
          pageInfo: { hasNextPage: true, hasPreviousPage: true },
        },
      },
    ]);
    // Of another page, gone, or nonsense: as if it were not there.
    for (const from of [(await post(author)).id, "c99999999", "x"])
      expect((await pageFrom("", `from: "${from}", first: 1`)).nodes).toEqual([{ id: threads[0]?.id }]);
    const both = await other.send(
      `{ prompt(id: "7") { comments(from: "${third?.id ?? ""}", after: "${before}") { nodes { id } } } }`,
    );
    expect(codeOf(both)).toBe("BAD_USER_INPUT");
  });

  test("a page of threads with replies takes the same few statements, whatever is on it", async () => {
    const page = `{ prompt(id: "7") { comments(first: 10) { nodes { ${FIELDS} replies(first: 3) { nodes { ${FIELDS} } pageInfo { hasNextPage } } } } } }`;
    await post(other);
    await post(other, { parentId: (await post(author, { promptId: "7" }, "@Other first")).id });
    const few = await statementsOf(() => other.query(page));
    for (let at = 0; at < 10; at += 1) {
      const { id } = await post(author, { promptId: "7" }, `@Other and @Author, ${String(at)}`);
      for (let reply = 0; reply < 4; reply += 1) await post(other, { parentId: id });
    }
    const many = await statementsOf(() => other.query(page));
    // Some are sent at the same time, in whatever order.
    expect(many.sort()).toEqual(few.sort());
  });
});

test("after many random changes the counters equal a recount", async () => {
  const random = seededRandom(17);
  const ids: string[] = [];
  const pick = () => ids[random(ids.length)] ?? "";
  for (let at = 0; at < (isDeep ? 1000 : 150); at += 1) {
    const chance = random(10);
    const by = random(2) === 0 ? author : other;
    if (ids.length === 0 || chance < 5) {
      const place = ids.length > 0 && random(5) > 0 ? { parentId: pick() } : random(2) === 0 ? { promptId: "7" } : {};
      const { data } = await add(by, `Random ${String((written += 1))}`, place);
      if (data.posted.comment) ids.push(data.posted.comment.id);
    } else if (chance < 7) await hide(pick(), random(2) === 0);
    else if (chance < 8) await remove(by, pick());
    else if (chance < 9) await edit(by, pick(), `Random ${String((written += 1))}`);
    else
      await site.dataSource.query(
        "update comment set withdrawn = $2 where author_id = (select id from user_account where username = $1)",
        [random(2) === 0 ? "Author" : "Other", random(3) === 0],
      );
  }
  expect(ids.length).toBeGreaterThan(30);
  const wrong = await site.dataSource.query<unknown[]>(
    `select c.id from comment c where c.live_below <> (
       select count(*) from comment below where below.live and below.id <> c.id and below.root_id = c.root_id
         and (c.parent_id is null or below.path like c.path || '/%'))
     or c.live <> (c.deleted_at is null and not c.hidden and not c.withdrawn) or c.shown <> (c.live or c.live_below > 0)`,
  );
  expect(wrong).toEqual([]);
  const [count] = await site.dataSource.query<{ count: number }[]>(
    "select count(*)::int as count from comment where live and prompt_id = 7",
  );
  expect(await countOn("7")).toBe(count?.count);
});
