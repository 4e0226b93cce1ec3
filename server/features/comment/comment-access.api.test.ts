import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmedMember, type TestBrowser, withToken } from "../../platform/testing/member";
import { createTestApp, type GraphqlAnswer, type TestApp } from "../../platform/testing/test-app";

const ACTORS = [
  "visitor",
  "author's READ token",
  "author's WRITE token",
  "author",
  "other",
  "moderator",
  "closed",
] as const;
type Actor = (typeof ACTORS)[number];

let site: TestApp;
let author: TestBrowser;
const senders = new Map<Actor, (query: string, variables: Record<string, unknown>) => Promise<GraphqlAnswer<Answer>>>();
/** Of the author, made anew for each test. The private prompt is the author's, too. */
const ids = { open: "", hidden: "", deleted: "", private: "", privatePrompt: "", closedThread: "" };

type Answer = Record<string, { problems?: { code: string }[]; comment?: unknown; act?: unknown; body?: string } | null>;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  const other = await confirmedMember(site, "Other");
  const moderator = await confirmedMember(site, "Keeper");
  const closed = await confirmedMember(site, "Closed");
  await site.dataSource.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = 'Keeper')",
  );
  const { viewer } = await closed.query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }");
  await moderator.query(`mutation { closeAccount(userId: "${viewer.user.id}", reason: SPAM) { problems { code } } }`);
  for (const [name, browser] of [
    ["author", author],
    ["other", other],
    ["moderator", moderator],
    ["closed", closed],
  ] as const)
    senders.set(name, (query, variables) => browser.send<Answer>(query, variables));
  senders.set("visitor", (query, variables) => site.send<Answer>(query, variables));
  for (const scope of ["READ", "WRITE"] as const) {
    const token = await withToken(author, scope);
    senders.set(`author's ${scope} token`, (query, variables) => site.send<Answer>(query, variables, token));
  }
  const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation { createPrompt(texts: { locale: EN, title: "Own", content: "My own." }, tags: ["write"]) { prompt { id } } }`,
  );
  ids.privatePrompt = createPrompt.prompt.id;
});
/** What one actor has changed is as it was for the next one. */
async function renew(): Promise<void> {
  await site.dataSource.query("delete from rate_limit");
  await site.dataSource.query("delete from moderation_case");
  await site.dataSource.query("delete from comment");
  const rows = await site.dataSource.query<{ body: string; id: string }[]>(
    `insert into comment (prompt_id, author_id, body, html, html_version, hidden, closed, deleted_at)
     select prompt, case when name <> 'deleted' then u.id end, case when name <> 'deleted' then name else '' end,
       '{}', 1, name = 'hidden', name = 'closedThread', case when name = 'deleted' then now() end
     from (values ('open', 7), ('hidden', 7), ('deleted', 7), ('closedThread', 7), ('private', $1::int)) as input (name, prompt)
     join user_account u on u.username = 'Author' returning id, body`,
    [ids.privatePrompt],
  );
  for (const { id, body } of rows) ids[(body === "" ? "deleted" : body) as keyof typeof ids] = `c${id}`;
}
afterAll(async () => {
  await site.close();
});

const READ = "query ($id: ID!) { result: comment(id: $id) { body } }";
const POST = `mutation ($id: ID!, $body: String!) { result: createComment(promptId: $id, body: $body) { comment { id } problems { code } } }`;
const REPLY = `mutation ($id: ID!, $body: String!) { result: createReply(parentId: $id, body: $body) { comment { id } problems { code } } }`;
const FEEDBACK = `mutation ($body: String!) { result: createFeedback(body: $body) { comment { id } problems { code } } }`;
const EDIT = `mutation ($id: ID!) { result: updateComment(commentId: $id, body: "Changed") { comment { id } problems { code } } }`;
const DELETE = "mutation ($id: ID!) { result: deleteComment(commentId: $id) { problems { code } } }";
const PREVIEW = `mutation { result: previewComment(body: "A") { problems { code } } }`;
const REPORT = `mutation ($id: ID!) { result: reportComment(commentId: $id, reason: "Spam") { problems { code } } }`;
const HIDE = "mutation ($id: ID!) { result: hideComment(commentId: $id, reason: SPAM) { problems { code } } }";
const RESTORE = `mutation ($id: ID!) { result: unhideComment(commentId: $id, reason: OTHER, note: "A mistake") { problems { code } } }`;
const CLOSE = "mutation ($id: ID!) { result: closeThread(commentId: $id) { problems { code } } }";
const OWN_HIDDEN = `{ result: viewer { hiddenComments(promptId: "7") { body } } }`;

let written = 0;
const text = () => `By somebody ${String((written += 1))}`;
const id = (name: keyof typeof ids) => () => ({ id: ids[name] });
const below = (name: keyof typeof ids) => () => ({ id: ids[name], body: text() });

/** Codes that the matrix has often. A closed account's session is over: whoever has it is a visitor. */
const SHORT: Record<string, string> = { UNAUTHENTICATED: "U", FORBIDDEN: "F", NOT_FOUND: "N" };

/** What each of ACTORS is answered: "yes", "-" for nothing, or why not. */
const MATRIX: [what: string, query: string, variables: () => Record<string, unknown>, expected: string][] = [
  ["reads a comment", READ, id("open"), "yes yes yes yes yes yes yes"],
  ["reads a hidden one", READ, id("hidden"), "- yes yes yes - yes -"],
  ["reads a deleted one", READ, id("deleted"), "- - - - - - -"],
  ["reads one on a private prompt", READ, id("private"), "- yes yes yes - - -"],
  ["reads their own hidden ones", OWN_HIDDEN, () => ({}), "- yes yes yes yes yes -"],
  ["comments on a prompt", POST, () => ({ id: "7", body: text() }), "U F yes yes yes yes U"],
  ["comments on the feedback page", FEEDBACK, () => ({ body: text() }), "U F yes yes yes yes U"],
  ["comments on a private prompt", POST, below("privatePrompt"), "U F yes yes N N U"],
  ["replies", REPLY, below("open"), "U F yes yes yes yes U"],
  ["replies on a private prompt", REPLY, below("private"), "U F yes yes PARENT_GONE PARENT_GONE U"],
  ["replies to a hidden one", REPLY, below("hidden"), "U F PARENT_GONE PARENT_GONE PARENT_GONE PARENT_GONE U"],
  ["replies to a deleted one", REPLY, below("deleted"), "U F PARENT_GONE PARENT_GONE PARENT_GONE PARENT_GONE U"],
  [
    "replies in a closed thread",
    REPLY,
    below("closedThread"),
    "U F THREAD_CLOSED THREAD_CLOSED THREAD_CLOSED THREAD_CLOSED U",
  ],
  ["previews", PREVIEW, () => ({}), "U F yes yes yes yes U"],
  ["changes it", EDIT, id("open"), "U F yes yes N N U"],
  ["changes a hidden one", EDIT, id("hidden"), "U F yes yes N N U"],
  ["changes a deleted one", EDIT, id("deleted"), "U F N N N N U"],
  ["deletes it", DELETE, id("open"), "U F yes yes N N U"],
  ["deletes a hidden one", DELETE, id("hidden"), "U F yes yes N N U"],
  ["reports it", REPORT, id("open"), "U F CANNOT_REPORT_OWN CANNOT_REPORT_OWN yes yes U"],
  ["reports a hidden one", REPORT, id("hidden"), "U F N N N N U"],
  ["reports one on a private prompt", REPORT, id("private"), "U F N N N N U"],
  ["hides it", HIDE, id("open"), "U F F F F yes U"],
  ["hides one on a private prompt", HIDE, id("private"), "U F F F F N U"],
  ["shows a hidden one again", RESTORE, id("hidden"), "U F F F F yes U"],
  ["closes a thread", CLOSE, id("open"), "U F F F F yes U"],
];

async function outcomeFor(actor: Actor, query: string, variables: Record<string, unknown>): Promise<string> {
  const send = senders.get(actor);
  if (!send) throw new Error(actor);
  const { data, errors } = await send(query, variables);
  if (errors) {
    const code = errors[0]?.extensions.code ?? "?";
    return SHORT[code] ?? code;
  }
  const result = data["result"];
  return result?.problems?.[0]?.code ?? (result ? "yes" : "-");
}

describe("who may do what", () => {
  test.each(MATRIX)("%s", async (_what, query, variables, expected) => {
    const outcomes: string[] = [];
    for (const actor of ACTORS) {
      await renew();
      outcomes.push(await outcomeFor(actor, query, variables()));
    }
    expect(outcomes.join(" ")).toBe(expected);
  });
});
