import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { QueryRunner } from "typeorm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  codeTo,
  confirmedMember,
  member,
  PASSWORD,
  person,
  type TestBrowser,
  withToken,
} from "../../platform/testing/member";
import type { Actor } from "../../platform/domain/actor";
import { openRaw } from "../../platform/testing/raw-request";
import { countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { exportAccount } from "./export.service";
import { TransferQueue } from "./transfer-queue";
import { sendExport, sendImport, type TransferAnswer } from "../../platform/testing/transfers";

let site: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "transfers-"));
  site = await createTestApp({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await site.close();
  await rm(dataDir, { recursive: true });
});

const FILE = {
  format: "polyprompt",
  version: 1,
  prompts: Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    tags: ["write"],
    texts: [{ locale: "en", title: `Prompt ${String(index)}`, content: "Text {{x}}" }],
  })),
  favorites: [3, 1005, 7],
};

async function userId(name: string): Promise<string> {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    name,
  ]);
  return row?.id ?? "";
}

async function ownRows(id: string): Promise<number> {
  const [row] = await site.dataSource.query<{ count: number }[]>(
    "select (select count(*) from prompt where author_id = $1)::int + (select count(*) from favorite where user_id = $1)::int as count",
    [id],
  );
  return row?.count ?? 0;
}

/** Holds an import in its transaction, when all prompts are written, until `meanwhile` is done. */
async function during(
  id: string,
  send: () => Promise<TransferAnswer>,
  meanwhile: (runner: QueryRunner, importing: number) => Promise<unknown>,
): Promise<TransferAnswer> {
  const runner = site.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query("select pg_advisory_xact_lock(hashtextextended('favorites ' || $1, 0))", [id]);
    const sent = send();
    const importing = await waiting();
    await meanwhile(runner, importing);
    await runner.commitTransaction();
    return await sent;
  } finally {
    await runner.release();
  }
}

/** The process of the database that waits for a lock of another one. */
async function waiting(statement = "%"): Promise<number> {
  let pid: number | undefined;
  const find = async () => {
    const [row] = await site.dataSource.query<{ pid: number }[]>(
      `select pid from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database() and query like $1`,
      [statement],
    );
    return (pid = row?.pid);
  };
  await expect.poll(find).toBeDefined();
  return pid ?? 0;
}

const RESET = `mutation ($code: String!, $password: String!, $passwordConfirmation: String!) { resetPassword(code: $code, password: $password, passwordConfirmation: $passwordConfirmation) { problems { code } } }`;

test.each([
  ["session", () => undefined],
  ["token", (browser: TestBrowser) => withToken(browser)],
])("a recovery during an import by a %s does not wait for it, and undoes it", async (kind, headersOf) => {
  const name = `Recovered${kind}`;
  const owner = await confirmedMember(site, name);
  const id = await userId(name);
  const headers = await headersOf(owner);
  await person(site).query(
    `mutation ($email: String!) { requestPasswordReset(email: $email, locale: EN) { accepted } }`,
    {
      email: `${name}@example.org`,
    },
  );
  const code = await codeTo(site, `${name}@example.org`);
  const answer = await during(
    id,
    () => sendImport(site, headers ? { headers } : { browser: owner }, FILE),
    async () => {
      const password = "another horse 8";
      const variables = { code, password, passwordConfirmation: password };
      const { resetPassword } = await person(site).query<{ resetPassword: { problems: object[] } }>(RESET, variables);
      expect(resetPassword.problems).toEqual([]);
    },
  );
  expect(answer.failure?.code).toBe("UNAUTHENTICATED");
  expect(await ownRows(id)).toBe(0);
});

test("an import by a token that expires during it is undone", async () => {
  const owner = await confirmedMember(site, "Expiring");
  const id = await userId("Expiring");
  const headers = await withToken(owner);
  const answer = await during(
    id,
    () => sendImport(site, { headers }, FILE),
    () =>
      site.dataSource.query("update api_token set expires_at = now() - interval '1 second' where user_id = $1", [id]),
  );
  expect(answer.failure?.code).toBe("UNAUTHENTICATED");
  expect(await ownRows(id)).toBe(0);
});

test("an account that is deleted during an import is gone, with everything", async () => {
  const owner = await member(site, "Departed");
  const id = await userId("Departed");
  let deletion: Promise<unknown> = Promise.resolve();
  const answer = await during(
    id,
    () => sendImport(site, { browser: owner }, FILE),
    async () => {
      deletion = owner.query(
        `mutation ($password: String) { deleteAccount(password: $password) { accepted problems { code } } }`,
        {
          password: PASSWORD,
        },
      );
      await waiting('DELETE FROM "user_account"%');
    },
  );
  expect(answer.failure?.code).toBe("SERVICE_UNAVAILABLE");
  expect(await deletion).toMatchObject({ deleteAccount: { accepted: true, problems: [] } });
  expect([await userId("Departed"), await ownRows(id)]).toEqual(["", 0]);
});

test("a second import of the same account at the same time is told to come later", async () => {
  const owner = await member(site, "Twice");
  const answer = await during(
    await userId("Twice"),
    () => sendImport(site, { browser: owner }, FILE),
    async () => {
      const { status, code, headers } = await sendImport(site, { browser: owner }, FILE);
      expect([status, code, Number(headers["retry-after"]) > 0]).toEqual([503, "SERVICE_UNAVAILABLE", true]);
    },
  );
  expect(answer.report).toMatchObject({ added: 30, favoritesAdded: 2 });
});

test("an import whose database process is killed leaves nothing, and can be repeated", async () => {
  const owner = await member(site, "Unlucky");
  const id = await userId("Unlucky");
  const answer = await during(
    id,
    () => sendImport(site, { browser: owner }, FILE),
    (runner, importing) => runner.query("select pg_terminate_backend($1)", [importing]),
  );
  expect(answer.failure?.code).toBe("SERVICE_UNAVAILABLE");
  expect(await ownRows(id)).toBe(0);
  expect((await sendImport(site, { browser: owner }, FILE)).report).toMatchObject({ added: 30 });
});

test("counters equal a recount, and nothing that an import does is announced to pages", async () => {
  const owner = await member(site, "Quiet");
  const announced: (string | undefined)[] = [];
  const client = new pg.Client({ connectionString: (site.dataSource.options as { url: string }).url });
  await client.connect();
  client.on("notification", ({ payload }) => announced.push(payload));
  await client.query("listen page_change");
  expect((await sendImport(site, { browser: owner }, FILE)).report).toMatchObject({ added: 30, favoritesAdded: 2 });
  const changed = JSON.stringify(FILE).replaceAll("Text", "Words");
  expect((await sendImport(site, { browser: owner }, changed)).report).toMatchObject({ added: 30 });
  await client.query("select 1");
  expect(announced).toEqual([]);
  await owner.query(
    `mutation { createPrompt(texts: { locale: EN, title: "T", content: "C" }, shared: true) { prompt { id } } }`,
  );
  await client.query("select 1");
  expect(announced).toContain("refresh list:community");
  await client.end();
  const wrong = await site.dataSource.query<unknown[]>(
    `select 'member' as counter, u.id::text from user_account u
       where prompt_count <> (select count(*) from prompt where author_id = u.id and listed)
     union all select 'tag', t.id::text from tag t where prompt_count <> (select count(*) from prompt where listed and t.id = any(tag_ids))
     union all select 'favourites', p.id::text from prompt p where favorite_count <> (select count(*) from favorite where prompt_id = p.id)
     union all select 'languages', p.id::text from prompt p
       where languages <> (select array_agg(locale order by locale) from prompt_text where prompt_id = p.id)
     union all select 'search', p.id::text from prompt p
       where listed <> exists (select 1 from prompt_search where prompt_id = p.id)`,
  );
  expect(wrong).toEqual([]);
});

/** Sends the head of an import and a part of its body. @param body how it is sent, and its beginning */
async function beginImport(browser: TestBrowser, body: string): Promise<ReturnType<typeof connect>> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: "127.0.0.1" });
  const address = site.app.server.address();
  if (address === null || typeof address === "string") throw new Error("The app listens on no port.");
  const socket = connect(address.port, "127.0.0.1");
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  socket.write(
    `POST /api/import?format=json HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nCookie: ${cookie}\r\n${body}`,
    "latin1",
  );
  return socket;
}

test.each([
  ["Offline", 'Content-Length: 1000\r\n\r\n[{"title":'],
  ["Chunky", 'Transfer-Encoding: chunked\r\n\r\n3\r\n[{"\r\n'],
  ["Zipped", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\x1f\x8b\x08\r\n"],
])(
  "a body that breaks off imports nothing, leaves no file, and lets the member try again at once: %s",
  async (name, body) => {
    const owner = await member(site, name);
    const socket = await beginImport(owner, body);
    const key = `import account=${await userId(name)}`;
    await expect
      .poll(() => site.dataSource.query<unknown[]>("select hits from rate_limit where key = $1", [key]))
      .toEqual([{ hits: 1 }]);
    const second = async () => (await sendImport(site, { browser: owner }, FILE)).status;
    socket.destroy();
    await expect.poll(second).toBe(200);
    expect(await readdir(join(dataDir, "transfers"))).toEqual([]);
    const file = JSON.parse((await sendExport(site, { browser: owner })).text) as { prompts: unknown[] };
    expect(file.prompts).toHaveLength(30);
  },
);

/** Long prompts of a member, in one statement: an import of as many takes a second. */
async function insertLongPrompts(name: string, count: number): Promise<void> {
  const prompts = await site.dataSource.query<unknown[]>(
    `insert into prompt (origin, author_id, source_locale, shared)
     select 'COMMUNITY', $1, 'en', false from generate_series(1, $2::int) returning id`,
    [await userId(name), count],
  );
  await site.dataSource.query(
    `insert into prompt_text (prompt_id, locale, title, content, search, search_version)
     select (prompt ->> 'id')::int, 'en', 'Long', repeat('x ', 9000), '', 1 from jsonb_array_elements($1::jsonb) as prompt`,
    [JSON.stringify(prompts)],
  );
}

test("a reader who does not read an export keeps no connection of the database", async () => {
  const owner = await member(site, "Sleepy");
  await insertLongPrompts("Sleepy", 500);
  const socket = await beginExport(owner);
  await new Promise((resolve) => socket.once("readable", resolve));
  const busy = async () => {
    const [row] = await site.dataSource.query<{ count: number }[]>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    return row?.count;
  };
  await expect.poll(busy).toBe(0);
  expect((await sendExport(site, { browser: owner })).status).toBe(503);
  socket.destroy();
  await expect.poll(async () => (await sendExport(site, { browser: owner })).status).toBe(200);
});

test("an export whose reader goes away while it is made lets them try again", async () => {
  const owner = await member(site, "Impatient");
  await owner.query(
    `mutation { createPrompt(texts: { locale: EN, title: "Mine", content: "Say." }) { problems { code } } }`,
  );
  const holder = site.dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query("lock table prompt in access exclusive mode");
  const socket = await beginExport(owner);
  await expect.poll(() => countLockWaiters(site.dataSource)).toBe(1);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.destroy();
  await closed;
  await holder.rollbackTransaction();
  await holder.release();
  await expect.poll(async () => (await sendExport(site, { browser: owner })).status).toBe(200);
});

test("an import that trickles in is cut, whatever length it announces", async () => {
  const slow = await createTestApp({}, { requestTimeoutMs: 1500 });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    const owner = await member(slow, "Trickler");
    const { write, closed } = await openRaw(slow.app);
    write(
      `POST /api/import?format=json HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nCookie: ${cookieOf(owner)}\r\nContent-Type: application/json\r\nContent-Length: 2500000\r\n\r\n`,
    );
    timer = setInterval(() => write("["), 50);
    // Node.js, which cuts any request at twelve times the limit, would answer 408.
    expect(await closed).toBe("");
  } finally {
    clearInterval(timer);
    await slow.close();
  }
});

async function beginExport(browser: TestBrowser): Promise<ReturnType<typeof connect>> {
  if (!site.app.server.listening) await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.write(exportRequest(browser));
  return socket;
}

function exportRequest(browser: TestBrowser): string {
  return `GET /api/export HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookieOf(browser)}\r\n\r\n`;
}

function cookieOf({ cookies }: TestBrowser): string {
  return [...cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
}

function sessionActor(account: string, sessionId: string): Actor {
  return {
    kind: "session",
    userId: account,
    sessionId,
    isModerator: false,
    caller: { address: "10.0.0.1", userAgent: "" },
  };
}

test("an export that waited until the owner had recovered the account has nothing", async () => {
  const browser = await member(site, "Late-Reader");
  await browser.query(
    `mutation { createPrompt(texts: { locale: EN, title: "Secret", content: "Say." }) { problems { code } } }`,
  );
  const id = await userId("Late-Reader");
  const [session] = await site.dataSource.query<{ id: string }[]>("select id from session where user_id = $1", [id]);
  const actor = sessionActor(id, session?.id ?? "");
  const written: string[] = [];
  const read = () =>
    exportAccount(site.dataSource, actor, "http://localhost", (text) => {
      written.push(text);
      return Promise.resolve();
    });
  expect(await read()).toBe(true);
  expect(written.join("")).toContain("Secret");
  written.length = 0;
  await site.dataSource.query("delete from session where user_id = $1", [id]);
  await expect(read()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(written).toEqual([]);
});

test("a session that keeps its export open does not keep another one from theirs", async () => {
  const queue = new TransferQueue(1, 1, 10);
  const actorOf = (sessionId: string) => sessionActor("1", sessionId);
  await queue.enter(actorOf("thief"));
  await expect(queue.enter(actorOf("thief"))).rejects.toThrow("Too many files at once.");
  const leave = await queue.enter(actorOf("owner"));
  leave();
  await queue.enter(actorOf("owner"));
  for (const id of ["3", "4", "5", "6", "7", "8"]) await queue.enter(actorOf(id));
  await expect(queue.enter(actorOf("9"))).rejects.toThrow("Too many files at once.");
});

test("a file that is sent again waits until the one that broke off has ended; of two, one is next", async () => {
  const queue = new TransferQueue(1, 1, 10_000);
  const actor = sessionActor("1", "1");
  const leave = await queue.enter(actor);
  const next = [queue.enter(actor), queue.enter(actor)];
  leave();
  const entered = await Promise.allSettled(next);
  expect(entered.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  leave();
  await expect(new TransferQueue(1, 1).enter(actor)).resolves.toBeTypeOf("function");
});

test("files that arrive or are sent take no places from those that are complete, which are bounded, too", async () => {
  const queue = new TransferQueue(2, 1);
  for (let id = 0; id < 15; id += 1) await queue.enter(sessionActor(String(id), String(id)));
  let end: () => void = () => undefined;
  const first = queue.work(
    () =>
      new Promise<string>((resolve) => {
        end = () => {
          resolve("first");
        };
      }),
  );
  const second = queue.work(() => Promise.resolve("done"));
  await expect(queue.work(() => Promise.resolve())).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  end();
  expect([await first, await second]).toEqual(["first", "done"]);
  expect(await queue.work(() => Promise.resolve("later"))).toBe("later");
});

test("a small import does not wait for large ones, which take their turns", async () => {
  const queue = new TransferQueue(9, 2);
  const ends = new Map<string, () => void>();
  const work = (name: string, bytes: number) =>
    queue.work(() => new Promise<void>((resolve) => ends.set(name, resolve)), bytes);
  const first = work("first", 20_000_000);
  const second = work("second", 19_000_000);
  await expect.poll(() => [...ends.keys()]).toEqual(["first"]);
  for (const name of ["small", "another"]) {
    const small = work(name, 1000);
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
    await small;
  }
  expect(ends.has("second")).toBe(false);
  ends.get("first")?.();
  await first;
  await expect.poll(() => ends.has("second")).toBe(true);
  ends.get("second")?.();
  await second;
});
