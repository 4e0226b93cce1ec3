import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertPrompts, insertUsers } from "../../platform/testing/community";
import { confirmedMember, member, PASSWORD, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { countersThatDiffer } from "../../backup/counters";

let site: TestApp;
let author: TestBrowser;
let voter: TestBrowser;
let shared: string;

beforeAll(async () => {
  site = await createTestApp();
  author = await confirmedMember(site, "Author");
  voter = await member(site, "Voter");
  shared = await create(author, true);
});
beforeEach(async () => {
  await site.dataSource.query("delete from vote");
  await site.dataSource.query("delete from rate_limit");
});
afterAll(async () => {
  await site.close();
});

async function create(by: TestBrowser, isShared: boolean): Promise<string> {
  const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation ($shared: Boolean, $content: String!) { createPrompt(input: { locale: EN, title: "T", content: $content, shared: $shared }) { prompt { id } } }`,
    { shared: isShared, content: `Say ${String(Math.random())}.` },
  );
  return createPrompt.prompt.id;
}
const setShared = (by: TestBrowser, id: string, isShared: boolean) =>
  by.query(
    "mutation ($id: ID!, $shared: Boolean) { updatePrompt(id: $id, input: { shared: $shared }) { problems { code } } }",
    { id, shared: isShared },
  );

const VOTE = `mutation ($id: ID!, $value: VoteValue!) { vote(promptId: $id, value: $value) {
  prompt { id upvotes downvotes upvoteDifference viewerVote } problems { code field } } }`;
type Value = "UP" | "DOWN" | "NONE";
const vote = (id: number | string, value: Value, by = voter) => by.send(VOTE, { id: String(id), value });
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const answer = (id: string, upvotes: number, downvotes: number, viewerVote: Value) => ({
  vote: { prompt: { id, upvotes, downvotes, upvoteDifference: upvotes - downvotes, viewerVote }, problems: [] },
});
const expectCounts = async () => expect(await countersThatDiffer(await connection())).toBe(0);

/** For statements that the app does not send. */
async function connection() {
  const runner = site.dataSource.createQueryRunner();
  const client = (await runner.connect()) as { query(text: string): Promise<{ rows: unknown[] }> };
  await runner.release();
  return client as Parameters<typeof countersThatDiffer>[0];
}

test("a member has one vote a prompt, of the library or of another member, and may change it or take it back", async () => {
  for (const id of ["1", shared]) {
    expect((await vote(id, "UP")).data).toEqual(answer(id, 1, 0, "UP"));
    expect((await vote(id, "UP")).data).toEqual(answer(id, 1, 0, "UP"));
    expect((await vote(id, "DOWN")).data).toEqual(answer(id, 0, 1, "DOWN"));
    expect((await vote(id, "NONE")).data).toEqual(answer(id, 0, 0, "NONE"));
    expect((await vote(id, "NONE")).data).toEqual(answer(id, 0, 0, "NONE"));
  }
  await expectCounts();
});

test("nobody votes on their own, nor on what is not public; visitors and tokens that read have no vote", async () => {
  const own = await create(voter, true);
  const ownPrivate = await create(voter, false);
  for (const id of [own, ownPrivate])
    expect((await vote(id, "UP")).data).toEqual({
      vote: { prompt: null, problems: [{ code: "CANNOT_VOTE_OWN", field: null }] },
    });
  const privateOne = await create(author, false);
  const hidden = await create(author, true);
  await site.dataSource.query("update prompt set hidden = true where id = $1", [hidden]);
  const deleted = await create(author, true);
  await author.query("mutation ($id: ID!) { deletePrompt(id: $id) { undoableUntil } }", { id: deleted });
  for (const id of [privateOne, hidden, deleted, "999", "0", "x", "99999999999"])
    for (const value of ["UP", "DOWN", "NONE"] as const) expect(codeOf(await vote(id, value)), id).toBe("NOT_FOUND");
  expect(codeOf(await vote(1, "UP", person(site)))).toBe("UNAUTHENTICATED");
  const asToken = async (scope: "READ" | "WRITE") =>
    codeOf(await site.send(VOTE, { id: "1", value: "UP" }, await withToken(voter, scope)));
  expect([await asToken("READ"), await asToken("WRITE")]).toEqual(["FORBIDDEN", undefined]);
  const { prompt } = await person(site).query<{ prompt: object }>("{ prompt(id: 1) { upvotes viewerVote } }");
  expect(prompt).toEqual({ upvotes: 1, viewerVote: "NONE" });
  const { prompt: others } = await author.query<{ prompt: object }>("{ prompt(id: 1) { viewerVote } }");
  expect(others).toEqual({ viewerVote: "NONE" });
  await expectCounts();
});

test("a vote stays while its prompt is not shared, may be taken back without seeing it, and counts when it returns", async () => {
  const id = await create(author, true);
  await vote(id, "UP");
  await setShared(author, id, false);
  expect(codeOf(await vote(id, "DOWN"))).toBe("NOT_FOUND");
  await setShared(author, id, true);
  const { prompt } = await voter.query<{ prompt: object }>(
    "query ($id: ID!) { prompt(id: $id) { upvotes viewerVote } }",
    {
      id,
    },
  );
  expect(prompt).toEqual({ upvotes: 1, viewerVote: "UP" });
  await setShared(author, id, false);
  expect((await vote(id, "NONE")).data).toEqual({ vote: { prompt: null, problems: [] } });
  expect(codeOf(await vote(id, "NONE"))).toBe("NOT_FOUND");
  await expectCounts();
});

test("fifty votes at once of one member make one row", async () => {
  const values = Array.from({ length: 50 }, (_, index): Value => (index % 3 === 0 ? "DOWN" : "UP"));
  await Promise.all(values.map((value) => vote(shared, value)));
  expect(await site.dataSource.query("select count(*)::int as count from vote")).toEqual([{ count: 1 }]);
  await expectCounts();
});

/** Members without an account: their votes are written as the API writes them. */
async function crowd(name: string, size: number): Promise<string[]> {
  const ids = await insertUsers(
    site.dataSource,
    Array.from({ length: size }, (_, index) => `${name}-${String(index)}`),
  );
  return [...ids];
}

const CAST = `insert into vote (prompt_id, user_id, value) values ($1, $2, $3)
  on conflict (prompt_id, user_id) do update set value = excluded.value where vote.value <> excluded.value`;

test("the votes of 200 members who change their minds at the same time are counted exactly", async () => {
  const voters = await crowd("Flipping", 200);
  await Promise.all(
    voters.map(async (id, index) => {
      for (const value of [1, -1, 1]) await site.dataSource.query(CAST, [shared, id, index % 4 === 0 ? -value : value]);
      if (index % 5 === 0) await site.dataSource.query("delete from vote where user_id = $1", [id]);
    }),
  );
  await expectCounts();
  const [row] = await site.dataSource.query<object[]>("select upvotes, downvotes from prompt where id = $1", [shared]);
  expect(row).toEqual({ upvotes: 120, downvotes: 40 });
});

test("counters equal a recount after 10,000 random changes", { timeout: 120_000 }, async () => {
  const voters = await crowd("Random", 40);
  const writers = await crowd("Writer", 4);
  const texts = [{ locale: "en" as const, title: "T", content: "C" }];
  const prompts = await insertPrompts(
    site.dataSource,
    Array.from({ length: 30 }, (_, index) => ({ authorId: writers[index % 4] ?? "", texts, tags: ["code"] })),
  );
  let state = 11;
  const random = (below: number) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % below;
  const change = async () => {
    const kind = random(100);
    const prompt = prompts[random(prompts.length)];
    const by = voters[random(voters.length)];
    if (kind < 70) await site.dataSource.query(CAST, [prompt, by, random(3) > 0 ? 1 : -1]);
    else if (kind < 85)
      await site.dataSource.query("delete from vote where prompt_id = $1 and user_id = $2", [prompt, by]);
    else if (kind < 97) await site.dataSource.query("update prompt set shared = not shared where id = $1", [prompt]);
    else if (kind < 99) await site.dataSource.query("delete from prompt where id = $1", [prompt]);
    else await site.dataSource.query("delete from user_account where id = $1", [by]);
  };
  const ended: unknown[] = [];
  for (let times = 0; times < 1250; times += 1) {
    // A voter or prompt that has just gone cannot be voted with.
    const results = await Promise.allSettled(Array.from({ length: 8 }, change));
    for (const result of results)
      if (result.status === "rejected") ended.push((result.reason as { code?: string }).code);
  }
  // Rows that are gone: a foreign key.
  expect(new Set(ended)).toEqual(new Set(["23503"]));
  await expectCounts();
});

test("an account that is deleted takes its votes back, while others vote on the same prompts", async () => {
  const leaving = await confirmedMember(site, "Leaving");
  const staying = await member(site, "Staying");
  for (let id = 1; id <= 20; id += 1) await vote(id, id % 2 === 0 ? "UP" : "DOWN", leaving);
  const deletion = leaving.send(`mutation { deleteAccount(input: { password: "${PASSWORD}" }) { accepted } }`);
  const votes = Array.from({ length: 20 }, (_, index) => vote(20 - index, "UP", staying));
  expect((await deletion).data).toEqual({ deleteAccount: { accepted: true } });
  expect((await Promise.all(votes)).map(codeOf)).toEqual(Array.from({ length: 20 }, () => undefined));
  expect(await site.dataSource.query("select distinct upvotes, downvotes from prompt where id <= 20")).toEqual([
    { upvotes: 1, downvotes: 0 },
  ]);
  await expectCounts();
});

test("votes are announced to no page: their counts may be a minute old", async () => {
  const before = await site.dataSource.query<{ updated_at: Date }[]>("select updated_at from prompt where id = $1", [
    shared,
  ]);
  await vote(shared, "UP");
  expect(await site.dataSource.query("select updated_at from prompt where id = $1", [shared])).toEqual(before);
});

test("the votes of a page's prompts are read in one statement", async () => {
  const ask = (count: number) => () =>
    voter.query("query ($ids: [ID!]!) { promptsByIds(ids: $ids) { viewerVote } }", {
      ids: Array.from({ length: count }, (_, index) => String(index + 1)),
    });
  await vote(1, "DOWN");
  expect(await ask(2)()).toEqual({ promptsByIds: [{ viewerVote: "DOWN" }, { viewerVote: "NONE" }] });
  expect(await statementsOf(ask(20))).toHaveLength((await statementsOf(ask(1))).length);
});

test("past the limit of an hour votes are refused", async () => {
  const [row] = await voter
    .query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }")
    .then((data) => [data]);
  await site.dataSource.query("insert into rate_limit (key, started_at, hits) values ($1, now(), 600)", [
    `write-vote account=${row?.viewer.user.id ?? ""}`,
  ]);
  expect(codeOf(await vote(1, "UP"))).toBe("RATE_LIMITED");
});
