import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PageChange, PageChanges } from "../../platform/database/page-changes";
import { confirmedMember, PASSWORD, type TestBrowser } from "../../platform/testing/member";
import { createPagesApp } from "../../platform/testing/pages-app";
import { recordStatements } from "../../platform/testing/statements";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { posting, type PostingPlace, rowId } from "../../platform/testing/posting";

let site: TestApp;
let author: TestBrowser;
let other: TestBrowser;
let userId: string;

const idOf = async (username: string) =>
  (await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [username]))[0]
    ?.id ?? "";

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "q75");
  other = await confirmedMember(site, "Other");
  userId = await idOf("q75");
});
beforeEach(async () => {
  await site.dataSource.query("delete from comment");
  await site.dataSource.query("update prompt set comment_count = 0 where comment_count <> 0");
  await site.dataSource.query("delete from rate_limit");
  await site.dataSource.query("update user_account set created_at = now() - interval '30 days'");
});
afterAll(async () => {
  await site.close();
});

const POSTED = "comment { id html } problems { code field }";
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
let written = 0;
async function post(by: TestBrowser, place: PostingPlace = {}, body = `Text ${String((written += 1))}`) {
  await site.dataSource.query("delete from rate_limit");
  const { posted } = await by.query<{ posted: { comment: { id: string; html: string } | null; problems: [] } }>(
    posting(place, POSTED),
    { body },
  );
  if (!posted.comment) throw new Error(JSON.stringify(posted));
  return posted.comment;
}

/** Stores the text of a comment again and again, as days of posting would. */
async function repeat(id: string, times: number, isReply: boolean): Promise<void> {
  await site.dataSource.query(
    `insert into comment (prompt_id, parent_id, author_id, body, html, html_version, mentions)
     select prompt_id, case when $3 then id end, author_id, body, html, html_version, mentions from comment, generate_series(1, $2) where id = $1`,
    [rowId(id), times, isReply],
  );
}

describe("a page whose comments mention somebody again and again", () => {
  const PAGE = `{ prompt(id: "7") { comments(first: 10) { nodes { html(locale: EN) replies(first: 3) { nodes { html(locale: EN) } } } } } }`;

  test.each([
    ["as short as when it was written", "q75"],
    ["the longest", "किकी".repeat(16)],
    ["the one of most marks", `a${"ी".repeat(20)}`.repeat(3)],
  ])("is answered, with a name %s", async (_what, name) => {
    // Whoever is known is linked.
    await post(author);
    const { id } = await post(author, { promptId: "7" }, "@q75 ".repeat(399));
    await repeat(id, 3, true);
    await repeat(id, 36, false);
    await site.dataSource.query("update user_account set username = $2 where id = $1", [userId, name]);
    try {
      const answer = await site.send<object>(PAGE);
      expect(answer.errors).toBeUndefined();
      const text = JSON.stringify(answer.data);
      expect(text.includes(encodeURIComponent(name))).toBe(true);
      expect(text.length).toBeLessThan(1_000_000);
    } finally {
      await site.dataSource.query("update user_account set username = 'q75' where id = $1", [userId]);
    }
  });
});

describe("texts that nobody asks for", () => {
  test("are not read by lists, single comments and decisions", async () => {
    const { id } = await post(author, { promptId: "7" });
    await post(other, { parentId: id });
    const small = `id depth hidden replyCount editedAt viewerCanEdit author { username }`;
    const statements = await statementsOf(() =>
      author.query(`{ prompt(id: "7") { comments { nodes { ${small} replies { nodes { ${small} parent { ${small} } } } } } }
        comment(id: "${id}") { ${small} } viewer { hiddenComments(promptId: "7") { ${small} } } }`),
    );
    const ofComments = statements.filter((text) => text.includes("comment c"));
    expect(ofComments.length).toBeGreaterThan(2);
    expect(ofComments.filter((text) => /\b(body|html|mentions)\b|\*/.test(text.replaceAll("found.*", "")))).toEqual([]);
  });

  test("are each read once a request, until the read budget is used up", async () => {
    const { id } = await post(author, { promptId: "7" });
    await site.dataSource.query("update comment set body = repeat('a', 1000), html = array[repeat('b', 200000)]");
    await repeat(id, 99, false);
    const lists = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `a${String(at)}: comments(first: ${String(at + 1)}) { nodes { body } }`,
      ).join(" ");
    const statements = await recordStatements(() => site.query(`{ prompt(id: "7") { ${lists(5)} } }`));
    const read = statements.filter(({ text }) => text.includes("octet_length")).flatMap(({ values }) => values[0]);
    expect(read).toHaveLength(5);
    // 20 MB of HTML: more than one request reads, though it would send 2 MB at most.
    const answer = await site.send(`{ prompt(id: "7") { comments(first: 100) { nodes { html } } } }`);
    expect(codeOf(answer)).toBe("QUERY_TOO_COMPLEX");
  });

  test("and two texts at most are rendered by one operation", async () => {
    const previews = (count: number) =>
      `mutation { ${Array.from({ length: count }, (_, at) => `a${String(at)}: previewComment(body: "a") { html }`).join(" ")} }`;
    expect((await author.send(previews(2))).errors).toBeUndefined();
    expect(codeOf(await author.send(previews(3)))).toBe("QUERY_TOO_COMPLEX");
  });
});

test("a text has at most three UTF-16 code units a character", async () => {
  const { data } = await author.send<{ posted: { problems: object[] } }>(posting({}, POSTED), {
    body: "👩‍👩‍👧‍👦".repeat(1900),
  });
  expect(data.posted.problems).toMatchObject([{ code: "TOO_LONG", field: "body" }]);
  await post(author, {}, "क्षि".repeat(1500));
});

describe("an account that is deleted while others answer", () => {
  test.each([
    ["its thread on the feedback page", {}, "select 1 from comment where id = $1 for no key update"],
    [
      "it on a prompt of the library",
      { promptId: "7" },
      "select 1 from prompt where id = 7 and $1::bigint > 0 for no key update",
    ],
  ])("waits for them before it touches a comment: %s", async (_what, place, lock) => {
    const name = `Leaver${String((written += 1))}`;
    const leaver = await confirmedMember(site, name);
    const root = await post(leaver, place);
    const reply = await post(leaver, { parentId: root.id });
    const runner = site.dataSource.createQueryRunner();
    const leave = `mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`;
    try {
      // As a reply does, which has not come as far as to count.
      await runner.startTransaction();
      await runner.query(lock, [rowId(root.id)]);
      const leaving = leaver.send(leave);
      expect(codeOf(await leaving)).toBe("SERVICE_UNAVAILABLE");
      await runner.query("update comment set live_below = live_below + 1 where id = any($1)", [
        [rowId(root.id), rowId(reply.id)],
      ]);
      await runner.rollbackTransaction();
    } finally {
      await runner.release();
    }
    await site.dataSource.query("delete from rate_limit");
    expect(await leaver.query(leave)).toMatchObject({ deleteAccount: { accepted: true } });
  });
});

describe("who is told", () => {
  test("a reply to what the member may not see is refused like one to what is not there", async () => {
    const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
      `mutation { createPrompt(texts: { locale: EN, title: "Mine", content: "Say {{what}}" }, shared: false) { prompt { id } } }`,
    );
    const { id } = await post(author, { promptId: createPrompt.prompt.id });
    for (const parentId of [id, "c99999999"]) {
      const { data } = await other.send<{ posted: object }>(posting({ parentId }), { body: "Are you there?" });
      expect(data.posted).toMatchObject({ problems: [{ code: "PARENT_GONE" }] });
    }
    // Nor is its author known by it.
    expect((await post(other, {}, "Hello @q75")).html).toBe("<p>Hello @q75</p>");
  });

  test("a name that somebody else has after its member has gone means whoever has it now, once the text is edited", async () => {
    const first = await confirmedMember(site, "Taken");
    await post(first);
    const { id } = await post(other, {}, "Hello @Taken");
    await first.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
    const second = await confirmedMember(site, "Taken");
    await post(second);
    const { updateComment } = await other.query<{ updateComment: { comment: { html: string } } }>(
      `mutation { updateComment(commentId: "${id}", body: "Hello again @Taken") { comment { html } } }`,
    );
    expect(updateComment.comment.html).toContain("author=Taken");
  });

  test("what a minute's limit refuses does not count for the day", async () => {
    for (let at = 0; at < 15; at += 1) await author.send(posting({}), { body: `Quick ${String(at)}` });
    const hits = await site.dataSource.query<{ hits: number }[]>("select hits from rate_limit order by hits");
    expect(hits.map((row) => row.hits)).toContain(10);
    expect(hits.filter((row) => row.hits > 10).length).toBeLessThanOrEqual(1);
  });
});

describe("pages", () => {
  test("are told when a name changes or goes that stands beside comments, or in them", async () => {
    const { url } = site.dataSource.options as { url: string };
    const changes = new PageChanges({ url });
    const reported: PageChange[] = [];
    const unsubscribe = changes.subscribe((change) => reported.push(change));
    await changes.start();
    try {
      const named = await confirmedMember(site, "Former");
      const id = await idOf("Former");
      await post(named, { promptId: "7" });
      await post(other, {}, "Ask @Former");
      await changes.caughtUp();
      reported.length = 0;
      await site.dataSource.query("update user_account set username = 'Latter' where id = $1", [id]);
      await changes.caughtUp();
      expect(reported).toEqual([{ tag: `user:${id}`, effect: "purge" }]);
      await site.dataSource.query("delete from comment where author_id = $1", [id]);
      await changes.caughtUp();
      reported.length = 0;
      await site.dataSource.query("delete from user_account where id = $1", [id]);
      await changes.caughtUp();
      expect(reported).toEqual([{ tag: `user:${id}`, effect: "purge" }]);
    } finally {
      unsubscribe();
      await changes.close();
    }
  });

  test("that begin with a comment are those of comments that are there: others are redirected, and not rendered", async () => {
    const { id } = await post(author, { promptId: "7" });
    const feedback = await post(author);
    const { app, rendered } = await createPagesApp(site.dataSource);
    try {
      const at = async (url: string) => {
        const { statusCode, headers } = await app.inject({ url });
        return statusCode === 302 ? headers.location : statusCode;
      };
      expect(await at(`/de/prompt/7?comment=${rowId(id)}`)).toBe(200);
      expect(await at(`/prompt/7?comment=999999999999`)).toBe("/prompt/7");
      expect(await at(`/de/prompt/7?comment=${rowId(feedback.id)}`)).toBe("/de/prompt/7");
      expect(rendered).toHaveLength(1);
      // A prompt that not everybody sees tells nothing.
      expect(await at(`/prompt/999999?comment=${rowId(id)}`)).toBe(200);
    } finally {
      await app.close();
    }
  });
});
