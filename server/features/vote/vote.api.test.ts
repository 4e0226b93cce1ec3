import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertActors, TEST_CALLER } from "../../platform/testing/actors";
import { isDeep } from "../../platform/testing/deep";
import { confirmedMember, member, PASSWORD, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { seededRandom } from "../../platform/testing/random";
import { countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { vote } from "./vote.service";
import { VoteValue } from "./vote.type";

let site: TestApp;
let voter: TestBrowser;
let other: TestBrowser;
let author: TestBrowser;

beforeAll(async () => {
  site = await createTestApp();
  voter = await member(site, "Voter");
  other = await member(site, "Other");
  author = await confirmedMember(site, "Author");
});
beforeEach(async () => {
  await site.dataSource.query("delete from vote");
  await site.dataSource.query("delete from rate_limit");
});
afterAll(async () => {
  await site.close();
});

const VOTE = `mutation ($id: ID!, $value: VoteValue!) { vote(promptId: $id, value: $value) {
  prompt { upvotes downvotes upvoteDifference viewerVote } problems { code field limit } } }`;

type Value = keyof typeof VoteValue;
const cast = (id: number | string, value: Value, by = voter) => by.send(VOTE, { id: String(id), value });
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;
const counted = (upvotes: number, downvotes: number, viewerVote: Value) => ({
  vote: { prompt: { upvotes, downvotes, upvoteDifference: upvotes - downvotes, viewerVote }, problems: [] },
});
const refused = (code: string, limit: number | null = null) => ({
  vote: { prompt: null, problems: [{ code, field: null, limit }] },
});

let written = 0;
async function write(by = author, shared = true): Promise<string> {
  // Nothing is shared twice.
  const content = `Say ${String((written += 1))}.`;
  const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation ($content: String!, $shared: Boolean) {
      createPrompt(texts: { locale: EN, title: "Voted", content: $content }, tags: ["write"], shared: $shared) { prompt { id } } }`,
    { content, shared },
  );
  return createPrompt.prompt.id;
}
const setShared = (id: string, shared: boolean) =>
  author.query(
    "mutation ($id: ID!, $shared: Boolean) { updatePrompt(promptId: $id, shared: $shared) { problems { code } } }",
    { id, shared },
  );
async function voteOf(id: number | string, by = voter): Promise<unknown> {
  const { prompt } = await by.query<{ prompt: { viewerVote: Value } | null }>(
    "query ($id: ID!) { prompt(id: $id) { viewerVote } }",
    { id: String(id) },
  );
  return prompt?.viewerVote;
}
const deleteAccount = (by: TestBrowser) => by.send(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
async function rows(): Promise<number> {
  return (await site.dataSource.query<unknown[]>("select 1 from vote")).length;
}

/** Compares the counters of every prompt with the votes. */
async function expectCounts(): Promise<void> {
  const wrong = await site.dataSource.query<unknown[]>(
    `select id, upvotes, downvotes, upvote_difference, up, down from prompt
     left join (select prompt_id, count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down from vote group by 1) counted
       on prompt_id = id
     where (upvotes, downvotes, upvote_difference) is distinct from (coalesce(up, 0), coalesce(down, 0), coalesce(up, 0) - coalesce(down, 0))`,
  );
  expect(wrong).toEqual([]);
}

async function deadlocks(): Promise<number> {
  // Statistics are written a moment after a session is idle.
  await site.dataSource.query("select pg_stat_force_next_flush()");
  const [row] = await site.dataSource.query<{ deadlocks: number }[]>(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  return row?.deadlocks ?? NaN;
}

const VALUES = [VoteValue.UP, VoteValue.DOWN, VoteValue.NONE];

test("a member votes up, down, and takes it back; a prompt of the library or of another member", async () => {
  for (const id of ["1", await write()]) {
    expect((await cast(id, "UP")).data).toEqual(counted(1, 0, "UP"));
    expect((await cast(id, "DOWN", other)).data).toEqual(counted(1, 1, "DOWN"));
    expect((await cast(id, "DOWN")).data).toEqual(counted(0, 2, "DOWN"));
    expect((await cast(id, "NONE")).data).toEqual(counted(0, 1, "NONE"));
    expect((await cast(id, "NONE")).data).toEqual(counted(0, 1, "NONE"));
    expect((await cast(id, "UP")).data).toEqual(counted(1, 1, "UP"));
    expect([await voteOf(id), await voteOf(id, other), await voteOf(id, author)]).toEqual(["UP", "DOWN", "NONE"]);
  }
  await expectCounts();
});

test("each of two votes in one request is answered with its own result", async () => {
  const both = await voter.query(
    `mutation { up: vote(promptId: "7", value: UP) { prompt { viewerVote upvoteDifference } }
      down: vote(promptId: "7", value: DOWN) { prompt { viewerVote upvoteDifference } } }`,
  );
  expect(both).toEqual({
    up: { prompt: { viewerVote: "UP", upvoteDifference: 1 } },
    down: { prompt: { viewerVote: "DOWN", upvoteDifference: -1 } },
  });
});

test("the same vote again writes nothing", async () => {
  await cast(1, "UP");
  const state = () =>
    site.dataSource.query<unknown>(
      "select v.xmin::text as vote, p.xmin::text as prompt, v.created_at from vote v, prompt p where p.id = 1",
    );
  const before = await state();
  expect((await cast(1, "UP")).data).toEqual(counted(1, 0, "UP"));
  expect(await state()).toEqual(before);
  await cast(1, "NONE");
  const [, without] = [await cast(1, "NONE"), await rows()];
  expect(without).toBe(0);
});

test("who may vote: members, and programs with a token that writes", async () => {
  const id = await write();
  const moderator = await member(site, "Curator");
  await site.dataSource.query(
    "update account set is_moderator = true where user_id = (select id from user_account where username = 'Curator')",
  );
  const token = async (scope: "READ" | "WRITE", by = voter) =>
    site.send(VOTE, { id, value: "UP" }, await withToken(by, scope));
  expect(codeOf(await cast(id, "UP", person(site)))).toBe("UNAUTHENTICATED");
  expect(codeOf(await token("READ"))).toBe("FORBIDDEN");
  expect(await rows()).toBe(0);
  expect((await token("WRITE")).data).toEqual(counted(1, 0, "UP"));
  expect((await cast(id, "UP", other)).data).toEqual(counted(2, 0, "UP"));
  expect((await cast(id, "UP", moderator)).data).toEqual(counted(3, 0, "UP"));
  expect((await cast(id, "UP", author)).data).toEqual(refused("CANNOT_VOTE_OWN"));
  expect((await token("WRITE", author)).data).toEqual(refused("CANNOT_VOTE_OWN"));
  expect(await voteOf(id, person(site))).toBe("NONE");
});

test("nobody votes for their own prompt, shared or not, whichever vote it is", async () => {
  for (const id of [await write(), await write(author, false)]) {
    for (const value of VALUES) expect((await cast(id, value, author)).data).toEqual(refused("CANNOT_VOTE_OWN"));
  }
  expect(await rows()).toBe(0);
});

test("a prompt that the member may not see answers as one that does not exist, and stores nothing", async () => {
  const secret = await write(author, false);
  const hidden = await write();
  await site.dataSource.query("update prompt set hidden = true where id = $1", [hidden]);
  const deleted = await write();
  await author.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }", { id: deleted });
  const numbers = [secret, hidden, deleted, "999", "0", "-1", "2147483648", "x", "1e0", "1 or 1=1"];
  const messages = new Set<string>();
  for (const id of numbers) {
    for (const value of VALUES) {
      const answer = await cast(id, value);
      expect([id, codeOf(answer)]).toEqual([id, "NOT_FOUND"]);
      messages.add(answer.errors?.[0]?.message ?? "");
    }
  }
  expect(messages.size).toBe(1);
  expect(codeOf(await cast(deleted, "UP", author))).toBe("NOT_FOUND");
  expect(await rows()).toBe(0);
});

test("votes stay when a prompt is not shared any more, cannot be changed then, and count again afterwards", async () => {
  const id = await write();
  await cast(id, "UP");
  await setShared(id, false);
  expect(codeOf(await cast(id, "NONE"))).toBe("NOT_FOUND");
  expect(await voteOf(id)).toBeUndefined();
  await setShared(id, true);
  expect(await voteOf(id)).toBe("UP");
  expect((await cast(id, "UP", other)).data).toEqual(counted(2, 0, "UP"));
  await author.query("mutation ($id: ID!) { deletePrompt(promptId: $id) { problems { code } } }", { id });
  await author.query("mutation ($id: ID!) { undoDeletePrompt(promptId: $id) { problems { code } } }", { id });
  expect((await cast(id, "UP")).data).toEqual(counted(2, 0, "UP"));
  await site.dataSource.query("delete from prompt where id = $1", [id]);
  expect(await rows()).toBe(0);
});

test("the prompts that most members vote for come first", async () => {
  await cast(5, "UP");
  await cast(5, "UP", other);
  await cast(9, "UP");
  await cast(3, "DOWN");
  const { prompts } = await site.query<{ prompts: { nodes: { id: string }[] } }>(
    `{ prompts(locale: EN, first: 100, orderBy: { field: UPVOTE_DIFFERENCE, direction: DESC }) { nodes { id } } }`,
  );
  expect(prompts.nodes.slice(0, 2).map(({ id }) => id)).toEqual(["5", "9"]);
  const { prompts: last } = await site.query<{ prompts: { nodes: { id: string }[] } }>(
    `{ prompts(locale: EN, first: 1, orderBy: { field: UPVOTE_DIFFERENCE, direction: ASC }) { nodes { id } } }`,
  );
  expect(last.nodes.map(({ id }) => id)).toEqual(["3"]);
});

test("fifty votes of one member at once make one row", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => cast(7, "UP")));
  expect(answers.map(({ data }) => data)).toEqual(answers.map(() => counted(1, 0, "UP")));
  expect(await rows()).toBe(1);
  await Promise.all(Array.from({ length: 50 }, (_, index) => cast(7, index % 2 === 0 ? "DOWN" : "NONE")));
  expect(await rows()).toBeLessThanOrEqual(1);
  await expectCounts();
});

/** Who change their minds at once. */
const CROWD = isDeep ? 200 : 50;

test("a crowd of members who change their minds at once are counted exactly", async () => {
  const members = await insertActors(site.dataSource, "Crowd", CROWD);
  const before = await deadlocks();
  for (const round of [0, 1, 2]) {
    const waiting = members.map((actor, index) => ({ actor, value: VALUES[(index + round) % VALUES.length] }));
    // Some more at once than there are connections.
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await vote(site.dataSource, next.actor, 11, next.value ?? VoteValue.NONE);
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    await expectCounts();
  }
  const [row] = await site.dataSource.query<object[]>("select upvotes, downvotes from prompt where id = 11");
  // In turns: up, down, none.
  expect(row).toEqual({ upvotes: Math.ceil(CROWD / 3), downvotes: Math.floor(CROWD / 3) });
  expect(await deadlocks()).toBe(before);
});

const RANDOM_CHANGES = isDeep ? 10_000 : 1000;
const LEAVING = isDeep ? 6 : 2;

test("after many random changes on many connections, the counters equal a recount", async () => {
  const random = seededRandom(20261123);
  const before = await deadlocks();
  const members = await insertActors(site.dataSource, "Random", 20);
  const leaving = await Promise.all(
    Array.from({ length: LEAVING }, (_, index) => confirmedMember(site, `Random-leaving-${String(index)}`)),
  );
  const leavingActors = await site.dataSource.query<{ user_id: string; id: string }[]>(
    "select s.user_id, s.id from session s join user_account u on u.id = s.user_id where username like 'Random-leaving-%'",
  );
  for (const { user_id: userId, id: sessionId } of leavingActors)
    members.push({ kind: "session", caller: TEST_CALLER, userId, sessionId, isModerator: false });
  const insert = `insert into prompt (origin, author_id, source_locale, shared)
    select 'COMMUNITY', id, 'en', true from user_account where id = $1`;
  for (const { userId } of members) await site.dataSource.query(insert, [userId]);
  const readIds = () =>
    site.dataSource.query<{ id: number }[]>("select id from prompt where id <= 20 or origin = 'COMMUNITY' order by id");
  let prompts = await readIds();
  const one = async (): Promise<void> => {
    const [what, pick, way] = [random(1000), random(1000), random(3)];
    const id = prompts[pick % prompts.length]?.id ?? 1;
    const actor = members[random(members.length)];
    if (!actor) throw new Error("There is nobody.");
    if (what < 40) {
      await site.dataSource.query("update prompt set shared = not shared where id = $1 and origin = 'COMMUNITY'", [id]);
    } else if (what < 45) {
      await site.dataSource.query("delete from prompt where id = $1 and origin = 'COMMUNITY'", [id]);
    } else if (what < 55) {
      await site.dataSource.query(insert, [actor.userId]).catch(ignoreMissing);
      prompts = await readIds();
    } else if (what < 800) {
      await site.dataSource
        .query(
          `with chosen as (
             select p.id from prompt p where p.id = $2 and p.author_id is distinct from $1::bigint for no key update
           )
           insert into vote (user_id, prompt_id, value) select $1, id, $3 from chosen
           on conflict (user_id, prompt_id) do update set value = excluded.value`,
          [actor.userId, id, way === 0 ? -1 : 1],
        )
        .catch(ignoreMissing);
    } else await vote(site.dataSource, actor, id, VALUES[way] ?? VoteValue.NONE).catch(ignoreMissing);
  };
  let left = RANDOM_CHANGES;
  let failed = false;
  const worker = async () => {
    try {
      for (let step = (left -= 1); !failed && step >= 0; step = left -= 1) {
        if (step % 500 === 0) await site.dataSource.query("delete from rate_limit");
        if (step === 0 || step % Math.floor(RANDOM_CHANGES / (LEAVING + 0.5)) !== 0) await one();
        else expect((await deleteAccount(leaving.pop() ?? person(site))).errors).toBeUndefined();
      }
    } catch (error) {
      // The others must not go on in the next test.
      failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, worker));
  expect(ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []))).toEqual([]);
  expect(leaving.length).toBe(0);
  expect(await rows()).toBeGreaterThan(RANDOM_CHANGES / 10);
  expect(await deadlocks()).toBe(before);
  await expectCounts();
});

/** The prompt or the member was deleted, or the prompt is not shared. */
function ignoreMissing(error: unknown): void {
  if (error instanceof Error && /no prompt with this number|Sign in first|foreign key/.test(error.message)) return;
  throw error;
}

test("past the limit a vote is refused, but one that is there can be changed and taken back", async () => {
  const [actor] = await insertActors(site.dataSource, "Busy", 1);
  if (!actor) throw new Error("There is nobody.");
  const up = (id: number, value = VoteValue.UP) => vote(site.dataSource, actor, id, value, 2);
  expect(await up(1)).toEqual([]);
  expect(await up(2)).toEqual([]);
  expect(await up(3)).toEqual([{ code: "TOO_MANY", field: null, limit: 2 }]);
  expect(await up(2, VoteValue.DOWN)).toEqual([]);
  expect(await up(1, VoteValue.NONE)).toEqual([]);
  expect(await up(3)).toEqual([]);
  await expectCounts();
});

test("the 601st call within an hour is refused, also of calls that change nothing; the 101st within a day of a new member", async () => {
  await site.dataSource.query("delete from rate_limit");
  const answers = [];
  const fromNewcomer = [];
  // The others of the hundred are as good as made.
  const callTimes = (hits: number) =>
    site.dataSource.query("update rate_limit set hits = hits + $1 where key like 'write-vote %'", [hits]);
  fromNewcomer.push(codeOf(await cast(1, "UP")));
  await callTimes(97);
  for (let call = 0; call < 3; call += 1) fromNewcomer.push(codeOf(await cast(1, "UP")));
  expect(fromNewcomer).toEqual([undefined, undefined, undefined, "RATE_LIMITED"]);
  const ofVoter = "(select id from user_account where username = 'Voter')";
  await site.dataSource.query(`update user_account set created_at = now() - interval '8 days' where id = ${ofVoter}`);
  expect(codeOf(await cast(1, "UP"))).toBe("RATE_LIMITED");
  await site.dataSource.query(`update account set email_confirmed_at = now() where user_id = ${ofVoter}`);
  await site.dataSource.query("delete from rate_limit");
  answers.push(codeOf(await cast(1, "UP")));
  await callTimes(597);
  for (let call = 0; call < 3; call += 1) answers.push(codeOf(await cast(call % 2 === 0 ? 999 : 1, "UP")));
  expect(answers).toEqual([undefined, "NOT_FOUND", undefined, "RATE_LIMITED"]);
  expect(codeOf(await cast(1, "UP", other))).toBeUndefined();
});

test("a page of prompts takes as many statements as one prompt", async () => {
  await cast(1, "UP");
  await cast(2, "DOWN");
  const ask = (count: number) => () =>
    voter.query(
      `query ($first: Int) { prompts(locale: EN, first: $first) { nodes { viewerVote viewerHasFavorited } } }`,
      {
        first: count,
      },
    );
  // What a connection says once.
  await ask(1)();
  expect(await statementsOf(ask(100))).toHaveLength((await statementsOf(ask(1))).length);
  const visitor = (fields: string) => () => site.query(`{ prompts(locale: EN, first: 20) { nodes { ${fields} } } }`);
  expect(await statementsOf(visitor("id viewerVote"))).toHaveLength((await statementsOf(visitor("id"))).length);
});

test("each member is told their own votes only", async () => {
  await cast(1, "UP");
  await cast(2, "DOWN", other);
  const votes = async (by: TestBrowser) =>
    (
      await by.query<{ promptsByIds: { viewerVote: Value }[] }>(`{ promptsByIds(ids: ["1", "2", "3"]) { viewerVote } }`)
    ).promptsByIds.map(({ viewerVote }) => viewerVote);
  expect(await Promise.all([voter, other, author, person(site)].map(votes))).toEqual([
    ["UP", "NONE", "NONE"],
    ["NONE", "DOWN", "NONE"],
    ["NONE", "NONE", "NONE"],
    ["NONE", "NONE", "NONE"],
  ]);
});

test("a session that has ended since the request began votes no more", async () => {
  const [actor] = await insertActors(site.dataSource, "Ended", 1);
  if (!actor) throw new Error("There is nobody.");
  await site.dataSource.query("delete from session where id = $1", [actor.sessionId]);
  await expect(vote(site.dataSource, actor, 1, VoteValue.UP)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await rows()).toBe(0);
});

describe("accounts that are deleted", () => {
  test("take their votes back, counters included", async () => {
    const leaving = await confirmedMember(site, "Leaving");
    const own = await write(leaving);
    for (const id of [1, 2, await write()]) await cast(id, "UP", leaving);
    await cast(own, "UP");
    await cast(2, "DOWN");
    await cast(3, "DOWN", leaving);
    expect((await deleteAccount(leaving)).data).toEqual({ deleteAccount: { accepted: true } });
    await expectCounts();
    expect(await rows()).toBe(1);
  });

  test("and who vote for each other's prompts and for all of the library, while others vote and add hearts, cause no deadlock", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Cross-${String(index)}`);
    const members = await Promise.all(names.map((name) => confirmedMember(site, name)));
    const own: string[] = [];
    for (const by of members) own.push(await write(by), await write(by));
    await site.dataSource.query(
      `insert into vote (user_id, prompt_id, value) select u.id, p.id, 1 from user_account u, prompt p
       where u.username = any($1) and (p.origin = 'LIBRARY' or p.id = any($2)) and p.author_id is distinct from u.id`,
      [names, own],
    );
    const strangers = await insertActors(site.dataSource, "Stranger", 4);
    const before = await deadlocks();
    const random = seededRandom(5);
    const stop = new AbortController();
    let votes = 0;
    const voting = strangers.map(async (actor) => {
      for (; !stop.signal.aborted; votes += 1) {
        const id = random(2) === 0 ? random(278) + 1 : Number(own[random(own.length)]);
        await vote(site.dataSource, actor, id, VALUES[random(3)] ?? VoteValue.UP).catch(ignoreMissing);
      }
    });
    const hearts = (async () => {
      while (!stop.signal.aborted) {
        const id = String(random(278) + 1);
        const name = random(2) === 0 ? "addFavorite" : "removeFavorite";
        await other.send(`mutation ($id: ID!) { ${name}(promptId: $id) { problems { code } } }`, { id });
      }
    })();
    const answers = await Promise.all(members.map(deleteAccount)).finally(() => stop.abort());
    await Promise.all([...voting, hearts]);
    expect(votes).toBeGreaterThan(20);
    expect(answers.map(({ data, errors }) => errors ?? data)).toEqual(
      members.map(() => ({ deleteAccount: { accepted: true } })),
    );
    expect(await deadlocks()).toBe(before);
    await expectCounts();
  });

  test("do not stop others from voting while what takes long is deleted", async () => {
    const leaving = await confirmedMember(site, "Slow");
    await cast(1, "UP", leaving);
    const secret = await write(leaving, false);
    const holder = site.dataSource.createQueryRunner();
    await holder.startTransaction();
    // Stands for thousands of prompts, which take as long.
    await holder.query("select 1 from prompt where id = $1 for update", [secret]);
    const deleted = deleteAccount(leaving);
    await expect.poll(() => countLockWaiters(site.dataSource)).toBe(1);
    expect((await cast(1, "UP")).data).toEqual(counted(2, 0, "UP"));
    await holder.rollbackTransaction();
    await holder.release();
    expect((await deleted).data).toEqual({ deleteAccount: { accepted: true } });
    await expectCounts();
  });

  test("and a vote at the same moment, leave no vote behind", async () => {
    const leaving = await confirmedMember(site, "Hasty");
    await Promise.all([deleteAccount(leaving), ...Array.from({ length: 20 }, (_, id) => cast(id + 1, "UP", leaving))]);
    expect(await rows()).toBe(0);
    await expectCounts();
  });
});
