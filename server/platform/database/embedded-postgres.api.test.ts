import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DATABASE_PRIORITY } from "./embedded/postmaster";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";

let directory: string;
let servers: EmbeddedPostgres[];
/** A directory with a database, for tests that are not about its creation, which takes most of a second. */
let prepared: string;

beforeAll(async () => {
  prepared = makeDirectory();
  const server = await startEmbeddedPostgres(prepared, { settings: { fsync: "off" } });
  await server.stop();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

beforeEach(() => {
  directory = makeDirectory();
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
});

function makeDirectory(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "embedded-postgres-")));
  // For root another account runs the server: it must be able to enter.
  chmodSync(made, 0o755);
  return made;
}

function usePreparedDatabase(): void {
  cpSync(prepared, directory, { recursive: true });
}

async function start(settings: Record<string, string> = { fsync: "off" }): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(directory, { settings });
  servers.push(server);
  return server;
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

function passwordOf(url: string): string {
  return new URL(url).password;
}

function adminUrlWithPassword(server: EmbeddedPostgres, password: string): string {
  const url = new URL(server.adminUrl);
  url.password = password;
  return url.href;
}

function pidFile(): string {
  return join(directory, "cluster", "data", "postmaster.pid");
}

function postmasterPid(): number {
  return Number(readFileSync(pidFile(), "utf8").split("\n")[0]);
}

describe("a running server", () => {
  let server: EmbeddedPostgres;
  let home: string;

  beforeAll(async () => {
    home = makeDirectory();
    cpSync(prepared, home, { recursive: true });
    server = await startEmbeddedPostgres(home, { settings: { fsync: "off" } });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it("leaves the processors to the site", async () => {
    // One of its processes that outlasts the query.
    const checkpointer = "select pid from pg_stat_activity where backend_type = 'checkpointer'";
    const [child] = await query<{ pid: number }>(server.adminUrl, checkpointer);
    expect(getPriority(child?.pid ?? 0)).toBe(DATABASE_PRIORITY);
  });

  it("gives the site, and nobody without the password, a database in UTF-8 and no rights beyond it", async () => {
    const [row] = await query(
      server.url,
      `select current_user as name, rolsuper, rolcreatedb, current_setting('server_encoding') as encoding,
              current_setting('data_checksums') as checksums, upper('ß é ж') as upper
         from pg_roles where rolname = current_user`,
    );
    expect(row).toEqual({
      name: "polyprompt",
      rolsuper: false,
      rolcreatedb: false,
      encoding: "UTF8",
      checksums: "on",
      upper: "ß É Ж",
    });
    const guess = new URL(server.adminUrl);
    guess.password = "guess";
    await expect(query(guess.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("keeps the administrator's password from who has the site's", async () => {
    expect(adminUrlWithPassword(server, passwordOf(server.url))).not.toBe(server.adminUrl);
    await expect(query(adminUrlWithPassword(server, passwordOf(server.url)), "select 1")).rejects.toMatchObject({
      code: "28P01",
    });
    const passwords = ["password", "site-password"].map((name) => join(server.directory, "cluster", name));
    for (const file of passwords) {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      for (const attempt of [
        `select pg_read_file('${file}')`,
        "select pg_read_file('../password')",
        `create temporary table stolen (line text); copy stolen from '${file}'`,
        `create temporary table stolen (line text); copy stolen from program 'cat ${file}'`,
        `select lo_import('${file}')`,
        "select rolpassword from pg_authid",
        "create role helper",
        "alter role polyprompt superuser",
        "set role postgres",
      ]) {
        await expect(query(server.url, attempt)).rejects.toMatchObject({ code: "42501" });
      }
    }
  });
});

it("takes the administrator's password from the role of a database that was made when both had the same", async () => {
  usePreparedDatabase();
  const before = await start();
  await query(before.url, "create table kept as select 42 as answer");
  const shared = passwordOf(before.adminUrl);
  await query(before.adminUrl, `alter role polyprompt password '${shared}'`);
  await before.stop();
  rmSync(join(directory, "cluster", "site-password"));
  const [one, other] = await Promise.all([start(), start()]);
  expect(one.url).toBe(other.url);
  expect(passwordOf(one.adminUrl)).toBe(shared);
  expect(await query(one.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  const old = new URL(one.url);
  old.password = shared;
  await expect(query(old.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
  await expect(query(adminUrlWithPassword(one, passwordOf(one.url)), "select 1")).rejects.toMatchObject({
    code: "28P01",
  });
});

it("keeps the data from one start to the next, even if another program has got the number of the server that is gone", async () => {
  usePreparedDatabase();
  const first = await start();
  await query(first.url, "create table kept as select 42 as answer");
  await first.stop();
  expect(existsSync(pidFile())).toBe(false);
  writeFileSync(pidFile(), `${process.pid}\n${directory}/cluster/data\n1\n1\n\n127.0.0.1\n  1 1\nready   \n`);
  const second = await start();
  expect(second).toMatchObject({ initialized: false, reused: false });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
});

it("is made once by processes that start at once after an interrupted first start, and stopped by the last of them", async () => {
  const abandoned = join(directory, "init-999999999-abc");
  mkdirSync(join(abandoned, "data"), { recursive: true });
  writeFileSync(join(abandoned, "data", "PG_VERSION"), "18\n");
  mkdirSync(join(directory, "cluster"));
  const [one, other] = await Promise.all([start(), start()]);
  expect(one.url).toBe(other.url);
  expect([one, other]).toMatchObject([{ directory }, { directory }]);
  expect([one.initialized, other.initialized].toSorted()).toEqual([false, true]);
  expect([one.reused, other.reused].toSorted()).toEqual([false, true]);
  expect(readdirSync(directory).filter((name) => name.startsWith("init-"))).toEqual([]);
  await one.stop();
  expect(await query(other.url, "select 1 as still")).toEqual([{ still: 1 }]);
  await other.stop();
  await expect(query(other.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("is joined by another process, and started anew for one that comes while the last one stops it", async () => {
  usePreparedDatabase();
  const left = await start();
  const found = await start();
  expect(found).toMatchObject({ reused: true, initialized: false, url: left.url });
  await left.stop();
  const [, next] = await Promise.all([found.stop(), start()]);
  expect(await query(next.url, "select 1 as here")).toEqual([{ here: 1 }]);
});

it("loses nothing it has acknowledged when it is killed, and comes back by itself at the same address", async () => {
  usePreparedDatabase();
  const server = await start({});
  await query(server.url, "create table written (n int primary key)");
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  let acknowledged = 0;
  const writing = (async () => {
    for (;;) {
      await client.query("insert into written values ($1)", [acknowledged + 1]);
      acknowledged += 1;
    }
  })();
  const ended = expect(writing).rejects.toThrow();
  await expect.poll(() => acknowledged).toBeGreaterThanOrEqual(50);
  process.kill(postmasterPid(), "SIGKILL");
  await ended;
  const written = () => query<{ n: number }>(server.url, "select n from written order by n");
  // It restarts by itself.
  await expect
    .poll(() =>
      written().then(
        ({ length }) => length,
        () => 0,
      ),
    )
    .toBeGreaterThanOrEqual(acknowledged);
  const rows = await written();
  // The insert that was under way may have been written without the answer reaching us.
  expect(rows.length - acknowledged).toBeOneOf([0, 1]);
  expect(rows.map((row) => row.n)).toEqual(rows.map((_, index) => index + 1));
});

it.runIf(process.getuid?.() === 0)(
  "keeps root's database outside a private home, always at the same place",
  async () => {
    chmodSync(directory, 0o700);
    const preferred = join(directory, "data");
    const notices: string[] = [];
    const startInPrivateHome = () =>
      startEmbeddedPostgres(preferred, { settings: { fsync: "off" }, notice: (message) => notices.push(message) });
    const first = await startInPrivateHome();
    servers.push(first);
    try {
      expect(first.directory).not.toBe(preferred);
      expect(notices).toEqual([expect.stringContaining(first.directory)]);
      await first.stop();
      const second = await startInPrivateHome();
      servers.push(second);
      expect(second).toMatchObject({ initialized: false, directory: first.directory });
      await second.stop();
    } finally {
      rmSync(first.directory, { recursive: true, force: true });
    }
  },
);
