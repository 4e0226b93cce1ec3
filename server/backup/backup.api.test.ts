import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { DataSource } from "typeorm";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { migrations } from "../migrations";
import { readLibrary } from "../library/library-files";
import { seedLibrary } from "../library/seed";
import { codeMailKey } from "../features/account/code.service";
import { queueMail, withdrawMails } from "../platform/mail/queue-mail";
import { installQueue } from "../platform/jobs/install-queue";
import { insertOldPrompt, run, startSite, tablesIn, withClient } from "../platform/testing/backups";
import { insertPrompts, insertUsers } from "../platform/testing/community";
import { isDeep } from "../platform/testing/deep";
import { JOB_QUEUES, JOB_TASKS, JOBS } from "../platform/testing/job-queue";
import {
  copyDatabase,
  createEmptyDatabase,
  openDataSource,
  type TestDatabase,
} from "../platform/testing/test-database";
import { backUp, readRows } from "./backup";
import { openBackupFile, readFrames } from "./backup-file";
import { countersThatDiffer } from "./counters";
import { openBackup, restore } from "./restore";
import { ACCESS_TABLES, KEPT_TABLES, LEFT_OUT_TABLES, readMigrations, readSequences, readTables } from "./tables";

const folder = mkdtempSync(join(tmpdir(), "polyprompt-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${(files += 1)}.backup`);
const silent = () => undefined;

async function save(url: string, report: (message: string) => void = silent): Promise<string> {
  const path = newFile();
  await backUp({ url, path, report });
  return path;
}

/** With all that the file carries. */
async function load(path: string, url: string, report: (message: string) => void = silent): Promise<void> {
  await restore({ url, backup: await openBackup(path), keepAccess: true, report });
}

/** Every row that a backup carries, as text, and the next number of every sequence. */
async function everything(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const tables = await readTables(client);
    const content: Record<string, string[]> = {};
    for (const table of tables) {
      const chunks: Buffer[] = [];
      for await (const chunk of readRows(client, table)) chunks.push(chunk);
      content[table.name] = Buffer.concat(chunks).toString("utf8").split("\n").sort();
    }
    content.sequences = (await readSequences(client, tables)).map((state) => JSON.stringify(state));
    content.migrations = await readMigrations(client);
    return content;
  });
}

/** What a site has, with values that are hard to carry. */
async function fill(dataSource: DataSource, url: string): Promise<void> {
  // Of the library little: what a backup carries, it carries at any size.
  const library = await readLibrary();
  const complete = new Map([["en", new Set([1, 2, 3])]] as const);
  await seedLibrary(dataSource, undefined, { ...library, catalogue: library.catalogue.slice(0, 3), complete });
  const users = await insertUsers(dataSource, ["One", "Two", "Three"]);
  const texts = [
    "\\",
    "\\N",
    "\\.",
    "\t",
    "a\r\nb\nc",
    "\u0001\u007f",
    "🦊 é ‮ ﷽",
    "'; drop table prompt; --",
    "\\x41",
    "{}",
  ];
  const ids = await insertPrompts(
    dataSource,
    texts.map((text, index) => ({
      authorId: users[index % 3] ?? "",
      shared: index % 2 === 0,
      tags: index % 2 === 0 ? ["code"] : [],
      texts: [
        {
          locale: "en" as const,
          title: `Title ${text}`,
          content: text,
          remark: "",
          ...(index % 2 ? { notes: text } : {}),
        },
        { locale: "ar" as const, title: text, content: text.repeat(500) },
      ],
    })),
  );
  await run(
    url,
    `insert into account (user_id, username_skeleton, email, email_key, password_hash, locale, terms_accepted_at)
     select id, username_key, username || '@example.org', username_key, case id % 2 when 0 then '$argon2id$…' end, 'en', '2026-02-28 23:59:59.987+00'
     from user_account`,
  );
  await run(
    url,
    `insert into session (user_id, user_agent, expires_at) select user_id, E'Agent\\t\\\\', now() + interval '1 day' from account;
     insert into signing_key (secret) values ('\\x00ff5c0a09'::bytea), ('');
     insert into one_time_code (user_id, purpose, code_hash, expires_at, sent_to) select user_id, 'x', decode(md5(email), 'hex'), now(), '' from account;
     insert into api_token (user_id, name, scope, token_hash) select user_id, '', 'READ', decode(md5(email), 'hex') from account;
     insert into prompt_revision (prompt_id, number, source_locale, languages, tag_ids, created_at, replaced_parts)
       select id, 1, 'en', array['a,b', 'c"d', 'null', '', E'\\\\'], '{}', now(), '{}' from prompt where author_id is not null;
     update prompt set copy_of = (select max(id) from prompt) where id = (select min(id) from prompt where author_id is not null);
     insert into prompt_revision_text (prompt_id, locale, number, title, content) select id, 'en', 1, '', E'\\n' from prompt where author_id is not null;
     insert into daily_secret values (current_date, 'secret');
     insert into prompt_copy select id, current_date, '\\xdeadbeef' from prompt limit 3;
     insert into removed_prompt values (2000000000, now());
     insert into rate_limit values ('k', now(), 1);
     select graphile_worker.add_job('mail', '{"to": "One <one@example.org>",  "twice": 1, "twice": 2}'::json, queue_name => 'q', job_key => 'k', run_at => now() + interval '1 hour');
     select graphile_worker.add_job('other', '[1, "\\\\"]'::json)`,
  );
  await run(
    url,
    "insert into favorite (user_id, prompt_id, position) select $1, id, 'a' || place from unnest($2::int[]) with ordinality as p (id, place)",
    [users[0], ids],
  );
  await run(
    url,
    "insert into vote (prompt_id, user_id, value) select id, $1, 1 - 2 * (id % 2) from unnest($2::int[]) as id",
    [users[0], ids],
  );
  await run(
    url,
    `insert into comment (prompt_id, author_id, body, html, html_version, mentions)
       select id, author_id, E'A\t"b"', array['<p>\t', '1', E'"', '</p>'], 1, '{"a": "1"}' from prompt where author_id is not null;
     insert into comment (parent_id, body, html, html_version) select id, '', '{}', 1 from comment`,
  );
  await run(
    url,
    `insert into moderation_act (kind, prompt_id, member_id, reason, note, before)
       select 'HIDE', id, author_id, 'OTHER', E'Why\\tso', '{"hidden": false}' from prompt where author_id is not null;
     insert into report (prompt_id, reporter_id, from_newcomer, reason, act_id)
       select prompt_id, member_id, true, E'Spam\n', id from moderation_act;
     insert into moderation_case (prompt_id, report_count, newcomer_count) select prompt_id, 1, 1 from moderation_act;
     insert into notification (user_id, kind, act_id) select member_id, 'MODERATION', id from moderation_act;
     insert into digest (user_id, hour, time_zone, next_at, queued_at, through_id)
       select user_id, 7, 'Asia/Kathmandu', case user_id % 2 when 0 then now() end, now(), 1 from account;
     insert into digest_link (token_hash, user_id) select decode(md5(email), 'hex'), user_id from account`,
  );
}

/** Nobody is connected to it, so that it can be copied. */
let source: TestDatabase;
let path: string;
/** Without a table of the site, but with those of the queue: a restore installs them first, outside its transaction. */
let vacant: TestDatabase;

beforeAll(async () => {
  vacant = await createEmptyDatabase();
  await installQueue(vacant.url);
  source = await copyDatabase(vacant);
  await startSite(source.url);
  const dataSource = await openDataSource(source.url);
  await fill(dataSource, source.url).finally(() => dataSource.destroy());
  path = await save(source.url);
});
afterAll(async () => {
  await source.drop();
  await vacant.drop();
});

/** A copy that is dropped when the test has ended. */
async function copyOf(database: TestDatabase): Promise<TestDatabase> {
  const copy = await copyDatabase(database);
  onTestFinished(() => copy.drop());
  return copy;
}

describe("what a backup carries", () => {
  async function tablesOf(url: string): Promise<string[]> {
    const rows = await run(
      url,
      `select case nspname when 'public' then relname else nspname || '.' || relname end as name
       from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and nspname in ('public', 'graphile_worker')`,
    );
    return rows.map(({ name }) => String(name));
  }

  test("is every table, or the list says why not; no foreign key points to a later table, but may point to the same one", async () => {
    const existing = await tablesOf(source.url);
    const listed = [...KEPT_TABLES, ...Object.keys(LEFT_OUT_TABLES)];
    expect(existing.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !existing.includes(name))).toEqual(["mail_queue"]);
    expect(new Set(listed).size).toBe(listed.length);
    const keys = await run(
      source.url,
      "select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'",
    );
    const place = (name: unknown) => KEPT_TABLES.findIndex((table) => table === name);
    expect(keys.length).toBeGreaterThan(10);
    // Those within a table are checked when all of its rows are there.
    const carried = keys.filter(({ from }) => place(from) >= 0);
    expect(carried.filter(({ from, to }) => from !== to && place(from) <= place(to))).toEqual([]);
  });

  test("is every sequence but that of the migrations", async () => {
    const sequences = await run(
      source.url,
      `select count(*)::int as count from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind = 'S' and nspname in ('public', 'graphile_worker') and relname <> 'migration_id_seq'`,
    );
    const carried = await withClient(source.url, async (client) => readSequences(client, await readTables(client)));
    expect(carried.length).toBe(sequences[0]?.count);
    expect(carried.map(({ table }) => table)).toContain("prompt");
  });
});

describe("a restored site", () => {
  let restored: TestDatabase;
  const lines: string[] = [];
  let stopped: { error: string; left: unknown[] };

  /** The first attempt is stopped. During the second one a site starts on the same database. */
  beforeAll(async () => {
    restored = await copyDatabase(vacant);
    const stopping = new AbortController();
    const stop = (line: string) => {
      if (line.includes("prompt_text:")) stopping.abort();
    };
    const backup = await openBackup(path);
    const attempt = restore({ url: restored.url, backup, report: stop, signal: stopping.signal });
    const error = await attempt.then(() => "none", String);
    stopped = { error, left: await tablesIn(restored.url) };
    let starting: Promise<void> | undefined;
    await load(path, restored.url, (line) => {
      lines.push(line);
      if (line.includes(" tag:")) starting = startSite(restored.url);
    });
    await starting;
  });
  afterAll(() => restored.drop());

  test("has nothing of a restore that was stopped before", () => {
    expect(stopped.error).toContain("abort");
    expect(stopped.left).toEqual([]);
  });

  test("has the same rows, sequences and migrations, also if a site starts meanwhile, which waits for it", async () => {
    const expected = await everything(source.url);
    for (const name of KEPT_TABLES) if (name !== "mail_queue") expect(expected[name]?.length, name).toBeGreaterThan(1);
    expect(await everything(restored.url)).toEqual(expected);
    expect(lines.at(-1)).toContain("also those that were ended since");
    expect(lines.at(-2)).toMatch(
      new RegExp(
        String.raw`^Restored ${KEPT_TABLES.length - 1} tables, [\d,]+ rows from .* \([\d.]+ .B\) in [\d.]+ s\. Counts and checksums match\.$`,
      ),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}favorite: 10 rows, \d+ bytes$/));
  });

  test("has nothing of what is left out", async () => {
    for (const table of ["rate_limit", "daily_secret"])
      expect(await run(restored.url, `select from ${table}`)).toEqual([]);
    const content = gunzipSync(readFileSync(path).subarray("polyprompt-backup 1\n".length, -32)).toString("latin1");
    expect(content).toContain("drop table prompt");
    expect(content).not.toContain(Buffer.from("secret").toString("hex"));
  });

  test("has the same indexes, triggers and constraints, and they work", async () => {
    const schema = `select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on oid = indrelid where relnamespace::regnamespace::text in ('public', 'graphile_worker')
      union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select conrelid::regclass::text || pg_get_constraintdef(oid) from pg_constraint order by 1`;
    expect(await run(restored.url, schema)).toEqual(await run(source.url, schema));
    await run(restored.url, "update prompt set shared = true where author_id is not null");
    await run(restored.url, "delete from favorite");
    expect(await withClient(restored.url, countersThatDiffer)).toBe(0);
    const before = await run(restored.url, "select max(id) as id from prompt");
    const [row] = await run(
      restored.url,
      "insert into prompt (origin, author_id, source_locale) select 'COMMUNITY', min(id), 'en' from user_account returning id",
    );
    expect(row?.id).toBe(Number(before[0]?.id) + 1);
    await run(restored.url, `select graphile_worker.add_job('mail', '{}'::json)`);
  });

  test("lets nobody in by what they had, unless that is to be kept: it may have been ended since", async () => {
    const target = await copyOf(vacant);
    const dataSource = await openDataSource(restored.url);
    onTestFinished(() => dataSource.destroy());
    const key = codeMailKey("1", "login-link");
    const data = { username: "A", url: "https://site.example/login", minutes: 10 };
    const mail = { kind: "login-link", to: "a@site.example", locale: "en", data } as const;
    await dataSource.transaction((manager) => queueMail(manager, mail, key));
    const withMail = await save(restored.url);
    await dataSource.transaction((manager) => withdrawMails(manager, [key]));
    const said: string[] = [];
    await restore({ url: target.url, backup: await openBackup(withMail), report: (line) => said.push(line) });
    const [expected, found] = [await everything(restored.url), await everything(target.url)];
    const nothing = Object.fromEntries(ACCESS_TABLES.map((name) => [name, [""]]));
    for (const name of ACCESS_TABLES) expect(expected[name], name).not.toEqual([""]);
    // All else is there, also the other jobs. The sequence of jobs has counted the mail.
    expect({ ...found, sequences: [] }).toEqual({ ...expected, ...nothing, sequences: [] });
    expect(said.at(-1)).toMatch(/^Sessions, API tokens and the codes and links in mails are not valid any more/);
  });
});

describe("a site that is at work while it is backed up", () => {
  /** Has texts that take a while to save: what happens meanwhile happens between its tables. */
  let busy: TestDatabase;

  beforeAll(async () => {
    busy = await copyDatabase(source);
    await run(
      busy.url,
      `insert into prompt_revision_text (prompt_id, locale, number, title, content)
       select (select max(id) from prompt), 'en', 1 + number, '', text
       from (select string_agg(md5(place::text), '') as text from generate_series(1, 8000) as place) texts, generate_series(1, 40) as number`,
    );
  });
  afterAll(() => busy.drop());

  test("has no file if the database dies, or the command is stopped", async () => {
    const stopping = new AbortController();
    const stopped = newFile();
    const report = (line: string) => {
      if (line.includes("prompt_text:")) stopping.abort();
    };
    await expect(backUp({ url: busy.url, path: stopped, report, signal: stopping.signal })).rejects.toThrow("abort");
    const killed = newFile();
    let killing = Promise.resolve<unknown>(undefined);
    const kill = (line: string) => {
      if (!line.includes("prompt_text:")) return;
      killing = run(
        inject("postgres").adminUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'polyprompt backup' and datname = $1",
        [new URL(busy.url).pathname.slice(1)],
      );
    };
    await expect(backUp({ url: busy.url, path: killed, report: kill })).rejects.toThrow();
    await killing;
    expect(
      readdirSync(folder).filter((name) => [stopped, killed].some((each) => join(folder, name).startsWith(each))),
    ).toEqual([]);
  });

  test("is restored as it was at one moment, and runs jobs again that were running", async () => {
    const target = await copyOf(vacant);
    await run(
      busy.url,
      `delete from favorite; delete from prompt_revision;
       delete from ${JOBS};
       select graphile_worker.add_job('mail', '{}'::json, queue_name => 'q');
       update ${JOBS} set locked_at = now(), locked_by = 'w', attempts = 1;
       update ${JOB_QUEUES} set locked_at = now(), locked_by = 'w'`,
    );
    const dataSource = await openDataSource(busy.url);
    onTestFinished(() => dataSource.destroy());
    const users = await insertUsers(
      dataSource,
      ["A", "B", "C", "D"].map((name) => `${name}${randomBytes(4).toString("hex")}`),
    );
    let writing = true;
    let written = 0;
    const write = async (author: string) => {
      const text = { locale: "en" as const, title: "T", content: "C".repeat(3000) };
      const [id] = await insertPrompts(dataSource, [{ authorId: author, texts: [text], tags: ["code"] }]);
      // A favourite and a version of the same moment.
      await dataSource.transaction(async (manager) => {
        await manager.query("insert into favorite (user_id, prompt_id, position) values ($1, $2, 'a')", [author, id]);
        await manager.query(
          "insert into prompt_revision (prompt_id, number, source_locale, languages, tag_ids, created_at) values ($1, 1, 'en', '{}', '{}', now())",
          [id],
        );
      });
      written += 1;
    };
    const writer = async (author: string) => {
      while (writing) await write(author);
    };
    for (const author of users) for (let count = 0; count < 5; count += 1) await write(author);
    const writers = users.map(writer);
    let backup: string;
    try {
      const before = written;
      backup = await save(busy.url);
      expect(written).toBeGreaterThan(before);
    } finally {
      writing = false;
      await Promise.all(writers);
    }
    await load(backup, target.url);
    expect(await withClient(target.url, countersThatDiffer)).toBe(0);
    expect(
      await run(
        target.url,
        `select (select count(*) from favorite) - (select count(*) from prompt_revision) as apart,
           (select count(*) from prompt where author_id is not null and id not in (select prompt_id from prompt_text)) as textless,
           (select count(*) from favorite) >= 20 as enough`,
      ),
    ).toEqual([{ apart: "0", textless: "0", enough: true }]);
    expect(await run(target.url, `select locked_at, locked_by, attempts, is_available from ${JOBS}`)).toEqual([
      { locked_at: null, locked_by: null, attempts: 1, is_available: true },
    ]);
    expect(await run(target.url, `select locked_by from ${JOB_QUEUES}`)).toEqual([{ locked_by: null }]);
  });
});

describe("the file", () => {
  test("is for its owner only, and replaces none", async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const before = readFileSync(path);
    await expect(backUp({ url: source.url, path, report: silent })).rejects.toThrow("exists already");
    expect(readFileSync(path).equals(before)).toBe(true);
    const other = newFile();
    writeFileSync(`${other}.partial`, "");
    await expect(backUp({ url: source.url, path: other, report: silent })).rejects.toThrow(
      "another backup is being written",
    );
    expect(existsSync(other)).toBe(false);
  });

  test("a database without a site is not backed up", async () => {
    await expect(save(vacant.url)).rejects.toThrow("holds no site");
  });
});

test("texts that repeat themselves are restored, however small the file is", async () => {
  const [wordy, target] = [await copyOf(source), await copyOf(vacant)];
  await run(
    wordy.url,
    `insert into prompt_revision_text (prompt_id, locale, number, title, content)
     select (select max(id) from prompt), 'en', 1 + number, 'Again', repeat('again and ', 100000) from generate_series(1, 40) as number`,
  );
  const file = await save(wordy.url);
  expect(statSync(file).size).toBeLessThan(200_000);
  await load(file, target.url);
  expect(
    await run(
      target.url,
      "select sum(length(content))::int as length, count(*)::int as rows from prompt_revision_text where title = 'Again'",
    ),
  ).toEqual([{ length: 40_000_000, rows: 40 }]);
});

test("a database that is not empty is refused: with jobs of another site, or tables of the site, even without rows", async () => {
  const target = await copyOf(vacant);
  await run(target.url, "select graphile_worker.add_job('mail', '{}'::json)");
  await expect(load(path, target.url)).rejects.toThrow(`it has ${JOB_TASKS}`);
  expect(await run(target.url, "select 1 as one from graphile_worker.jobs")).toEqual([{ one: 1 }]);
  await run(target.url, `delete from ${JOBS}; delete from ${JOB_TASKS}`);
  await startSite(target.url, migrations.slice(0, 1));
  await expect(load(path, target.url)).rejects.toThrow("The database is not empty: it has user_account");
  await expect(load(path, source.url)).rejects.toThrow("The database is not empty: it has user_account");
});

/** After so many migrations: the first state, the last that has a table of mails, and the newest; in a deep run all. */
const EARLIER_STATES = isDeep ? migrations.slice(1).map((_, index) => index + 1) : [1, 6, migrations.length - 1];

test("a backup of an earlier state of the database is restored, and migrated on", async () => {
  const current = await withClient(source.url, readMigrations);
  const growing = await copyOf(vacant);
  const hadMails: boolean[] = [];
  for (const count of EARLIER_STATES) {
    await startSite(growing.url, migrations.slice(0, count));
    // The last one need not grow on.
    const old = count === EARLIER_STATES.at(-1) ? growing : await copyDatabase(growing);
    const restored = await copyDatabase(vacant);
    await insertOldPrompt(old.url);
    const hasMails = (await run(old.url, "select to_regclass('mail_queue') is not null as found"))[0]?.found === true;
    hadMails.push(hasMails);
    if (hasMails)
      await run(
        old.url,
        `insert into mail_queue (kind, recipient, locale, data) values ('login-link', 'old@example.org', 'en', '{}')`,
      );
    await load(await save(old.url), restored.url);
    expect(await withClient(restored.url, readMigrations)).toEqual(current);
    expect(await withClient(restored.url, countersThatDiffer)).toBe(0);
    expect(
      await run(
        restored.url,
        "select locale, title, search::text from prompt_text join prompt_search using (prompt_id, locale, search)",
      ),
    ).toEqual([{ locale: "en", title: "Old", search: "'old':1A" }]);
    expect(await run(restored.url, `select payload ->> 'to' as to from ${JOBS}`)).toEqual(
      hasMails ? [{ to: "old@example.org" }] : [],
    );
    await restored.drop();
    await old.drop();
  }
  expect(new Set(hadMails)).toEqual(new Set([false, true]));
});

/** All of a file but when it was made: checksums instead of rows, whose order is the database's. */
async function summaryOf(file: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const frame of readFrames(await openBackupFile(file)))
    if (frame.kind === "H") found.push({ ...frame.content, createdAt: "" });
    else if (frame.kind !== "D") found.push(frame.content);
  return found;
}

test("an ordinary role in a schema of its own backs up and restores", async () => {
  const { adminUrl } = inject("postgres");
  const role = `ordinary_${randomBytes(6).toString("hex")}`;
  await run(adminUrl, `create role ${role} login password 'p' nosuperuser nocreatedb nocreaterole`);
  const other = await createEmptyDatabase();
  try {
    await run(adminUrl, `grant create on database ${new URL(other.url).pathname.slice(1)} to ${role}`);
    const url = Object.assign(new URL(other.url), { username: role, password: "p" }).href;
    await run(url, `create schema ${role}`);
    await load(path, url);
    expect(
      await run(url, "select 1 as one from pg_tables where tablename = 'prompt' and schemaname = current_user"),
    ).toHaveLength(1);
    expect(await everything(url)).toEqual(await everything(source.url));
    // What it saves is what it was restored from, which a database restores.
    expect(await summaryOf(await save(url))).toEqual(await summaryOf(path));
  } finally {
    await other.drop();
    await run(adminUrl, `drop role ${role}`);
  }
});
