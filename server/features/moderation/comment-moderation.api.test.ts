import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertActors } from "../../platform/testing/actors";
import { confirmedMember, member, PASSWORD, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { posting, rowId } from "../../platform/testing/posting";
import { report as reportContent } from "./report.service";

let site: TestApp;
let author: TestBrowser;
let reporter: TestBrowser;
let moderator: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  reporter = await confirmedMember(site, "Reporter");
  moderator = await member(site, "Keeper");
  await site.dataSource.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = 'Keeper')",
  );
});
beforeEach(async () => {
  await site.dataSource.query("delete from rate_limit");
  await site.dataSource.query("delete from comment");
  await site.dataSource.query("update prompt set comment_count = 0 where comment_count <> 0");
});
afterAll(async () => {
  await site.close();
});

const REPORT = `mutation ($id: ID!, $reason: String!) { report: reportComment(commentId: $id, reason: $reason) { accepted problems { code field } } }`;
const ACT = "{ act { id kind reason commentId promptId comment { id body } } problems { code field } }";
const HIDE = `mutation ($id: ID!) { hideComment(commentId: $id, reason: SPAM) ${ACT} }`;
const RESTORE = `mutation ($id: ID!) { unhideComment(commentId: $id, reason: OTHER, note: "A mistake") ${ACT} }`;
const DISMISS = `mutation ($id: ID!) { dismissCommentReports(commentId: $id) ${ACT} }`;
const CLOSE = `mutation ($id: ID!) { closeThread(commentId: $id) ${ACT} }`;
const REOPEN = `mutation ($id: ID!) { reopenThread(commentId: $id) ${ACT} }`;
const UNDO = `mutation ($id: ID!) { undoModeration(actId: $id) ${ACT} }`;
const DECISIONS = { HIDE, RESTORE, DISMISS, CLOSE, REOPEN };
const QUEUE = `{ reportedContent { totalCount nodes { promptId commentId reportCount newcomerCount
  prompt { id } comment { body hidden author { username } } author { username } reports { reason reporter } } } }`;

interface Decided {
  act: { id: string; kind: string; commentId: string | null; comment: { id: string; body: string } | null } | null;
  problems: { code: string; field: string | null }[];
}
interface Queue {
  totalCount: number;
  nodes: {
    promptId: string | null;
    commentId: string | null;
    reportCount: number;
    comment: { body: string; hidden: boolean; author: { username: string } | null } | null;
    reports: { reason: string; reporter: string | null }[];
  }[];
}

const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
let written = 0;
async function comment(
  by = author,
  place: { promptId?: string; parentId?: string } = { promptId: "7" },
): Promise<string> {
  await site.dataSource.query("delete from rate_limit");
  const { posted } = await by.query<{ posted: { comment: { id: string } } }>(posting(place), {
    body: `Buy number ${String((written += 1))}`,
  });
  return posted.comment.id;
}
const report = (commentId: string, by = reporter, reason = "It is spam.") =>
  by.send<{ report: { accepted: boolean; problems: { code: string }[] } }>(REPORT, { id: commentId, reason });
async function decide(mutation: string, id: string, by = moderator): Promise<Decided> {
  const [decided] = Object.values(await by.query<Record<string, Decided>>(mutation, { id }));
  if (!decided) throw new Error(mutation);
  return decided;
}
const queue = async () => (await moderator.query<{ reportedContent: Queue }>(QUEUE)).reportedContent;
const shownTo = async (by: TestBrowser, id: string) =>
  (
    await by.query<{
      comment: { body: string; hidden: boolean; closed: boolean; hideAct: { kind: string } | null } | null;
    }>(`query ($id: ID!) { comment(id: $id) { body hidden closed hideAct { kind } } }`, { id })
  ).comment;
const countOn = async (promptId: string) =>
  (await reporter.query<{ prompt: { commentCount: number } }>(`{ prompt(id: "${promptId}") { commentCount } }`)).prompt
    .commentCount;

describe("a report of a comment", () => {
  test("waits in the queue, with what it is about; a member's reports count once", async () => {
    const id = await comment();
    expect((await report(id)).data.report).toEqual({ accepted: true, problems: [] });
    await report(id, reporter, "Again");
    expect(await queue()).toMatchObject({
      totalCount: 1,
      nodes: [
        {
          promptId: null,
          commentId: id,
          reportCount: 1,
          comment: { hidden: false, author: { username: "Author" } },
          reports: [{ reason: "It is spam.", reporter: "Reporter" }],
        },
      ],
    });
  });

  test("is refused of one's own, of what is gone, hidden or private", async () => {
    const id = await comment();
    expect((await report(id, author)).data.report.problems).toMatchObject([{ code: "CANNOT_REPORT_OWN" }]);
    await decide(HIDE, id);
    expect(codeOf(await report(id))).toBe("NOT_FOUND");
    const deleted = await comment();
    await author.query(`mutation { deleteComment(commentId: "${deleted}") { problems { code } } }`);
    for (const gone of [deleted, "c999999999", rowId(id), "x"]) expect(codeOf(await report(gone))).toBe("NOT_FOUND");
    expect(codeOf(await site.send(REPORT, { id, reason: "Spam" }))).toBe("UNAUTHENTICATED");
    expect((await queue()).totalCount).toBe(0);
  });

  test("counts anew once the comment was changed after its reports were dismissed", async () => {
    const id = await comment();
    await report(id);
    expect((await decide(DISMISS, id)).act).toMatchObject({ kind: "DISMISS", commentId: id, promptId: null });
    await report(id);
    expect((await queue()).totalCount).toBe(0);
    await author.query(`mutation { updateComment(commentId: "${id}", body: "Buy even more") { problems { code } } }`);
    await report(id);
    expect((await queue()).nodes).toMatchObject([{ commentId: id, reportCount: 1 }]);
  });

  test("of a moderator's own comment is decided by others, and not seen by them", async () => {
    const id = await comment(moderator);
    await report(id);
    expect((await queue()).totalCount).toBe(0);
    for (const mutation of Object.values(DECISIONS))
      expect((await decide(mutation, id)).problems).toMatchObject([{ code: "CANNOT_MODERATE_OWN" }]);
  });

  test("goes with the comment when its author deletes it", async () => {
    const id = await comment();
    await report(id);
    await author.query(`mutation { deleteComment(commentId: "${id}") { problems { code } } }`);
    expect((await queue()).totalCount).toBe(0);
    expect(codeOf(await moderator.send(HIDE, { id }))).toBe("NOT_FOUND");
  });
});

describe("a comment that is hidden", () => {
  test("is read by its author, who is told why, and comes back with its reports", async () => {
    const id = await comment();
    await report(id);
    const { act } = await decide(HIDE, id);
    expect(act).toMatchObject({ kind: "HIDE", commentId: id, comment: { id } });
    expect((await queue()).totalCount).toBe(0);
    expect(await shownTo(reporter, id)).toBeNull();
    for (const by of [author, moderator])
      expect(await shownTo(by, id)).toMatchObject({ hidden: true, hideAct: { kind: "HIDE" } });
    expect((await decide(HIDE, id)).problems).toMatchObject([{ code: "CONFLICT" }]);
    const told = await author.query(
      `{ viewer { moderationActs(first: 1) { nodes { kind commentId comment { id } } } } }`,
    );
    expect(told).toEqual({ viewer: { moderationActs: { nodes: [{ kind: "HIDE", commentId: id, comment: { id } }] } } });
    expect(await countOn("7")).toBe(0);

    expect((await decide(UNDO, act?.id ?? "")).act).toMatchObject({ kind: "UNHIDE", commentId: id });
    expect(await shownTo(reporter, id)).toMatchObject({ hidden: false, hideAct: null });
    expect((await queue()).nodes).toMatchObject([{ commentId: id, reportCount: 1 }]);
    expect(await countOn("7")).toBe(1);
    await decide(HIDE, id);
    expect((await decide(RESTORE, id)).act).toMatchObject({ kind: "UNHIDE" });
    expect((await decide(RESTORE, id)).problems).toMatchObject([{ code: "CONFLICT" }]);
  });

  test("and changed by its author is shown again by whoever has read it so", async () => {
    const id = await comment();
    const { act } = await decide(HIDE, id);
    await author.query(
      `mutation { updateComment(commentId: "${id}", body: "Even worse words") { problems { code } } }`,
    );
    for (const [mutation, of] of [
      [RESTORE, id],
      [UNDO, act?.id ?? ""],
    ] as const)
      expect((await decide(mutation, of)).problems).toMatchObject([{ code: "CONFLICT" }]);
    expect(await shownTo(reporter, id)).toBeNull();
    const { comment: read } = await moderator.query<{ comment: { editedAt: string } }>(
      `{ comment(id: "${id}") { editedAt } }`,
    );
    const undone = await moderator.query(
      `mutation { undoModeration(actId: "${act?.id ?? ""}", editedAt: "${read.editedAt}") { problems { code } } }`,
    );
    expect(undone).toEqual({ undoModeration: { problems: [] } });
    expect(await shownTo(reporter, id)).toMatchObject({ body: "Even worse words" });
  });

  test("on a prompt that is not shared any more is nobody's business, until it is again", async () => {
    const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
      `mutation { createPrompt(texts: { locale: EN, title: "Shared", content: "Say {{what}}" }, shared: true) { prompt { id } } }`,
    );
    const promptId = createPrompt.prompt.id;
    const share = (shared: boolean) =>
      author.query(
        `mutation { updatePrompt(promptId: "${promptId}", shared: ${String(shared)}) { problems { code } } }`,
      );
    const id = await comment(author, { promptId });
    await report(id);
    await share(false);
    expect((await queue()).totalCount).toBe(0);
    for (const mutation of [HIDE, DISMISS]) expect(codeOf(await moderator.send(mutation, { id }))).toBe("NOT_FOUND");
    await share(true);
    expect((await queue()).nodes).toMatchObject([{ commentId: id }]);
    expect((await decide(HIDE, id)).act).toMatchObject({ kind: "HIDE" });
  });

  test("with replies keeps its place, and its author's name is not told", async () => {
    const id = await comment();
    await comment(reporter, { parentId: id });
    await decide(HIDE, id);
    expect(await shownTo(reporter, id)).toEqual({ body: "", hidden: true, closed: false, hideAct: null });
  });

  test("is decided by moderators alone", async () => {
    const id = await comment();
    for (const mutation of Object.values(DECISIONS)) {
      for (const by of [author, reporter]) expect(codeOf(await by.send(mutation, { id }))).toBe("FORBIDDEN");
      expect(codeOf(await site.send(mutation, { id }))).toBe("UNAUTHENTICATED");
    }
    expect(await shownTo(reporter, id)).toMatchObject({ hidden: false, closed: false });
  });

  test("of an account that is gone is decided, too", async () => {
    const leaver = await confirmedMember(site, "Leaver");
    const id = await comment(leaver);
    await report(id);
    await leaver.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
    expect((await queue()).nodes).toMatchObject([{ commentId: id, author: null, comment: { author: null } }]);
    expect((await decide(HIDE, id)).act).toMatchObject({ kind: "HIDE" });
  });
});

test("a thread is closed and opened again, as a decision like any other", async () => {
  const id = await comment(author, {});
  const reply = await comment(reporter, { parentId: id });
  const { act } = await decide(CLOSE, id);
  expect(act).toMatchObject({ kind: "CLOSE_THREAD", commentId: id });
  expect(await shownTo(reporter, reply)).toMatchObject({ closed: true });
  const answer = `mutation { posted: createReply(parentId: "${reply}", body: "But") { problems { code } } }`;
  expect(await reporter.query(answer)).toMatchObject({ posted: { problems: [{ code: "THREAD_CLOSED" }] } });
  for (const refused of [id, reply])
    expect((await decide(CLOSE, refused)).problems).toMatchObject([{ code: "CONFLICT" }]);
  expect((await decide(UNDO, act?.id ?? "")).act).toMatchObject({ kind: "REOPEN_THREAD" });
  expect((await decide(UNDO, act?.id ?? "")).problems).toMatchObject([{ code: "CONFLICT" }]);
  expect(await reporter.query(answer)).toMatchObject({ posted: { problems: [] } });
  await decide(CLOSE, id);
  expect((await decide(REOPEN, id)).act).toMatchObject({ kind: "REOPEN_THREAD" });
});

test("reports, decisions and replies at the same time are counted exactly", async () => {
  const id = await comment();
  const crowd = await insertActors(site.dataSource, "Crowd", 40);
  const attempts = crowd.map((actor, index) =>
    index % 4 === 0
      ? decide(index % 8 === 0 ? HIDE : RESTORE, id)
      : reportContent(site.dataSource, actor, { kind: "comment", id: rowId(id) }, "Spam.").catch((error: unknown) => {
          // It is hidden by now.
          if (!String(error).includes("no such prompt or comment")) throw error;
        }),
  );
  const replies = Array.from({ length: 10 }, () =>
    reporter.send(posting({ parentId: id }), { body: `Reply ${String((written += 1))}` }),
  );
  await Promise.all([...attempts, ...replies]);
  const wrong = await site.dataSource.query<unknown[]>(
    `select c.id from comment c where c.live_below <> (
       select count(*) from comment below where below.live and below.root_id = c.root_id and below.id <> c.id and c.parent_id is null)
     or c.shown <> (c.live or c.live_below > 0)`,
  );
  expect(wrong).toEqual([]);
  const [counts] = await site.dataSource.query<Record<string, number>[]>(
    `select (select count(*)::int from comment where live and prompt_id = 7) as live,
       (select comment_count from prompt where id = 7) as counted,
       (select count(*)::int from report where act_id is null and comment_id = $1) as open,
       coalesce((select report_count from moderation_case where comment_id = $1), 0) as waiting`,
    [rowId(id)],
  );
  expect(counts?.["counted"]).toBe(counts?.["live"]);
  expect(counts?.["waiting"]).toBe(counts?.["open"]);
});
