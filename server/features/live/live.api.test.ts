import { once } from "node:events";
import { connect } from "node:net";
import { createClient } from "graphql-sse";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "../../app";
import { loadConfig } from "../../platform/config/config";
import { PageChanges } from "../../platform/database/page-changes";
import { EventStreams } from "../../platform/live/event-streams";
import { createLogger } from "../../platform/logging/logger";
import { insertPrompts } from "../../platform/testing/community";
import { type DatabaseProxy, startDatabaseProxy } from "../../platform/testing/database-proxy";
import { LIVE, TestStream } from "../../platform/testing/event-stream";
import { HOSTILE_TEXTS } from "../../platform/testing/hostile-texts";
import {
  confirmedMember,
  newAddress,
  PASSWORD,
  person,
  type TestBrowser,
  withToken,
} from "../../platform/testing/member";
import type { TestApp } from "../../platform/testing/test-app";
import { createTestDatabase } from "../../platform/testing/test-database";
import { posting, rowId } from "../../platform/testing/posting";

const LIMITS = { total: 12, address: 5, account: 3 };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
const apps: { app: FastifyInstance; url: string; changes: PageChanges; streams: EventStreams }[] = [];
let site: TestApp;
let owner: TestBrowser;
let other: TestBrowser;
let prompt: string;
let secret: string;
const open: TestStream[] = [];

/** One more process of the site, on the same database. @param databaseUrl where it hears of changes */
async function startProcess(databaseUrl: string) {
  const config = loadConfig({ NODE_ENV: "test", LOG_LEVEL: "fatal", TRUST_PROXY: "true" });
  const changes = new PageChanges({ url: databaseUrl });
  await changes.start();
  const streams = new EventStreams(LIMITS);
  const logger = createLogger(config);
  const app = await buildApp({ config, dataSource: database.dataSource, logger, pageChanges: changes, streams });
  const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/graphql/stream`;
  const process = { app, url, changes, streams };
  apps.push(process);
  return process;
}

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
  const { app } = await startProcess(database.url);
  await startProcess(proxy.url);
  site = { app, dataSource: database.dataSource } as TestApp;
  owner = await confirmedMember(site, "Owner");
  other = await confirmedMember(site, "Other");
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = 'Owner'");
  const [shared, own] = await insertPrompts(site.dataSource, [
    { authorId: row?.id ?? "", texts: [{ locale: "en", title: "One", content: "First" }] },
    { authorId: row?.id ?? "", texts: [{ locale: "en", title: "Own", content: "Second" }], shared: false },
  ]);
  [prompt, secret] = [String(shared), String(own)];
});
beforeEach(async () => {
  await site.dataSource.query("delete from rate_limit");
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  // The server notices each closed connection.
  await expect.poll(() => apps.reduce((sum, { streams }) => sum + streams.size, 0)).toBe(0);
});
afterAll(async () => {
  for (const { app, changes } of apps) {
    // `fetch` may leave a connection on which it asked nothing; the server would wait a minute for a request.
    app.server.closeAllConnections();
    await app.close();
    await changes.close();
  }
  await proxy.cut().catch(() => undefined);
  await database.drop();
});

const cookiesOf = (browser: TestBrowser) => ({
  cookie: [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; "),
});

async function listen(
  variables: Record<string, unknown>,
  headers: Record<string, string> = {},
  url = apps[0]?.url ?? "",
  query?: string,
): Promise<TestStream> {
  const stream = await TestStream.open(url, variables, { "x-forwarded-for": newAddress(), ...headers }, query);
  open.push(stream);
  return stream;
}

let written = 0;
async function post(by: TestBrowser, place: { promptId?: string; parentId?: string } = {}): Promise<string> {
  await site.dataSource.query("delete from rate_limit");
  written += 1;
  const { posted } = await by.query<{ posted: { comment: { id: string } | null } }>(posting(place), {
    body: `Text ${String(written)}`,
  });
  return posted.comment?.id ?? "";
}
const added = (commentId: string, promptId: string | null = prompt) => ({ kind: "COMMENT_ADDED", promptId, commentId });
const removed = (commentId: string, promptId: string | null = prompt) => ({
  kind: "COMMENT_REMOVED",
  promptId,
  commentId,
});
const CHANGED = { kind: "NOTIFICATIONS_CHANGED", promptId: null, commentId: null };
const MISSED = { kind: "EVENTS_MISSED", promptId: null, commentId: null };

describe("a stream tells", () => {
  test("of comments where it listens, whichever process they are posted at", async () => {
    const here = await listen({ prompts: [prompt] });
    const there = await listen({ prompts: [prompt] }, {}, apps[1]?.url);
    const feedback = await listen({ feedback: true });
    const elsewhere = await listen({ prompts: ["1"] });
    const id = await post(other, { promptId: prompt });
    await Promise.all([here, there].map((stream) => stream.until(({ told }) => told.length > 0)));
    const general = await post(other);
    await feedback.until(({ told }) => told.length > 0);
    expect(here.told).toEqual([added(id)]);
    expect(there.told).toEqual([added(id)]);
    expect(feedback.told).toEqual([added(general, null)]);
    expect(elsewhere.told).toEqual([]);
  });

  test("the others of a comment, not its author on any device", async () => {
    const own = await listen({ prompts: [prompt] }, cookiesOf(other));
    const theirs = await listen({ prompts: [prompt] }, cookiesOf(owner));
    const first = await post(other, { promptId: prompt });
    const second = await post(owner, { parentId: first });
    await Promise.all([own, theirs].map((stream) => stream.until(({ told }) => told.length > 0)));
    expect(own.told).toEqual([added(second)]);
    expect(theirs.told).toEqual([added(first)]);
  });

  test("that a comment is gone, once it is hidden or deleted", async () => {
    const stream = await listen({ prompts: [prompt] });
    const [first, second] = [await post(other, { promptId: prompt }), await post(other, { promptId: prompt })];
    await site.dataSource.query("update comment set hidden = true where id = $1", [rowId(first)]);
    await other.query(`mutation ($id: ID!) { deleteComment(commentId: $id) { problems { code } } }`, { id: second });
    await stream.until(({ told }) => told.length === 4);
    expect(stream.told).toEqual([added(first), added(second), removed(first), removed(second)]);
  });

  test("members when what they are told changes: it came, was read elsewhere, is gone", async () => {
    const stream = await listen({ notifications: true }, cookiesOf(owner));
    const stranger = await listen({ notifications: true }, cookiesOf(other));
    const id = await post(other, { promptId: prompt });
    await stream.until(({ told }) => told.length === 1);
    await owner.query(`mutation { markNotificationsRead(upTo: "n999999999") { problems { code } } }`);
    await stream.until(({ told }) => told.length === 2);
    await site.dataSource.query("update comment set hidden = true where id = $1", [rowId(id)]);
    await stream.until(({ told }) => told.length === 3);
    expect(stream.told).toEqual([CHANGED, CHANGED, CHANGED]);
    expect(stranger.told).toEqual([]);
  });

  test("several things over one connection", async () => {
    const stream = await listen({ prompts: [prompt, "1"], feedback: true, notifications: true }, cookiesOf(owner));
    const id = await post(other, { promptId: prompt });
    await stream.until(({ told }) => told.length === 2);
    expect(stream.told).toContainEqual(added(id));
    expect(stream.told).toContainEqual(CHANGED);
  });
});

describe("nobody learns by a stream", () => {
  test("of what stands on a prompt that is not public", async () => {
    const listeners = [
      await listen({ prompts: [secret, prompt] }),
      await listen({ prompts: [secret, prompt] }, cookiesOf(other)),
    ];
    const hidden = await post(owner, { promptId: secret });
    await site.dataSource.query("update comment set hidden = true where id = $1", [rowId(hidden)]);
    const id = await post(owner, { promptId: prompt });
    await Promise.all(listeners.map((stream) => stream.until(({ told }) => told.length > 0)));
    for (const stream of listeners) expect(stream.told).toEqual([added(id)]);
  });

  test("what others are told: a visitor has nothing, and an API token no stream at all", async () => {
    const visitor = await listen({ notifications: true });
    expect([visitor.status, visitor.response.headers["content-type"]]).toEqual([
      401,
      "application/json; charset=utf-8",
    ]);
    for (const what of [{ notifications: true }, { feedback: true }, { prompts: [prompt] }])
      expect((await listen(what, await withToken(owner))).status).toBe(403);
    expect((await listen({ notifications: true }, cookiesOf(owner))).status).toBe(200);
  });

  test("by cookies that another site sends along", async () => {
    const stream = await listen(
      { notifications: true },
      { ...cookiesOf(owner), origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
    );
    expect(stream.status).toBe(403);
  });
});

describe("a stream ends because", () => {
  const ends: [string, (browser: TestBrowser) => Promise<unknown>][] = [
    ["logging out", (browser) => browser.query("mutation { logout { accepted } }")],
    [
      "the session being ended on another device",
      async (browser) => {
        const elsewhere = person(site);
        await elsewhere.query(
          `mutation ($name: String!) { login(identifier: $name, password: "${PASSWORD}") { problems { code } } }`,
          { name: await nameOf(browser) },
        );
        await elsewhere.query("mutation { revokeOtherSessions { problems { code } } }");
      },
    ],
    [
      "the account being closed",
      async (browser) =>
        site.dataSource.query<unknown>(
          "delete from session where user_id = (select id from user_account where username = $1)",
          [await nameOf(browser)],
        ),
    ],
    [
      "the account being deleted",
      async (browser) =>
        site.dataSource.query<unknown>("delete from user_account where username = $1", [await nameOf(browser)]),
    ],
  ];
  const nameOf = async (browser: TestBrowser) =>
    (await browser.query<{ viewer: { user: { username: string } } }>("{ viewer { user { username } } }")).viewer.user
      .username;

  test.each(ends)("of %s, in every process", async (_name, end) => {
    const browser = await confirmedMember(site, `Lister-${String((written += 1))}`);
    const streams = [
      await listen({ notifications: true, prompts: [prompt] }, cookiesOf(browser)),
      await listen({ prompts: [prompt] }, cookiesOf(browser), apps[1]?.url),
    ];
    const stays = await listen({ notifications: true }, cookiesOf(owner));
    await end(browser);
    await Promise.all(streams.map((stream) => stream.until(({ isEnded }) => isEnded)));
    for (const { events } of streams) expect(events.at(-1)).toEqual({ event: "complete", data: null });
    expect(stays.isEnded).toBe(false);
    expect((await listen({ notifications: true }, cookiesOf(browser))).status).toBe(401);
  });
});

describe("streams are bounded", () => {
  test("for one address", async () => {
    const from = { "x-forwarded-for": newAddress() };
    for (let index = 0; index < LIMITS.address; index += 1)
      expect((await listen({ feedback: true }, from)).status).toBe(200);
    const refused = await listen({ feedback: true }, from);
    expect([refused.status, refused.response.headers["retry-after"]]).toEqual([429, "60"]);
    open[0]?.close();
    await expect.poll(async () => (await listen({ feedback: true }, from)).status).toBe(200);
  });

  test("for one account, whatever addresses it has", async () => {
    for (let index = 0; index < LIMITS.account; index += 1)
      expect((await listen({ feedback: true }, cookiesOf(owner))).status).toBe(200);
    expect((await listen({ feedback: true }, cookiesOf(owner))).status).toBe(429);
    expect((await listen({ feedback: true })).status).toBe(200);
    expect((await listen({ feedback: true }, cookiesOf(other))).status).toBe(200);
  });

  test("for one process; who is refused leaves nothing behind", async () => {
    for (let index = 0; index < LIMITS.total; index += 1) await listen({ feedback: true });
    const refused = await listen({ feedback: true });
    expect([refused.status, refused.response.headers["retry-after"]]).toEqual([503, "60"]);
    expect(apps[0]?.streams.size).toBe(LIMITS.total);
  });

  test("for one connection: pipelined requests have one, and leave nothing behind when it closes", async () => {
    const { port, pathname, host } = new URL(apps[0]?.url ?? "");
    const path = `${pathname}?query=${encodeURIComponent("subscription { live(feedback: true) { kind } }")}`;
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`.repeat(4));
    await once(socket, "data");
    // A request that comes later is answered after those.
    expect((await listen({ feedback: true })).status).toBe(200);
    expect(apps[0]?.streams.size).toBe(2);
    socket.destroy();
    await expect.poll(() => apps[0]?.streams.size).toBe(1);
  });

  test("in what they wait for, and in what they say", async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
    const query = async (text: string) => (await listen({ feedback: true }, {}, undefined, text)).status;
    expect((await listen({ prompts: numbers(50) })).status).toBe(200);
    expect((await listen({ prompts: numbers(51) })).status).toBe(400);
    expect((await listen({ prompts: ["1 or 1=1"] })).status).toBe(400);
    expect((await listen({})).status).toBe(400);
    expect(await query("{ tags { nodes { slug } } }")).toBe(400);
    expect(await query("mutation { logout { accepted } }")).toBe(400);
    expect(await query("subscription { nothing }")).toBe(400);
    expect(await query("subscription {")).toBe(400);
    expect(await query(`subscription { live(feedback: true) { ${"kind ".repeat(1100)} } }`)).toBe(400);
    expect(await query(`subscription { live(feedback: true) { kind } } # ${"x".repeat(9000)}`)).toBe(413);
    expect((await listen({ feedback: true }, { accept: "application/json" })).status).toBe(406);
    expect(apps[0]?.streams.size).toBe(1);
  });
});

test("no text in what a stream waits for is more than a bad request", async () => {
  for (const [name, text] of HOSTILE_TEXTS) {
    const { status } = await listen({ prompts: [text] });
    // Larger than any document of a stream.
    expect([200, 400, 413], name).toContain(status);
    for (const stream of open.splice(0)) stream.close();
  }
});

test("/graphql runs no subscription", async () => {
  const { status, errors } = await other.send(LIVE, { feedback: true });
  expect([status, errors?.[0]?.extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
});

test("an ordinary client of the protocol understands it", async () => {
  const client = createClient({
    url: apps[0]?.url ?? "",
    headers: { "x-forwarded-for": newAddress() },
    retryAttempts: 0,
  });
  const results = client.iterate({ query: LIVE, variables: { feedback: true } });
  const first = results.next();
  await expect.poll(() => apps[0]?.streams.size).toBe(1);
  const id = await post(other);
  expect((await first).value).toEqual({ data: { live: added(id, null) } });
  await results.return?.();
  client.dispose();
});

test("a browser's EventSource can ask by GET", async () => {
  const address = new URL(apps[0]?.url ?? "");
  address.searchParams.set("query", "subscription { live(feedback: true) { kind } }");
  const response = await fetch(address, { headers: { accept: "text/event-stream" } });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "*",
  });
  expect(response.headers.get("content-encoding")).toBeNull();
  await response.body?.cancel();
});

test("pages of other sites can listen without cookies", async () => {
  const foreign = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  const stream = await listen({ feedback: true }, foreign);
  expect([stream.status, stream.response.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
});

test("while the database is away streams stay, new ones are refused, and afterwards clients are told to ask", async () => {
  const url = apps[1]?.url;
  const stream = await listen({ prompts: [prompt] }, {}, url);
  const browser = await confirmedMember(site, `Leaver-${String((written += 1))}`);
  const ended = await listen({ notifications: true }, cookiesOf(browser), url);
  await proxy.cut();
  await expect.poll(async () => (await listen({ feedback: true }, {}, url)).status).toBe(503);
  await post(other, { promptId: prompt });
  await browser.query("mutation { logout { accepted } }");
  expect([stream.isEnded, stream.told, ended.isEnded]).toEqual([false, [], false]);
  await proxy.restore();
  await stream.until(({ told }) => told.length > 0);
  expect(stream.told).toEqual([MISSED]);
  await ended.until(({ isEnded }) => isEnded);
  const id = await post(other, { promptId: prompt });
  await stream.until(({ told }) => told.length === 2);
  expect(stream.told[1]).toEqual(added(id));
});

test("a process that ends tells its clients when to come back, each at another time", async () => {
  const { url, app, changes } = await startProcess(database.url);
  const streams = [];
  for (let index = 0; index < 10; index += 1) streams.push(await listen({ feedback: true }, {}, url));
  const closed = app.close();
  await Promise.all(streams.map((stream) => stream.until(({ isEnded }) => isEnded)));
  await closed;
  await changes.close();
  const times = streams.map(({ fields }) => Number(/^retry: (\d+)$/.exec(fields.at(-1) ?? "")?.[1]));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...times)).toBeLessThanOrEqual(5000);
  expect(new Set(times).size).toBeGreaterThan(5);
  for (const { events } of streams) expect(events).toEqual([]);
});

describe("instead of a stream one asks", () => {
  interface After {
    latestCommentId: string | null;
    commentsAfter: { totalCount: number; nodes: { id: string; threadId: string }[] };
  }
  const ask = async (by: TestBrowser, id: string, after: string | null, fields = "latestCommentId") =>
    (
      await by.query<{ prompt: After | null }>(
        `query ($id: ID!, $after: ID) { prompt(id: $id) { ${fields} commentsAfter(commentId: $after) { totalCount nodes { id threadId } } } }`,
        { id, after },
      )
    ).prompt;

  test("for what others have written since", async () => {
    const before = (await ask(other, prompt, null))?.latestCommentId ?? null;
    const first = await post(other, { promptId: prompt });
    const reply = await post(owner, { parentId: first });
    const gone = await post(owner, { parentId: first });
    await site.dataSource.query("update comment set hidden = true where id = $1", [rowId(gone)]);
    const visitor = person(site);
    expect((await ask(visitor, prompt, before))?.commentsAfter).toEqual({
      totalCount: 2,
      nodes: [
        { id: reply, threadId: first },
        { id: first, threadId: first },
      ],
    });
    expect((await ask(visitor, prompt, before))?.latestCommentId).toBe(reply);
    expect((await ask(other, prompt, before))?.commentsAfter.nodes).toEqual([{ id: reply, threadId: first }]);
    expect((await ask(owner, prompt, reply))?.commentsAfter.totalCount).toBe(0);
  });

  test("and learns nothing of a prompt that one may not see", async () => {
    const id = await post(owner, { promptId: secret });
    expect(await ask(other, secret, null)).toBeNull();
    expect((await ask(owner, secret, null))?.latestCommentId).toBe(id);
  });

  test("with a valid id alone", async () => {
    const { errors } = await other.send(`{ feedback { commentsAfter(commentId: "x") { totalCount } } }`);
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });
});
