import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction";
import { insertActors } from "../../platform/testing/actors";
import { isDeep } from "../../platform/testing/deep";
import { confirmedMember, member, PASSWORD, person, type TestBrowser, withToken } from "../../platform/testing/member";
import { seededRandom } from "../../platform/testing/random";
import { countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { rowId } from "../../platform/testing/posting";
import { addFavorite, moveFavorite, removeFavorite } from "./favorite.service";

let site: TestApp;
let keeper: TestBrowser;
let author: TestBrowser;
let keeperId: string;

beforeAll(async () => {
  site = await createTestApp();
  keeper = await member(site, "Keeper");
  author = await confirmedMember(site, "Author");
  const { viewer } = await keeper.query<{ viewer: { user: { id: string } } }>("{ viewer { user { id } } }");
  keeperId = rowId(viewer.user.id);
});
beforeEach(async () => {
  await site.dataSource.query("delete from favorite");
});
afterAll(async () => {
  await site.close();
});

const ADD = `mutation ($id: ID!) { addFavorite(promptId: $id) { prompt { id favoriteCount viewerHasFavorited } problems { code limit } } }`;
const REMOVE = `mutation ($id: ID!) { removeFavorite(promptId: $id) { prompt { id favoriteCount viewerHasFavorited } problems { code } } }`;
const MOVE = `mutation ($id: ID!, $before: ID) { moveFavorite(promptId: $id, beforePromptId: $before) { viewer { user { username } } problems { code } } }`;
const LIST = `query ($first: Int, $after: String, $orderBy: FavoriteOrder) { viewer { favorites(first: $first, after: $after, orderBy: $orderBy) {
  totalCount hiddenCount pageInfo { hasNextPage endCursor } nodes { createdAt prompt { id text(locale: EN) { title } } } } } }`;

interface Favorites {
  totalCount: number;
  hiddenCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string };
  nodes: { createdAt: string; prompt: { id: string } }[];
}

const add = (id: number | string, by = keeper) => by.send(ADD, { id: String(id) });
const remove = (id: number | string, by = keeper) => by.send(REMOVE, { id: String(id) });
const move = (id: number, before?: number) => keeper.send(MOVE, { id: String(id), before: before && String(before) });
async function favorites(variables: Record<string, unknown> = {}, by = keeper): Promise<Favorites> {
  return (await by.query<{ viewer: { favorites: Favorites } }>(LIST, variables)).viewer.favorites;
}
const order = async (by = keeper) => (await favorites({ first: 100 }, by)).nodes.map(({ prompt }) => Number(prompt.id));
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;

let texts = 0;
/** Nothing is shared twice. */
const newText = () => `Say {{what}} ${(texts += 1)} times.`;

async function share(title: string): Promise<string> {
  const { createPrompt } = await author.query<{ createPrompt: { prompt: { id: string } } }>(
    `mutation ($title: String!, $content: String!) { createPrompt(texts: { locale: EN, title: $title, content: $content }, shared: true) { prompt { id } } }`,
    { title, content: newText() },
  );
  return createPrompt.prompt.id;
}
const setShared = (id: string, shared: boolean) =>
  author.query(
    "mutation ($id: ID!, $shared: Boolean) { updatePrompt(promptId: $id, shared: $shared) { problems { code } } }",
    { id, shared },
  );

/** Compares the counter of every prompt with its rows. */
async function expectCounts(): Promise<void> {
  const wrong = await site.dataSource.query<unknown[]>(
    `select id, favorite_count, counted.count from prompt
     left join (select prompt_id, count(*)::int as count from favorite group by prompt_id) counted on counted.prompt_id = id
     where favorite_count <> coalesce(counted.count, 0)`,
  );
  expect(wrong).toEqual([]);
}

test("a favourite is added at the top once, and taken away", async () => {
  expect((await add(1)).data).toEqual({
    addFavorite: { prompt: { id: "1", favoriteCount: 1, viewerHasFavorited: true }, problems: [] },
  });
  await add(2);
  await add(1);
  expect(await order()).toEqual([2, 1]);
  expect(await order(author)).toEqual([]);
  expect(await favorites()).toMatchObject({ totalCount: 2, hiddenCount: 0 });
  expect((await remove(2)).data).toEqual({
    removeFavorite: { prompt: { id: "2", favoriteCount: 0, viewerHasFavorited: false }, problems: [] },
  });
  expect((await remove(2)).errors).toBeUndefined();
  expect(await order()).toEqual([1]);
  await expectCounts();
});

test("only prompts that the member may see are added; a visitor and a token that reads add nothing", async () => {
  const id = await share("Taken back");
  await setShared(id, false);
  for (const number of [id, "999", "0", "x"]) {
    expect(codeOf(await add(number))).toBe("NOT_FOUND");
    expect(codeOf(await remove(number))).toBe("NOT_FOUND");
  }
  expect(codeOf(await add(id, author))).toBeUndefined();
  expect(codeOf(await add(1, person(site)))).toBe("UNAUTHENTICATED");
  expect(codeOf(await site.send(ADD, { id: "1" }, await withToken(keeper, "READ")))).toBe("FORBIDDEN");
  expect(codeOf(await site.send(ADD, { id: "1" }, await withToken(keeper, "WRITE")))).toBeUndefined();
  expect(await order()).toEqual([1]);
  const { prompt } = await person(site).query<{ prompt: object }>("{ prompt(id: 1) { viewerHasFavorited } }");
  expect(prompt).toEqual({ viewerHasFavorited: false });
});

test("a favourite that is not shared any more is hidden and counted, and returns; a deleted one is gone", async () => {
  const id = await share("Comes and goes");
  await add(id);
  await add(1);
  await setShared(id, false);
  expect(await favorites()).toMatchObject({ totalCount: 1, hiddenCount: 1, nodes: [{ prompt: { id: "1" } }] });
  await setShared(id, true);
  expect(await favorites()).toMatchObject({ totalCount: 2, hiddenCount: 0 });
  await setShared(id, false);
  // It may be taken away without being seen.
  expect((await remove(id)).data).toEqual({ removeFavorite: { prompt: null, problems: [] } });
  expect(await favorites()).toMatchObject({ totalCount: 1, hiddenCount: 0 });
  await setShared(id, true);
  await add(id);
  await site.dataSource.query("delete from prompt where id = $1", [id]);
  expect(await favorites()).toMatchObject({ totalCount: 1, hiddenCount: 0 });
});

test("favourites are moved in front of one another and to the end, each by writing one row", async () => {
  for (const id of [4, 3, 2, 1]) await add(id);
  const positions = () =>
    site.dataSource.query<{ prompt_id: number; position: string }[]>(
      "select prompt_id, position from favorite order by 1",
    );
  const before = await positions();
  await move(4, 2);
  expect(await order()).toEqual([1, 4, 2, 3]);
  const after = await positions();
  expect(after.filter(({ position }, index) => position !== before[index]?.position)).toHaveLength(1);
  await move(1);
  expect(await order()).toEqual([4, 2, 3, 1]);
  await move(1, 4);
  await move(2, 2);
  expect(await order()).toEqual([1, 4, 2, 3]);
  expect(codeOf(await move(9, 1))).toBe("NOT_FOUND");
  expect(codeOf(await move(1, 9))).toBe("NOT_FOUND");
});

test("keys that have grown long are made anew, and the order stays", async () => {
  for (const id of [3, 2, 1]) await add(id);
  // As after hundreds of moves.
  await site.dataSource.query("update favorite set position = 'a0' || repeat('V', 60) || prompt_id");
  // Each goes between the other two.
  for (let times = 0; times < 60; times += 1) await move(times % 2 === 0 ? 3 : 2, times % 2 === 0 ? 2 : 3);
  expect(await order()).toEqual([1, 2, 3]);
  const [row] = await site.dataSource.query<{ longest: number }[]>(
    "select max(length(position)) as longest from favorite",
  );
  expect(row?.longest).toBeLessThanOrEqual(65);
});

test.each(["ASC", "DESC"])("pages in either order have everything once (%s)", async (direction) => {
  for (const id of [5, 4, 3, 2, 1]) await add(id);
  await move(1, 4);
  for (const [field, expected] of [
    ["POSITION", [2, 3, 1, 4, 5]],
    ["CREATED_AT", [5, 4, 3, 2, 1]],
  ] as const) {
    const seen: number[] = [];
    let after: string | null = null;
    for (let more = true; more;) {
      const page = await favorites({ first: 2, after, orderBy: { field, direction } });
      seen.push(...page.nodes.map(({ prompt }) => Number(prompt.id)));
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }
    expect(seen).toEqual(direction === "ASC" ? expected : [...expected].reverse());
  }
});

test("fifty hearts at once make one row, and twenty moves at once an order of all", async () => {
  await Promise.all(Array.from({ length: 50 }, () => add(7)));
  expect(await favorites()).toMatchObject({ totalCount: 1 });
  expect((await add(7)).data).toMatchObject({ addFavorite: { prompt: { favoriteCount: 1 } } });
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  for (const id of ids) await add(id);
  await Promise.all(Array.from({ length: 20 }, (_, index) => move((index % 10) + 1, ((index * 7) % 10) + 1)));
  expect([...(await order())].sort((one, other) => one - other)).toEqual(ids);
  const [row] = await site.dataSource.query<{ distinct: number }[]>(
    "select count(distinct position)::int as distinct from favorite",
  );
  expect(row?.distinct).toBe(10);
});

test("past the limit a favourite is refused, but not one that is there", async () => {
  const { address, userAgent } = { address: "192.0.2.1", userAgent: "Test" };
  const [session] = await site.dataSource.query<{ id: string }[]>("select id from session where user_id = $1", [
    keeperId,
  ]);
  const actor = {
    kind: "session",
    caller: { address, userAgent },
    userId: keeperId,
    sessionId: session?.id ?? "",
    isModerator: false,
  } as const;
  const addUpTo = (id: number, limit: number) => addFavorite(site.dataSource, actor, id, limit);
  expect(await addUpTo(1, 2)).toEqual([]);
  expect(await addUpTo(2, 2)).toEqual([]);
  expect(await addUpTo(3, 2)).toEqual([{ code: "TOO_MANY", field: null, limit: 2 }]);
  expect(await addUpTo(2, 2)).toEqual([]);
  expect(await order()).toEqual([2, 1]);
});

const RANDOM_CHANGES = isDeep ? 10_000 : 1000;

test("after many random changes on many connections, the counters equal a recount", async () => {
  const random = seededRandom(20261123);
  const members = await insertActors(site.dataSource, "Counter", 12);
  const insert = `insert into prompt (origin, author_id, source_locale, shared)
    select 'COMMUNITY', id, 'en', true from user_account where id = $1`;
  for (const { userId } of members) await site.dataSource.query(insert, [userId]);
  const readIds = async () => {
    const rows = await site.dataSource.query<{ id: number }[]>(
      "select id from prompt where id <= 20 or origin = 'COMMUNITY' order by id",
    );
    return rows.map(({ id }) => id);
  };
  let prompts = await readIds();
  // Repeated after a deadlock, like every change of the site.
  const run = (statement: string, value: unknown) =>
    inTransaction(site.dataSource, (manager) => manager.query(statement, [value]));
  const one = async (): Promise<void> => {
    const what = random(1000);
    const id = prompts[random(prompts.length)];
    const before = prompts[random(prompts.length)];
    const index = random(members.length);
    const actor = members[index];
    if (!actor) throw new Error("There is nobody.");
    if (what < 40) {
      await run("update prompt set shared = not shared where id = $1 and origin = 'COMMUNITY'", id);
    } else if (what < 45) {
      await run("delete from prompt where id = $1 and origin = 'COMMUNITY'", id);
    } else if (what < 55) {
      await run(insert, actor.userId).catch(ignoreMissing);
      prompts = await readIds();
    } else if (what < 75 && members.length > 8) {
      members.splice(index, 1);
      await run("delete from user_account where id = $1", actor.userId);
    } else if (what < 560) await addFavorite(site.dataSource, actor, id).catch(ignoreMissing);
    else if (what < 900) await removeFavorite(site.dataSource, actor, id).catch(ignoreMissing);
    else await moveFavorite(site.dataSource, actor, id, before).catch(ignoreMissing);
  };
  let left = RANDOM_CHANGES;
  const worker = async () => {
    for (let step = (left -= 1); step >= 0; step = left -= 1) {
      if (step % 200 === 0) await site.dataSource.query("delete from rate_limit");
      await one();
    }
  };
  // A worker that failed ends them all: the others must not go on in the next test.
  const failing = () =>
    worker().catch((error: unknown) => {
      left = 0;
      return String(error);
    });
  const ends = await Promise.all(Array.from({ length: 8 }, failing));
  expect(ends.filter((end) => end !== undefined).join("\n")).toBe("");
  expect(members.length).toBeLessThan(12);
  const [kept] = await site.dataSource.query<{ count: number }[]>("select count(*)::int as count from favorite");
  expect(kept?.count).toBeGreaterThan(20);
  await expectCounts();
});

/** The prompt or the member was deleted, the prompt is not shared, or is no favourite. */
function ignoreMissing(error: unknown): void {
  if (
    error instanceof Error &&
    /no prompt with this number|not among your favourites|Sign in first|prompt_author_fk/.test(error.message)
  )
    return;
  throw error;
}

test("a page of favourites takes as many statements as one favourite", async () => {
  const list = (first: number) => () => favorites({ first });
  for (const id of [3, 2, 1]) await add(id);
  expect(await statementsOf(list(3))).toHaveLength((await statementsOf(list(1))).length);
  const ask = (count: number) => () =>
    keeper.query(`query ($ids: [ID!]!) { promptsByIds(ids: $ids) { viewerHasFavorited } }`, {
      ids: Array.from({ length: count }, (_, index) => String(index + 1)),
    });
  expect(await statementsOf(ask(20))).toHaveLength((await statementsOf(ask(1))).length);
});

describe("accounts that keep each other's prompts", () => {
  async function crossing(names: readonly string[]): Promise<TestBrowser[]> {
    const members = await Promise.all(names.map((name) => confirmedMember(site, name)));
    const ids: string[] = [];
    for (const by of members) {
      for (let count = 0; count < 3; count += 1) {
        const { createPrompt } = await by.query<{ createPrompt: { prompt: { id: string } } }>(
          `mutation ($content: String!) { createPrompt(texts: { locale: EN, title: "Kept", content: $content }, tags: ["write", "code"], shared: true) { prompt { id } } }`,
          { content: newText() },
        );
        ids.push(createPrompt.prompt.id);
      }
    }
    // Also everything of the library, which all of them would lock.
    await site.dataSource.query(
      `insert into favorite (user_id, prompt_id, position)
       select u.id, p.id, 'a' || p.id from user_account u, prompt p
       where u.username = any($1) and (p.origin = 'LIBRARY' or p.id = any($2))`,
      [names, ids],
    );
    return members;
  }
  const deleteAccount = (by: TestBrowser) =>
    by.send(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);

  test("are deleted at once, and nobody waits for a deadlock", async () => {
    const members = await crossing(Array.from({ length: 8 }, (_, index) => `Cross-${String(index)}`));
    const before = await deadlocks();
    const answers = await Promise.all(members.map(deleteAccount));
    expect(answers.map(({ data, errors }) => errors ?? data)).toEqual(
      members.map(() => ({ deleteAccount: { accepted: true } })),
    );
    expect(await deadlocks()).toBe(before);
    await expectCounts();
  });

  test("are deleted while an author changes the tags of a prompt that they keep", async () => {
    const members = await crossing(["Tagged-1", "Tagged-2", "Tagged-3"]);
    const id = await share("Often changed");
    for (const by of members) await add(id, by);
    const before = await deadlocks();
    const stop = new AbortController();
    const changes = (async () => {
      for (let times = 0; !stop.signal.aborted; times += 1) {
        const tags = times % 2 === 0 ? ["write", "code"] : ["seo"];
        await site.dataSource.query(
          "update prompt set tag_ids = array(select id from tag where slug = any($2)) where id = $1",
          [id, tags],
        );
      }
    })();
    for (const by of members) expect((await deleteAccount(by)).errors).toBeUndefined();
    stop.abort();
    await changes;
    expect(await deadlocks()).toBe(before);
    await expectCounts();
  });

  test("are deleted without stopping others from using what they kept", async () => {
    const [leaving] = await crossing(["Leaving"]);
    if (!leaving) throw new Error("There is no member.");
    const { createPrompt } = await leaving.query<{ createPrompt: { prompt: { id: string } } }>(
      `mutation { createPrompt(texts: { locale: EN, title: "Private", content: "Say." }) { prompt { id } } }`,
    );
    const holder = site.dataSource.createQueryRunner();
    await holder.startTransaction();
    // Stands for thousands of prompts, which take as long.
    await holder.query("select 1 from prompt where id = $1 for update", [createPrompt.prompt.id]);
    const deleted = deleteAccount(leaving);
    await expect.poll(() => countLockWaiters(site.dataSource)).toBe(1);
    const copied = await person(site).send(`mutation { recordCopy(promptId: "1") { prompt { id } } }`);
    expect(copied.errors).toBeUndefined();
    expect((await add(1, author)).errors).toBeUndefined();
    await holder.rollbackTransaction();
    await holder.release();
    expect((await deleted).data).toEqual({ deleteAccount: { accepted: true } });
    await expectCounts();
  });

  test("are not deleted, and lock nothing, while a prompt that they keep is being changed for long", async () => {
    const [leaving] = await crossing(["Leaving-2"]);
    if (!leaving) throw new Error("There is no member.");
    const id = await share("Held for long");
    await add(id, leaving);
    const holder = site.dataSource.createQueryRunner();
    await holder.startTransaction();
    // Stands for a large import that changes it.
    await holder.query("select 1 from prompt where id = $1 for update", [id]);
    const { errors } = await deleteAccount(leaving);
    expect(errors?.[0]?.extensions).toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfter: 5 });
    expect((await add(1, author)).errors).toBeUndefined();
    await holder.rollbackTransaction();
    await holder.release();
    expect((await deleteAccount(leaving)).data).toEqual({ deleteAccount: { accepted: true } });
    await expectCounts();
  });

  async function deadlocks(): Promise<number> {
    // Statistics are written a moment after a session is idle.
    await site.dataSource.query("select pg_stat_force_next_flush()");
    const [row] = await site.dataSource.query<{ deadlocks: number }[]>(
      "select deadlocks::int from pg_stat_database where datname = current_database()",
    );
    return row?.deadlocks ?? NaN;
  }
});

test("the trigger that counts changed prompts has no nested loops, which a session that has changed single prompts would keep", async () => {
  const [trigger] = await site.dataSource.query<{ config: string[] | null }[]>(
    "select proconfig as config from pg_proc where proname = 'prompt_count_updated'",
  );
  expect(trigger?.config).toEqual(["enable_nestloop=off"]);
});
