import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertActors } from "../../platform/testing/actors";
import { isDeep } from "../../platform/testing/deep";
import {
  codeTo,
  confirmedMember,
  mailTo,
  member,
  PASSWORD,
  person,
  register,
  type TestBrowser,
  withToken,
} from "../../platform/testing/member";
import { queuedMails } from "../../platform/testing/queued-mails";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { report as reportContent } from "./report.service";
import { hide as hideContent, setPromptHidden } from "./moderation.service";

let site: TestApp;
let author: TestBrowser;
let reporter: TestBrowser;
let moderator: TestBrowser;
let otherModerator: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  reporter = await confirmedMember(site, "Reporter");
  moderator = await appoint("Keeper");
  otherModerator = await appoint("Warden");
});
beforeEach(async () => {
  await site.dataSource.query("delete from rate_limit");
  await site.dataSource.query("delete from moderation_case");
  await site.dataSource.query("delete from report");
});
afterAll(async () => {
  await site.close();
});

async function appoint(username: string): Promise<TestBrowser> {
  const browser = await member(site, username);
  await site.dataSource.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = $1)",
    [username],
  );
  return browser;
}

const REPORT = `mutation ($id: ID!, $reason: String!) { report: reportPrompt(promptId: $id, reason: $reason) { accepted problems { code field limit } } }`;
const ACT = "{ act { id kind reason note promptId undoes moderator member } problems { code field limit } }";
const HIDE = `mutation ($id: ID!, $reason: ModerationReason!, $note: String) { hidePrompt(promptId: $id, reason: $reason, note: $note) ${ACT} }`;
const RESTORE = `mutation ($id: ID!) { unhidePrompt(promptId: $id, reason: OTHER, note: "A mistake") ${ACT} }`;
const DISMISS = `mutation ($id: ID!) { dismissPromptReports(promptId: $id) ${ACT} }`;
const CLOSE = `mutation ($id: ID!, $note: String) { closeAccount(userId: $id, reason: SPAM, note: $note) ${ACT} }`;
const REOPEN = `mutation ($id: ID!) { reopenAccount(userId: $id, reason: OTHER, note: "Sorry") ${ACT} }`;
const UNDO = `mutation ($id: ID!) { undoModeration(actId: $id) ${ACT} }`;
const QUEUE = `query ($first: Int, $after: String) { reportedContent(first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes {
  promptId reportCount newcomerCount prompt { id hidden text(locale: EN) { title content } } author { username }
  reports { reason reporter fromNewcomer } priorActs { kind promptId moderator } } } }`;

interface Act {
  id: string;
  kind: string;
  reason: string | null;
  note: string | null;
  promptId: string | null;
  undoes: string | null;
  moderator: string | null;
  member: string | null;
}
interface Decided {
  act: Act | null;
  problems: { code: string; field: string | null }[];
}
interface Queue {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  nodes: {
    promptId: string;
    reportCount: number;
    newcomerCount: number;
    prompt: { id: string; hidden: boolean; text: { title: string; content: string } } | null;
    author: { username: string };
    reports: { reason: string; reporter: string | null; fromNewcomer: boolean }[];
    priorActs: { kind: string; promptId: string | null; moderator: string | null }[];
  }[];
}

let texts = 0;
async function share(by = author, shared = true): Promise<string> {
  // Nothing is shared twice.
  const content = `Sell {{what}} ${String((texts += 1))} times.`;
  const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation ($content: String!, $shared: Boolean) {
      createPrompt(texts: { locale: EN, title: "Sold", content: $content }, tags: ["write"], shared: $shared) { prompt { id } } }`,
    { content, shared },
  );
  return createPrompt.prompt.id;
}

const report = (id: string, by = reporter, reason = "It is spam.") => by.send(REPORT, { id, reason });
async function decide(mutation: string, variables: Record<string, unknown>, by = moderator): Promise<Decided> {
  const data = await by.query<Record<string, Decided>>(mutation, variables);
  const [decided] = Object.values(data);
  if (!decided) throw new Error(mutation);
  return decided;
}
const hide = (id: string, by = moderator) => decide(HIDE, { id, reason: "SPAM" }, by);
const queue = async (variables: Record<string, unknown> = {}) =>
  (await moderator.query<{ reportedContent: Queue }>(QUEUE, variables)).reportedContent;
const actId = ({ act, problems }: Decided) => {
  expect(problems).toEqual([]);
  return act?.id ?? "";
};
const problemsOf = ({ problems }: Decided) => problems.map(({ code }) => code);
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const sees = async (id: string, by = person(site)) =>
  (await by.query<{ prompt: object | null }>("query ($id: ID!) { prompt(id: $id) { id } }", { id })).prompt !== null;
async function idOf(username: string): Promise<string> {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    username,
  ]);
  return row?.id ?? "";
}
/** As the API has it. */
const memberIdOf = async (username: string) => `u${await idOf(username)}`;

/** The queue as the reports have it. */
async function expectCounts(): Promise<void> {
  const wrong = await site.dataSource.query<unknown[]>(
    `select prompt_id, report_count, newcomer_count, counted.* from moderation_case full join (
       select prompt_id, count(*)::int as reports, count(*) filter (where from_newcomer)::int as newcomers from report where act_id is null group by 1
     ) counted using (prompt_id)
     where (report_count, newcomer_count) is distinct from (reports, newcomers)`,
  );
  expect(wrong).toEqual([]);
}

describe("a report", () => {
  test("counts once a member, and waits in the queue with what the moderators need", async () => {
    const id = await share();
    expect((await report(id)).data).toEqual({ report: { accepted: true, problems: [] } });
    await report(id, reporter, "Again.");
    const newcomer = await member(site, "Fresh-reporter");
    await report(id, newcomer, " \u202eAlso\r\nspam. ");
    const { nodes, totalCount } = await queue();
    expect(totalCount).toBe(1);
    expect(nodes).toMatchObject([
      {
        promptId: id,
        reportCount: 2,
        prompt: { id, hidden: false, text: { title: "Sold" } },
        author: { username: "Author" },
        reports: [
          { reason: "\u202eAlso\nspam.", reporter: "Fresh-reporter", fromNewcomer: true },
          { reason: "It is spam.", reporter: "Reporter" },
        ],
      },
    ]);
    await expectCounts();
  });

  test("is refused for one's own, for what is not public, for the library, and without a reason", async () => {
    const id = await share();
    expect((await report(id, author)).data).toMatchObject({ report: { problems: [{ code: "CANNOT_REPORT_OWN" }] } });
    for (const [reason, code] of [
      [" \u200b ", "REQUIRED"],
      ["x".repeat(501), "TOO_LONG"],
    ] as const)
      expect((await report(id, reporter, reason)).data).toMatchObject({
        report: { accepted: false, problems: [{ code, field: "reason" }] },
      });
    await site.dataSource.query("delete from rate_limit");
    for (const unseen of ["1", "999999", "0", "-1", "abc", await share(author, false)]) {
      expect(codeOf(await report(unseen))).toBe("NOT_FOUND");
      await site.dataSource.query("delete from rate_limit");
    }
    expect(codeOf(await report(id, person(site)))).toBe("UNAUTHENTICATED");
    const read = await withToken(reporter, "READ");
    expect(codeOf(await site.send(REPORT, { id, reason: "Spam" }, read))).toBe("FORBIDDEN");
    expect((await queue()).totalCount).toBe(0);
  });

  test("of a newcomer is limited to five a day, of others to fifty", async () => {
    const newcomer = await member(site, "Eager-reporter");
    const id = await share();
    for (let count = 0; count < 5; count += 1) expect(codeOf(await report(id, newcomer))).toBeUndefined();
    const refused = await report(id, newcomer);
    expect(codeOf(refused)).toBe("RATE_LIMITED");
    await site.dataSource.query("update user_account set created_at = now() - interval '8 days' where username = $1", [
      "Reporter",
    ]);
    for (let count = 0; count < 50; count += 1) expect(codeOf(await report(id))).toBeUndefined();
    expect(codeOf(await report(id))).toBe("RATE_LIMITED");
  });

  test("by the same member counts again only for what was changed after a decision", async () => {
    const id = await share();
    await report(id);
    actId(await decide(DISMISS, { id }));
    await report(id);
    expect((await queue()).totalCount).toBe(0);
    await author.query(
      `mutation ($id: ID!) { updatePrompt(promptId: $id, texts: { locale: EN, content: "Sell everything anew ${id}." }) { problems { code } } }`,
      { id },
    );
    await report(id);
    expect((await queue()).nodes).toMatchObject([{ promptId: id, reportCount: 1 }]);
    await expectCounts();
  });

  test("outlives its reporter, who is not named any more", async () => {
    const leaving = await member(site, "Leaving-reporter");
    const id = await share();
    await report(id, leaving);
    await site.dataSource.query("delete from user_account where username = 'Leaving-reporter'");
    expect((await queue()).nodes).toMatchObject([{ reportCount: 1, reports: [{ reporter: null }] }]);
  });
});

/** Members who report at once. */
const CROWD = isDeep ? 200 : 50;

describe("many members at once", () => {
  test("who report a prompt while moderators decide are counted exactly, and one of the decisions is made", async () => {
    const crowd = await insertActors(site.dataSource, "Reporting", CROWD);
    const id = await share();
    const waiting = [...crowd];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        await reportContent(site.dataSource, next, { kind: "prompt", id: Number(id) }, "Spam.").catch(
          (error: unknown) => {
            // It is hidden by now.
            if (!String(error).includes("no such prompt")) throw error;
          },
        );
      }
    };
    const decisions = Promise.all(
      Array.from({ length: 20 }, (_, index) => hide(id, index % 2 ? moderator : otherModerator)),
    );
    await Promise.all([...Array.from({ length: 10 }, worker), decisions]);
    const made = (await decisions).filter(({ act }) => act !== null);
    expect(made).toHaveLength(1);
    expect((await decisions).flatMap(problemsOf)).toEqual(Array.from({ length: 19 }, () => "CONFLICT"));
    await expectCounts();
    // Those that came before it wait again.
    const [{ count } = { count: 0 }] = await site.dataSource.query<{ count: number }[]>(
      "select count(*)::int as count from report where prompt_id = $1",
      [id],
    );
    actId(await decide(UNDO, { id: made[0]?.act?.id }));
    await expectCounts();
    expect((await queue()).nodes.map(({ reportCount }) => reportCount)).toEqual(count > 0 ? [count] : []);
  });

  test("all count", async () => {
    const crowd = await insertActors(site.dataSource, "Crowding", CROWD);
    const id = await share();
    const worker = async () => {
      for (let next = crowd.pop(); next; next = crowd.pop())
        await Promise.all([
          reportContent(site.dataSource, next, { kind: "prompt", id: Number(id) }, "Spam."),
          reportContent(site.dataSource, next, { kind: "prompt", id: Number(id) }, "Spam."),
        ]);
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    expect((await queue()).nodes).toMatchObject([{ reportCount: CROWD, newcomerCount: CROWD }]);
    expect((await queue()).nodes[0]?.reports).toHaveLength(20);
  });
});

describe("a prompt that a moderator hides", () => {
  test("is seen by its author alone, who is told why, and comes back", async () => {
    const id = await share();
    await report(id);
    const other = await member(site, "Passer-by");
    const decided = await decide(HIDE, { id, reason: "OTHER", note: "It sells things." });
    expect(decided.act).toMatchObject({
      kind: "HIDE",
      reason: "OTHER",
      note: "It sells things.",
      promptId: id,
      moderator: "Keeper",
      member: "Author",
    });
    for (const who of [person(site), other, reporter, moderator]) expect(await sees(id, who)).toBe(false);
    const ask = `query ($id: ID!) { prompt(id: $id) { hidden hideAct { kind reason note } } }`;
    expect(await author.query(ask, { id })).toEqual({
      prompt: { hidden: true, hideAct: { kind: "HIDE", reason: "OTHER", note: "It sells things." } },
    });
    const told = `{ viewer { moderationActs { nodes { kind reason promptId prompt { id } } } } }`;
    expect(await author.query(told)).toMatchObject({
      viewer: {
        moderationActs: {
          nodes: expect.arrayContaining([{ kind: "HIDE", reason: "OTHER", promptId: id, prompt: { id } }]) as object,
        },
      },
    });
    expect(JSON.stringify(await other.query(told))).not.toContain("HIDE");
    expect((await queue()).totalCount).toBe(0);

    expect(actId(await decide(RESTORE, { id }))).not.toBe("");
    expect(await sees(id)).toBe(true);
    expect(await author.query(ask, { id })).toEqual({ prompt: { hidden: false, hideAct: null } });
  });

  test("needs a reason that says something", async () => {
    const id = await share();
    for (const note of [null, "  ", "\u200b"])
      expect((await decide(HIDE, { id, reason: "OTHER", note })).problems).toMatchObject([
        { code: "REQUIRED", field: "note" },
      ]);
    expect((await decide(HIDE, { id, reason: "SPAM", note: "x".repeat(501) })).problems).toMatchObject([
      { code: "TOO_LONG", field: "note" },
    ]);
    expect(await sees(id)).toBe(true);
  });

  test("is not a moderator's own, and nobody but a moderator decides", async () => {
    const own = await share(moderator);
    expect(problemsOf(await hide(own))).toEqual(["CANNOT_MODERATE_OWN"]);
    actId(await hide(own, otherModerator));
    expect(problemsOf(await decide(RESTORE, { id: own }))).toEqual(["CANNOT_MODERATE_OWN"]);
    const id = await share();
    for (const [mutation, variables] of [
      [HIDE, { id, reason: "SPAM" }],
      [RESTORE, { id }],
      [DISMISS, { id }],
      [UNDO, { id: "1" }],
      [CLOSE, { id: await memberIdOf("Reporter") }],
      [REOPEN, { id: await memberIdOf("Reporter") }],
    ] as const) {
      expect(codeOf(await person(site).send(mutation, variables))).toBe("UNAUTHENTICATED");
      expect(codeOf(await author.send(mutation, variables))).toBe("FORBIDDEN");
      const token = await withToken(moderator, "WRITE");
      expect(codeOf(await site.send(mutation, variables, token))).toBe("FORBIDDEN");
    }
    expect(await sees(id)).toBe(true);
    expect(problemsOf(await decide(DISMISS, { id }))).toEqual(["CONFLICT"]);
    expect(problemsOf(await decide(RESTORE, { id }))).toEqual(["CONFLICT"]);
    for (const unknown of ["1", "999999", "x"])
      expect(codeOf(await moderator.send(HIDE, { id: unknown, reason: "SPAM" }))).toBe("NOT_FOUND");
  });

  test("is not hidden by somebody who was a moderator when the request began", async () => {
    const id = await share();
    const former = await appoint("Former");
    const userId = await idOf("Former");
    const [session] = await site.dataSource.query<{ id: string }[]>("select id from session where user_id = $1", [
      userId,
    ]);
    await site.dataSource.query("update account set is_moderator = false where user_id = $1", [userId]);
    const actor = {
      kind: "session",
      caller: { address: "192.0.2.1", userAgent: "Test" },
      userId,
      sessionId: session?.id ?? "",
      isModerator: true,
    } as const;
    await expect(
      hideContent(site.dataSource, actor, { kind: "prompt", id: Number(id) }, { reason: "SPAM", note: null }),
    ).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    expect(codeOf(await former.send(HIDE, { id, reason: "SPAM" }))).toBe("FORBIDDEN");
    expect(await sees(id)).toBe(true);
  });

  test("by a command is recorded, too", async () => {
    const id = await share();
    await setPromptHidden(site.dataSource, Number(id), true);
    await setPromptHidden(site.dataSource, Number(id), false);
    const { moderationActs } = await moderator.query<{ moderationActs: { nodes: object[] } }>(
      "{ moderationActs(first: 2) { nodes { kind promptId moderator before undoable } } }",
    );
    const common = { promptId: id, moderator: null };
    expect(moderationActs.nodes).toEqual([
      { ...common, kind: "UNHIDE", before: '{"hidden":true}', undoable: true },
      { ...common, kind: "HIDE", before: '{"case":null,"hidden":false}', undoable: false },
    ]);
  });
});

describe("undo", () => {
  test("is offered where it does something", async () => {
    const id = await share();
    const undoable = async () => {
      const { moderationActs } = await moderator.query<{ moderationActs: { nodes: { undoable: boolean }[] } }>(
        "{ moderationActs(first: 1) { nodes { undoable } } }",
      );
      return moderationActs.nodes[0]?.undoable;
    };
    await report(id);
    const act = actId(await decide(DISMISS, { id }));
    expect(await undoable()).toBe(true);
    actId(await decide(UNDO, { id: act }));
    expect(await undoable()).toBe(false);
    actId(await hide(id));
    expect(await undoable()).toBe(true);
    await site.dataSource.query("delete from prompt where id = $1", [id]);
    expect(await undoable()).toBe(false);
  });

  test("shows what was hidden, and its reports wait again in their place", async () => {
    const [first, second] = [await share(), await share()];
    await report(first);
    await report(second);
    const act = actId(await hide(first));
    expect((await queue()).nodes.map(({ promptId }) => promptId)).toEqual([second]);
    expect((await decide(UNDO, { id: act })).act).toMatchObject({ kind: "UNHIDE", undoes: act, promptId: first });
    expect(await sees(first)).toBe(true);
    expect((await queue()).nodes).toMatchObject([
      { promptId: first, reports: [{ reporter: "Reporter" }] },
      { promptId: second },
    ]);
    expect(problemsOf(await decide(UNDO, { id: act }))).toEqual(["CONFLICT"]);
    await expectCounts();
  });

  test("of a dismissal adds the reports that came since", async () => {
    const id = await share();
    await report(id);
    const act = actId(await decide(DISMISS, { id }));
    await report(id, otherModerator);
    expect((await decide(UNDO, { id: act })).act).toMatchObject({ kind: "REOPEN_REPORTS" });
    expect((await queue()).nodes).toMatchObject([{ reportCount: 2 }]);
    await expectCounts();
  });

  test("is of the latest decision alone, once, by whichever moderator", async () => {
    const id = await share();
    const hidden = actId(await hide(id));
    const restored = actId(await decide(RESTORE, { id }));
    expect(problemsOf(await decide(UNDO, { id: hidden }))).toEqual(["CONFLICT"]);
    const answers = await Promise.all(
      [moderator, otherModerator, moderator].map((by) => decide(UNDO, { id: restored }, by)),
    );
    expect(answers.filter(({ act }) => act).length).toBe(1);
    expect(await sees(id)).toBe(false);
    expect(codeOf(await moderator.send(UNDO, { id: "m999999999" }))).toBe("NOT_FOUND");
  });
});

describe("a closed account", () => {
  test("acts no more, its prompts are withdrawn, its owner is told; reopening shows all but what is hidden", async () => {
    const closed = await confirmedMember(site, "Spammer");
    const token = await withToken(closed, "WRITE");
    const [shown, hidden, own] = [await share(closed), await share(closed), await share(closed, false)];
    actId(await hide(hidden));
    const userId = await idOf("Spammer");
    await person(site).query(`mutation { sendLoginLink(identifier: "Spammer", locale: EN) { accepted } }`);
    const link = await codeTo(site, "Spammer@example.org");
    const [tags] = await site.dataSource.query<{ count: number }[]>(
      "select prompt_count as count from tag where slug = 'write'",
    );

    const act = actId(await decide(CLOSE, { id: `u${userId}`, note: "Again and again." }));
    expect(await closed.query("{ viewer { email } }")).toEqual({ viewer: null });
    expect((await site.send("{ viewer { user { id } } }", {}, token)).status).toBe(401);
    expect(await sees(shown)).toBe(false);
    const [less] = await site.dataSource.query<{ count: number }[]>(
      "select prompt_count as count from tag where slug = 'write'",
    );
    expect(less?.count).toBe((tags?.count ?? 0) - 1);
    const login = (password: string) =>
      person(site).query(
        `mutation ($password: String!) { login(identifier: "Spammer", password: $password) { viewer { email } problems { code } } }`,
        { password },
      );
    expect(await login(PASSWORD)).toEqual({ login: { viewer: null, problems: [{ code: "ACCOUNT_CLOSED" }] } });
    // Said to nobody else.
    expect(await login("wrong password 1")).toEqual({
      login: { viewer: null, problems: [{ code: "INVALID_CREDENTIALS" }] },
    });
    const withLink = `mutation ($token: String!) { loginWithLink(token: $token) { viewer { email } problems { code } } }`;
    expect(await person(site).query(withLink, { token: link })).toMatchObject({ loginWithLink: { viewer: null } });
    const mail = await mailTo(site, "Spammer@example.org");
    expect(mail).toMatchObject({
      kind: "account-closed",
      data: { username: "Spammer", reason: "SPAM", note: "Again and again." },
    });
    await person(site).query(
      `mutation { requestPasswordReset(email: "Spammer@example.org", locale: EN) { accepted } }`,
    );
    await expect
      .poll(async () =>
        (await queuedMails(site.dataSource)).filter(({ to }) => to === "Spammer@example.org").map(({ kind }) => kind),
      )
      .not.toContain("reset-password");
    expect(problemsOf(await decide(CLOSE, { id: `u${userId}` }))).toEqual(["CONFLICT"]);

    expect((await decide(UNDO, { id: act })).act).toMatchObject({
      kind: "REOPEN_ACCOUNT",
      undoes: act,
      member: "Spammer",
    });
    expect(await sees(shown)).toBe(true);
    expect(await sees(hidden)).toBe(false);
    expect(await login(PASSWORD)).toMatchObject({ login: { problems: [] } });
    const back = person(site);
    await back.query(`mutation { login(identifier: "Spammer", password: "${PASSWORD}") { problems { code } } }`);
    expect(await sees(own, back)).toBe(true);
    const told = await back.query<{ viewer: { moderationActs: { nodes: { kind: string }[] } } }>(
      "{ viewer { moderationActs { nodes { kind } } } }",
    );
    expect(told.viewer.moderationActs.nodes.map(({ kind }) => kind)).toEqual([
      "REOPEN_ACCOUNT",
      "CLOSE_ACCOUNT",
      "HIDE",
    ]);
    expect(problemsOf(await decide(REOPEN, { id: `u${userId}` }))).toEqual(["CONFLICT"]);
  });

  test("is never a moderator's, one's own, or unknown", async () => {
    expect(problemsOf(await decide(CLOSE, { id: await memberIdOf("Keeper") }))).toEqual(["CANNOT_MODERATE_OWN"]);
    expect(problemsOf(await decide(CLOSE, { id: await memberIdOf("Warden") }))).toEqual(["CANNOT_MODERATE_MODERATOR"]);
    const both = await Promise.all([
      decide(CLOSE, { id: await memberIdOf("Warden") }),
      decide(CLOSE, { id: await memberIdOf("Keeper") }, otherModerator),
    ]);
    expect(both.flatMap(problemsOf)).toEqual(["CANNOT_MODERATE_MODERATOR", "CANNOT_MODERATE_MODERATOR"]);
    for (const id of ["0", "u0", "u-1", "x", "u999999999999", "u99999999999999999999"])
      expect(codeOf(await moderator.send(CLOSE, { id }))).toBe("NOT_FOUND");
  });

  test("writes nothing more in the moment of its closing", async () => {
    const racing = await confirmedMember(site, "Racing");
    const writes = Array.from({ length: 10 }, (_, index) =>
      racing.send(
        `mutation ($content: String!) { createPrompt(texts: { locale: EN, title: "T", content: $content }, shared: true) { prompt { id } } }`,
        { content: `Race ${String(index)} to the end.` },
      ),
    );
    const [closing] = await Promise.all([decide(CLOSE, { id: await memberIdOf("Racing") }), ...writes]);
    actId(closing);
    const rows = await site.dataSource.query<unknown[]>("select id from prompt where author_id = $1 and listed", [
      await idOf("Racing"),
    ]);
    expect(rows).toEqual([]);
  });
});

describe("the log", () => {
  test("is changed by nobody", async () => {
    await share().then(hide);
    for (const statement of [
      "update moderation_act set note = 'x'",
      "delete from moderation_act",
      "truncate moderation_act cascade",
    ])
      await expect(site.dataSource.query(statement)).rejects.toThrow("not changed any more");
  });

  test("stays when the account, the prompt and the moderator are gone", async () => {
    const gone = await confirmedMember(site, "Gone-author");
    const past = await appoint("Past-keeper");
    const id = await share(gone);
    actId(await hide(id, past));
    await site.dataSource.query("delete from user_account where username in ('Gone-author', 'Past-keeper')");
    const { moderationActs } = await moderator.query<{ moderationActs: { nodes: object[] } }>(
      "{ moderationActs(first: 1) { nodes { kind promptId prompt { id } moderator member } } }",
    );
    expect(moderationActs.nodes).toEqual([{ kind: "HIDE", promptId: id, prompt: null, moderator: null, member: null }]);
  });

  test("shows moderators nothing that its author keeps private", async () => {
    const id = await share();
    await report(id);
    await author.query("mutation ($id: ID!) { updatePrompt(promptId: $id, shared: false) { problems { code } } }", {
      id,
    });
    expect((await queue()).nodes).toMatchObject([{ promptId: id, prompt: null }]);
    actId(await decide(DISMISS, { id }));
    expect(await moderator.query("{ moderationActs(first: 1) { nodes { promptId prompt { id } } } }")).toEqual({
      moderationActs: { nodes: [{ promptId: id, prompt: null }] },
    });
  });

  test("is read page by page, of all and of one member, in as many statements as one entry", async () => {
    for (let count = 0; count < 5; count += 1) await share().then(hide);
    const ask = (first: number, after?: string) =>
      moderator.query<{ moderationActs: { nodes: { id: string }[]; pageInfo: { endCursor: string } } }>(
        "query ($first: Int, $after: String, $member: ID) { moderationActs(first: $first, after: $after, userId: $member) { nodes { id moderator member prompt { id } } pageInfo { endCursor } } }",
        { first, after, member: author_ },
      );
    const author_ = await memberIdOf("Author");
    const all = (await ask(4)).moderationActs.nodes.map(({ id }) => id);
    const start = await ask(2);
    const next = await ask(2, start.moderationActs.pageInfo.endCursor);
    expect([...start.moderationActs.nodes, ...next.moderationActs.nodes].map(({ id }) => id)).toEqual(all);
    await ask(1);
    expect(await statementsOf(() => ask(5))).toHaveLength((await statementsOf(() => ask(1))).length);
  });
});

test("the queue is read page by page, the oldest first, in as many statements as one entry", async () => {
  const ids = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await share();
    await report(id);
    ids.push(id);
  }
  const start = await queue({ first: 3 });
  const rest = await queue({ first: 3, after: start.pageInfo.endCursor });
  expect([...start.nodes, ...rest.nodes].map(({ promptId }) => promptId)).toEqual(ids);
  expect(rest.pageInfo.hasNextPage).toBe(false);
  await queue({ first: 1 });
  expect(await statementsOf(() => queue({ first: 5 }))).toHaveLength(
    (await statementsOf(() => queue({ first: 1 }))).length,
  );
});

describe("what attackers tried:", () => {
  test("a report that was decided and sent again counts once, also after the decision is undone", async () => {
    const id = await share();
    await report(id);
    await report(id, otherModerator);
    const act = actId(await decide(DISMISS, { id }));
    await author.query(
      `mutation ($id: ID!) { updatePrompt(promptId: $id, texts: { locale: EN, title: "Edited" }) { problems { code } } }`,
      { id },
    );
    await report(id);
    actId(await decide(UNDO, { id: act }));
    await expectCounts();
  });

  test("a moderator does not learn who reported the moderator's own prompt", async () => {
    const id = await share(moderator);
    await report(id);
    const list = await queue({ first: 100 });
    expect(list.nodes.map(({ promptId }) => promptId)).not.toContain(id);
    const others = await otherModerator.query<{ reportedContent: Queue }>(QUEUE, { first: 100 });
    expect(others.reportedContent.nodes.map(({ promptId }) => promptId)).toContain(id);
    expect(others.reportedContent.totalCount).toBe(list.totalCount + 1);
    actId(await decide(DISMISS, { id }, otherModerator));
  });

  test("who registers with another's address and is closed does not keep its owner from registering", async () => {
    const squatter = person(site);
    await register(squatter, "Squatter", { email: "victim@example.org" });
    // What is put in the place of the address cannot be occupied.
    const guessed = `${await idOf("Squatter")}@released.invalid`;
    await register(person(site), "Guesser", { email: guessed });
    actId(await decide(CLOSE, { id: await memberIdOf("Squatter") }));
    expect((await register(person(site), "Victim", { email: "victim@example.org" })).problems).toEqual([]);
    actId(await decide(REOPEN, { id: await memberIdOf("Squatter") }));
  });

  const publicTwins = async (id: string) => {
    const rows = await site.dataSource.query<unknown[]>(
      `select prompt_id from prompt_search where digest in (select prompt_digest(content) from prompt_text where prompt_id = $1)`,
      [id],
    );
    return rows.length;
  };
  const shareAgain = async (id: string, by: TestBrowser) => {
    const [text] = await site.dataSource.query<{ content: string }[]>(
      "select content from prompt_text where prompt_id = $1",
      [id],
    );
    const { createPrompt } = await by.query<{ createPrompt: { prompt: object | null } }>(
      `mutation ($content: String!) { createPrompt(texts: { locale: EN, title: "Twin", content: $content }, tags: ["write"], shared: true) { prompt { id } } }`,
      { content: text?.content },
    );
    expect(createPrompt.prompt).not.toBeNull();
  };

  test("a hidden text that was shared again is not public twice when it is restored", async () => {
    const [first, second] = [await share(), await share()];
    const act = actId(await hide(first));
    actId(await hide(second));
    await shareAgain(first, author);
    await shareAgain(second, author);
    actId(await decide(UNDO, { id: act }));
    actId(await decide(RESTORE, { id: second }));
    for (const id of [first, second]) {
      expect(await publicTwins(id)).toBe(1);
      expect(await sees(id)).toBe(false);
      expect(await sees(id, author)).toBe(true);
    }
  });

  test("nor is the text of a closed account that is opened again", async () => {
    const closed = await confirmedMember(site, "Twin-author");
    const [shared, kept] = [await share(closed), await share(closed)];
    const memberId = await memberIdOf("Twin-author");
    actId(await decide(CLOSE, { id: memberId }));
    await shareAgain(shared, author);
    actId(await decide(REOPEN, { id: memberId }));
    expect(await publicTwins(shared)).toBe(1);
    expect([await sees(shared), await sees(kept)]).toEqual([false, true]);
  });

  test("nobody can decide about a prompt that was never shared, or learn of it", async () => {
    const id = await share(author, false);
    for (const mutation of [HIDE, RESTORE, DISMISS]) {
      const variables = mutation === HIDE ? { id, reason: "SPAM" } : { id };
      expect(codeOf(await moderator.send(mutation, variables))).toBe("NOT_FOUND");
    }
  });

  test("hiding again by undoing its undo takes it from the queue again", async () => {
    const id = await share();
    await report(id);
    const hidden = actId(await hide(id));
    const undone = actId(await decide(UNDO, { id: hidden }));
    actId(await decide(UNDO, { id: undone }));
    expect(await sees(id)).toBe(false);
    await expectCounts();
    expect((await queue({ first: 100 })).nodes.map(({ promptId }) => promptId)).not.toContain(id);
  });

  test("a deleted prompt waits for no decision, unless its deletion is undone", async () => {
    const id = await share();
    await report(id);
    const waits = async () => (await queue({ first: 100 })).nodes.some(({ promptId }) => promptId === id);
    await author.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }", { id });
    expect(await waits()).toBe(false);
    await author.query("mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { prompt { id } } }", { id });
    expect(await waits()).toBe(true);
    actId(await decide(DISMISS, { id }));
  });

  test("a moderator who has used up the decisions can still take one back", async () => {
    const id = await share();
    const act = actId(await hide(id));
    await site.dataSource.query(`update rate_limit set hits = 1000000 where key ~ 'moderate[^-]'`);
    expect(codeOf(await moderator.send(HIDE, { id, reason: "SPAM" }))).toBe("RATE_LIMITED");
    actId(await decide(UNDO, { id: act }));
    await site.dataSource.query("delete from rate_limit");
  });
});
