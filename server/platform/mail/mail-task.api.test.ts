import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { DataSource } from "typeorm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LOCALE_CODES } from "../../../contract/locales";
import { mails } from "../../mails";
import { JobRunner, type JobRunnerOptions } from "../jobs/job-runner";
import { isDeep } from "../testing/deep";
import { startDatabaseProxy } from "../testing/database-proxy";
import { startJobProcess } from "../testing/job-process";
import { clearJobs, hurryJobs, JOBS } from "../testing/job-queue";
import { startMailServer, type MailServer } from "../testing/mail-server";
import { queuedMails, type QueuedTestMail } from "../testing/queued-mails";
import { createQueueDatabase } from "../testing/test-database";
import type { MailContent, QueuedMail } from "./mail";
import { mailTask } from "./mail-task";
import { type MailTransport, mailTransport } from "./mail-transport";
import { queueMail, withdrawMails } from "./queue-mail";
import { renderMail } from "./render-mail";

/** Has the queue alone: a mail needs nothing else of the site, whose copy takes half a second. */
let database: Awaited<ReturnType<typeof createQueueDatabase>>;
let sql: DataSource;
const cleanUps: (() => Promise<unknown>)[] = [];
const log: string[] = [];

beforeAll(async () => {
  database = await createQueueDatabase();
  sql = database.dataSource;
});
afterAll(() => database.drop());
beforeEach(() => {
  log.length = 0;
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await clearJobs(sql);
});

const write = (...said: unknown[]) => void log.push(JSON.stringify(said));
const logger = { debug: write, info: write, warn: write, error: write };
const FROM = "Polyprompt <prompts@example.com>";
const SECRET = "SECRET-CODE";
const NEVER_MS = 3_600_000;

const smtp = (smtpUrl: string) => mailTransport({ smtpUrl, mailFrom: FROM, dataDir: "/nonexistent" });

async function mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  cleanUps.push(() => server.close());
  return server;
}

/** A job runner like that of one process. It is woken by notifications only, unless the test sets `pollMs`. */
async function worker(transport: MailTransport, options: Partial<JobRunnerOptions> = {}): Promise<JobRunner> {
  const tasks = [mailTask({ transport, texts: mails, logger })];
  const started = new JobRunner({ url: database.url, tasks, logger, pollMs: NEVER_MS, ...options });
  cleanUps.push(() => started.close(100));
  await started.start();
  return started;
}

/** Another process counts as dead after half a second. */
const SOON = { pollMs: 50, scanMs: 50, graceMs: 300 };

let number = 0;
function someMail(): QueuedMail {
  number += 1;
  return {
    kind: "delete-account",
    to: `reader-${number}@example.com`,
    locale: "en",
    data: { username: "Reader", code: SECRET, minutes: 10 },
  };
}

async function queue(mail: QueuedMail = someMail()): Promise<string> {
  await sql.transaction((manager) => queueMail(manager, mail));
  return mail.to;
}

const rows = () => queuedMails(sql);
/** Polls the queue until it is as expected: the end of an attempt is visible nowhere else. */
async function queued(expected: (rows: QueuedTestMail[]) => void): Promise<QueuedTestMail[]> {
  let ended: QueuedTestMail[] = [];
  await expect
    .poll(async () => {
      ended = (await rows()).filter(({ isBeingSent }) => !isBeingSent);
      expected(ended);
    })
    .toBeUndefined();
  return ended;
}
const empty = () => expect.poll(rows).toEqual([]);
/** Makes a mail due now. */
const hurry = () => hurryJobs(sql);

/** Seconds of the database's clock: now, and when the only job is due. */
async function seconds(of: "clock_timestamp()" | "(select run_at from graphile_worker.jobs)") {
  const [row] = await sql.query<{ at: number }[]>(`select extract(epoch from ${of})::float as at`);
  return row?.at ?? NaN;
}
const now = () => seconds("clock_timestamp()");
const dueAt = () => seconds("(select run_at from graphile_worker.jobs)");

const url = "https://prompts.example/user/auth?token=abc&next=%2Fuser%2F";
const MAILS: MailContent[] = [
  { kind: "login-link", data: { username: "Zoë", url, minutes: 10 } },
  { kind: "reset-password", data: { username: "Zoë", url, code: "K7QP-M3XD", minutes: 30 } },
  { kind: "confirm-email", data: { username: "Zoë", url, hours: 48 } },
  { kind: "change-email", data: { username: "Zoë", url, hours: 48 } },
  { kind: "stop-email-change", data: { username: "Zoë", newAddress: "n…@example.org", url, hours: 48 } },
  { kind: "email-changed", data: { username: "Zoë", newAddress: "n…@example.org" } },
  { kind: "password-changed", data: { username: "Zoë", when: "2026-11-21T17:05:00.000Z" } },
  { kind: "delete-account", data: { username: "Zoë", code: "K7QP-M3XD", minutes: 15 } },
  { kind: "account-deleted", data: { username: "Zoë", comments: "deleted" } },
];

test("mails of every kind, in every language, arrive as they were written", async () => {
  const server = await mailServer();
  await worker(smtp(server.url));
  // Of each language one kind; in a deep run every kind.
  const addressed = LOCALE_CODES.flatMap((locale, at) =>
    MAILS.filter((_, index) => isDeep || index === at % MAILS.length).map((mail) => ({
      ...mail,
      to: `${mail.kind}-${locale}@example.com`,
      locale,
    })),
  );
  expect(new Set(addressed.map(({ kind }) => kind)).size).toBe(MAILS.length);
  for (const mail of addressed) await queue(mail);
  for (const { to, locale, ...mail } of addressed) {
    const received = await server.mailTo(to);
    const { subject, html, text } = await renderMail(mails, mail, locale);
    expect(received.subject).toBe(subject);
    expect(received.html?.trim()).toBe(html.trim());
    expect(received.text?.trim()).toBe(text.trim());
    expect(received.recipients).toEqual([to]);
    expect([received.from, received.to]).toMatchObject([
      { name: "Polyprompt", address: "prompts@example.com" },
      [{ address: to }],
    ]);
    const header = (key: string) => received.headers.find((each) => each.key === key)?.value;
    expect([header("content-language"), header("auto-submitted")]).toEqual([locale, "auto-generated"]);
  }
  await empty();
});

test("a mail is sent once its transaction is committed, and never if it is rolled back", async () => {
  const server = await mailServer();
  await worker(smtp(server.url));
  const undone = someMail();
  const transaction = sql.transaction(async (manager) => {
    await queueMail(manager, undone);
    throw new Error("undo");
  });
  await expect(transaction).rejects.toThrow("undo");
  const kept = await queue();
  await server.mailTo(kept);
  await empty();
  expect(server.mails.map((mail) => mail.recipients)).toEqual([[kept]]);
});

test.each(["a@example.com, b@example.com", "Name <a@example.com>", "a@example.com\nBcc: b@example.com", "nobody", ""])(
  "%j is not one address, and nothing is queued for it",
  async (to) => {
    await expect(queue({ ...someMail(), to })).rejects.toThrow(RangeError);
    expect(await rows()).toEqual([]);
  },
);

test("several processes send every mail once", async () => {
  const server = await mailServer();
  for (let process = 0; process < 3; process++) await worker(smtp(server.url));
  const mails = Array.from({ length: 40 }, someMail);
  await sql.transaction(async (manager) => {
    for (const mail of mails) await queueMail(manager, mail);
  });
  await empty();
  expect(server.mails.map((mail) => mail.recipients[0]).toSorted()).toEqual(mails.map(({ to }) => to).toSorted());
});

test("mails that were queued while no process was running are sent at the next start", async () => {
  const server = await mailServer();
  const to = await queue();
  await worker(smtp(server.url));
  await server.mailTo(to);
  await empty();
});

test("mails that a release without ids has queued are sent", async () => {
  const server = await mailServer();
  const { kind, to, locale, data } = someMail();
  await sql.query(`select graphile_worker.add_job('mail', $1::json, max_attempts => 13)`, [
    JSON.stringify({ kind, to, locale, data }),
  ]);
  await worker(smtp(server.url));
  expect((await server.mailTo(to)).messageId).toMatch(/^<[\da-f-]{36}@example\.com>$/);
  await empty();
});

test("a slow mail does not hold up others", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = someMail();
  const server = await mailServer({
    accept: (mail) => (mail.recipients.includes(slow.to) ? held : Promise.resolve()),
  });
  await worker(smtp(server.url));
  await queue(slow);
  for (let mail = 0; mail < 5; mail++) await server.mailTo(await queue());
  release();
  await server.mailTo(slow.to);
  await empty();
});

describe("a mail server that refuses temporarily", () => {
  test("is retried three seconds later", async () => {
    let refusing = true;
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        refusing ? callback(Object.assign(new Error("greylisted"), { responseCode: 451 })) : callback(),
    });
    await worker(smtp(server.url));
    const before = await now();
    const to = await queue();
    const [row] = await queued(([tried]) => expect(tried?.lastError).toBe("EENVELOPE 451 RCPT TO"));
    expect(row).toMatchObject({ attempts: 1, data: { code: SECRET } });
    expect((await dueAt()) - before).toBeGreaterThan(2.7);
    refusing = false;
    await hurry();
    await server.mailTo(to);
    await empty();
  });

  test("is retried for a day; then the mail is deleted, and neither its secrets nor its address are in the log", async () => {
    const server = await mailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(Object.assign(new Error(`not now, ${address}`), { responseCode: 451 })),
    });
    await worker(smtp(server.url));
    let before = await now();
    const to = await queue();
    const pauses: number[] = [];
    for (let attempts = 1; attempts < 13; attempts += 1) {
      await queued(([tried]) => expect(tried).toMatchObject({ attempts, lastError: "EENVELOPE 451 RCPT TO" }));
      pauses.push((await dueAt()) - before);
      expect(log.join("\n")).not.toContain("A mail is given up");
      before = await now();
      await hurry();
    }
    await empty();
    // Each includes the attempt before it.
    const early = pauses.map((pause, index) => Math.exp(Math.min(index + 1, 10)) - pause);
    expect(Math.max(...early)).toBeLessThan(0.01);
    expect(pauses.reduce((sum, pause) => sum + pause) / 3600).toBeCloseTo(22, 0);
    expect(log.join("\n")).toContain("A mail is given up");
    expect(log.join("\n")).not.toContain(to);
    expect(log.join("\n")).not.toContain(SECRET);
  });
});

test("a mail to a mailbox that does not exist is not retried", async () => {
  const server = await mailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error("no such user"), { responseCode: 550 })),
  });
  await worker(smtp(server.url));
  await queue();
  await empty();
  expect(log.join("\n")).toMatch(/"attempts":1,"reason":"EENVELOPE 550 RCPT TO".*A mail is given up/);
});

test("a refused sender is an error in the settings: the mail is retried until it is fixed", async () => {
  const server = await mailServer({
    onMailFrom: (_address, _session, callback) =>
      callback(Object.assign(new Error("not yours"), { responseCode: 553 })),
  });
  await worker(smtp(server.url));
  await queue();
  await queued(([row]) => expect(row?.lastError).toBe("EENVELOPE 553 MAIL FROM"));
  expect(await rows()).toMatchObject([{ attempts: 1, data: { code: SECRET } }]);
});

test("an unreachable mail server is retried", async () => {
  const gone = await startMailServer();
  await gone.close();
  await worker(smtp(gone.url));
  await queue();
  await queued(([row]) => expect(row?.lastError).toMatch(/^ESOCKET|^ECONNREFUSED/));
  expect(await rows()).toMatchObject([{ attempts: 1 }]);
});

describe("a crash", () => {
  test("before a mail is handed over loses nothing: another process sends it", async () => {
    let begun: () => void = () => undefined;
    const sending = new Promise<void>((resolve) => (begun = resolve));
    const stuck = await worker({
      send: () => {
        begun();
        return new Promise(() => undefined);
      },
    });
    const to = await queue();
    await sending;
    await stuck.close(0);
    const server = await mailServer();
    await worker(smtp(server.url), SOON);
    await server.mailTo(to);
    await empty();
  });

  test("after it was handed over sends it twice, as the same message", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const server = await mailServer({ accept: () => (server.mails.length === 0 ? proxy.cut() : Promise.resolve()) });
    const first = await worker(smtp(server.url), { url: proxy.url });
    const to = await queue();
    const once = await server.mailTo(to);
    await first.close(1000);
    expect(await rows()).toMatchObject([{ attempts: 1, isBeingSent: true }]);
    await worker(smtp(server.url), SOON);
    const twice = await server.mailTo(to);
    expect(twice.messageId).toBe(once.messageId);
    expect(once.messageId).toMatch(/^<[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}@example\.com>$/);
    await empty();
  });

  test("of the database is survived: what is queued afterwards is sent", async () => {
    const proxy = await startDatabaseProxy(database.url);
    cleanUps.push(() => proxy.cut());
    const server = await mailServer();
    await worker(smtp(server.url), { url: proxy.url });
    await server.mailTo(await queue());
    await empty();
    await proxy.cut();
    const to = await queue();
    await expect.poll(() => log.join()).toContain("No connection for the queue of jobs, retrying");
    await proxy.restore();
    await server.mailTo(to);
    await empty();
  });

  test("of a process is detected by another one, which sends its mail as the same message; not of one that is only slow", async () => {
    let arrived: (messageId: string | undefined) => void = () => undefined;
    let release: () => void = () => undefined;
    let held = new Promise<void>((resolve) => (release = resolve));
    let sending = new Promise<string | undefined>((resolve) => (arrived = resolve));
    const server = await mailServer({
      accept: ({ messageId }) => {
        arrived(messageId);
        return held;
      },
    });
    const other = await startJobProcess({ url: database.url, smtpUrl: server.url, mailFrom: FROM });
    cleanUps.push(() => other.kill());
    const slow = await queue();
    await sending;
    other.pause();
    const abandoned = await queue();
    await sql.query(
      `update ${JOBS} set locked_at = now(), locked_by = 'worker-gone', attempts = 1 where payload ->> 'to' = $1`,
      [abandoned],
    );
    const second = await mailServer();
    const neighbor = await worker(smtp(second.url), SOON);
    await second.mailTo(abandoned);
    await expect.poll(rows).toMatchObject([{ to: slow, attempts: 1, isBeingSent: true }]);
    await neighbor.close(1000);
    other.resume();
    release();
    await empty();
    expect([server.mails.length, second.mails.length]).toEqual([1, 1]);

    // Its attempt at the next one never gets an answer.
    held = new Promise(() => undefined);
    sending = new Promise((resolve) => (arrived = resolve));
    const to = await queue();
    const messageId = await sending;
    await worker(smtp(second.url), SOON);
    expect(await rows()).toMatchObject([{ attempts: 1, isBeingSent: true }]);
    await other.kill();
    const received = await second.mailTo(to);
    expect(received.messageId).toBe(messageId);
    await empty();
    expect([server.mails.length, second.mails.length]).toEqual([1, 2]);
  });
});

test("closing a process waits for mails that are being sent, and starts no others", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const server = await mailServer({ accept: () => held });
  let arrived: () => void = () => undefined;
  const sending = new Promise<void>((resolve) => (arrived = resolve));
  const transport = smtp(server.url);
  const ending = await worker({
    send: (mail) => {
      arrived();
      return transport.send(mail);
    },
  });
  await queue();
  await sending;
  const ended = ending.close(NEVER_MS);
  release();
  await ended;
  expect(server.mails).toHaveLength(1);
  expect(await rows()).toEqual([]);
  const to = await queue();
  expect(await rows()).toMatchObject([{ attempts: 0 }]);
  await worker(transport);
  await server.mailTo(to);
  await empty();
});

describe("a password for the mail server", () => {
  const attempts: string[] = [];
  const withAccounts = () =>
    mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) => {
        attempts.push(`${username} ${password}`);
        callback(null, { user: username });
      },
    });

  test("is used", async () => {
    const server = await withAccounts();
    await worker(smtp(server.url.replace("//", "//site:p%40ss@")));
    await server.mailTo(await queue());
    expect(attempts).toEqual(["site p@ss"]);
  });

  test("is never sent to another machine without encryption", async () => {
    attempts.length = 0;
    const server = await withAccounts();
    // Resolves to this machine, but is not a loopback address.
    await worker(smtp(server.url.replace("//127.0.0.1", "//site:pass@0.0.0.0")));
    await queue();
    await queued(([row]) => expect(row?.lastError).toMatch(/^ETLS/));
    expect(attempts).toEqual([]);
    expect(server.mails).toEqual([]);
  });
});

describe("without a mail server", () => {
  test("a mail is a file that only the site's account can read", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "polyprompt-outbox-"));
    cleanUps.push(() => rm(dataDir, { recursive: true }));
    await worker(mailTransport({ mailFrom: FROM, dataDir }));
    const mail = someMail();
    await queue(mail);
    await empty();
    const folder = join(dataDir, "outbox");
    const files = await readdir(folder);
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-[\da-f-]{36}\.eml$/)]);
    const file = join(folder, files[0] ?? "");
    expect([(await stat(folder)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
    const written = await PostalMime.parse(await readFile(file));
    const { subject, html } = await renderMail(mails, mail, "en");
    expect([written.subject, written.html?.trim(), written.to]).toMatchObject([
      subject,
      html.trim(),
      [{ address: mail.to }],
    ]);
  });

  test("a mail contains nothing of its job's number, by which recipients could count the mails of others", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "polyprompt-outbox-"));
    cleanUps.push(() => rm(dataDir, { recursive: true }));
    const sequence = `pg_get_serial_sequence('${JOBS}', 'id')`;
    await sql.query(`select setval(${sequence}, 87654320)`);
    await worker(mailTransport({ mailFrom: FROM, dataDir }));
    await queue();
    await empty();
    const [file = ""] = await readdir(join(dataDir, "outbox"));
    const written = await readFile(join(dataDir, "outbox", file), "utf8");
    expect(written).toContain("Message-ID: <");
    expect(await sql.query(`select nextval(${sequence}) as next`)).toEqual([{ next: "87654322" }]);
    expect(file + written).not.toContain("87654321");
  });

  test("a mail that cannot be written is retried", async () => {
    const dataDir = "/dev/null/nowhere";
    expect(existsSync(dataDir)).toBe(false);
    await worker(mailTransport({ mailFrom: FROM, dataDir }));
    await queue();
    await queued(([row]) => expect(row?.lastError).toMatch(/^ENOTDIR/));
    expect(await rows()).toMatchObject([{ attempts: 1, data: { code: SECRET } }]);
  });
});

describe("a mail with a key", () => {
  const keyed = (mail: QueuedMail) => sql.transaction((manager) => queueMail(manager, mail, "account:7:login-link"));

  test("replaces one that has not been sent, and can be removed", async () => {
    await keyed(someMail());
    const newer = someMail();
    await keyed(newer);
    expect(await rows()).toMatchObject([{ to: newer.to }]);
    await sql.transaction((manager) => withdrawMails(manager, ["account:7:login-link", "account:7:reset-password"]));
    expect(await rows()).toEqual([]);
    const server = await mailServer();
    await worker(smtp(server.url));
    const last = someMail();
    await keyed(last);
    await server.mailTo(last.to);
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[last.to]]);
  });

  test("that is replaced while it is being sent does not affect the newer one", async () => {
    const sent: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await worker({
      send: async ({ to }) => {
        sent.push(to);
        if (sent.length === 1) await held;
      },
    });
    const [older, newer] = [someMail(), someMail()];
    await keyed(older);
    await expect.poll(() => sent).toEqual([older.to]);
    await keyed(newer);
    release();
    await expect.poll(() => sent).toEqual([older.to, newer.to]);
    await empty();
  });

  test("that is replaced or removed while it is being sent is not retried if that fails", async () => {
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((_, reject) => (fail = () => reject(new Error("refused"))));
    const tried: string[] = [];
    await worker(
      {
        send: ({ to }) => {
          tried.push(to);
          return failing;
        },
      },
      { scanMs: 50 },
    );
    const older = someMail();
    await keyed(older);
    await expect.poll(() => tried).toEqual([older.to]);
    await sql.transaction((manager) => withdrawMails(manager, ["account:7:login-link"]));
    fail();
    await empty();
    expect(tried).toEqual([older.to]);
  });

  test("has its own Message-ID, even if it replaces one that has been attempted", async () => {
    const sent: string[] = [];
    await worker({
      send: ({ id }) => {
        sent.push(id);
        return sent.length === 1 ? Promise.reject(new Error("no answer")) : Promise.resolve();
      },
    });
    await keyed(someMail());
    await queued(([row]) => expect(row?.lastError).toEqual(expect.any(String)));
    await keyed(someMail());
    await empty();
    expect(new Set(sent).size).toBe(2);
  });
});
