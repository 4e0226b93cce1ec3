import { connect } from "node:net";
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
import { countLockWaiters } from "../../platform/testing/row-lock";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { exportAccount, exportFile } from "./export.service";
import { sendExport, sendImport, type TransferAnswer } from "../../platform/testing/transfers";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
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

/** How many imports of a member have been admitted. */
async function importsOf(name: string): Promise<number | undefined> {
  const key = `import account=${await userId(name)}`;
  const [row] = await site.dataSource.query<{ hits: number }[]>("select hits from rate_limit where key = $1", [key]);
  return row?.hits;
}

test.each([
  ["Offline", 'Content-Length: 1000\r\n\r\n[{"title":'],
  ["Chunky", 'Transfer-Encoding: chunked\r\n\r\n3\r\n[{"\r\n'],
  ["Zipped", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\x1f\x8b\x08\r\n"],
])("a body that breaks off imports nothing, and lets the member try again at once: %s", async (name, body) => {
  const owner = await member(site, name);
  const socket = await beginImport(owner, body);
  await expect.poll(() => importsOf(name)).toBe(1);
  const second = async () => (await sendImport(site, { browser: owner }, FILE)).status;
  socket.destroy();
  await expect.poll(second).toBe(200);
  const file = JSON.parse((await sendExport(site, { browser: owner })).text) as { prompts: unknown[] };
  expect(file.prompts).toHaveLength(30);
});

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
  socket.destroy();
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

test("an export goes on until the owner recovers the account, and not beyond", async () => {
  const browser = await member(site, "Late-Reader");
  await insertLongPrompts("Late-Reader", 300);
  const id = await userId("Late-Reader");
  const [session] = await site.dataSource.query<{ id: string }[]>("select id from session where user_id = $1", [id]);
  const file = exportFile("json", "http://localhost");
  const parts = exportAccount(site.dataSource, sessionActor(id, session?.id ?? ""), file);
  expect((await parts.next()).value).toContain("Long");
  await site.dataSource.query("delete from session where user_id = $1", [id]);
  await expect(parts.next()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect((await sendExport(site, { browser })).status).toBe(401);
});

test("a member has one import under way, and the process two", async () => {
  const [owner, other] = [await confirmedMember(site, "Slow-Sender"), await member(site, "Another")];
  const [third, headers] = [await member(site, "Third"), await withToken(owner)];
  const statusOf = async (sender: Parameters<typeof sendImport>[1]) => (await sendImport(site, sender, FILE)).status;
  const socket = await beginImport(owner, "Content-Length: 1000\r\n\r\n[");
  await expect.poll(() => importsOf("Slow-Sender")).toBe(1);
  expect(await statusOf({ headers })).toBe(503);
  expect(await statusOf({ browser: third })).toBe(200);
  const otherSocket = await beginImport(other, "Content-Length: 1000\r\n\r\n[");
  await expect.poll(() => importsOf("Another")).toBe(1);
  expect(await statusOf({ browser: third })).toBe(503);
  otherSocket.destroy();
  await expect.poll(() => statusOf({ browser: third })).toBe(200);
  socket.destroy();
  await expect.poll(() => statusOf({ headers })).toBe(200);
});
