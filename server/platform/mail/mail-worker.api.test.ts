import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import type { DataSource } from "typeorm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { LOCALE_CODES } from "../../../product.config";
import { createDataSource } from "../database/data-source";
import { startDatabaseProxy } from "../testing/database-proxy";
import { startMailServer, type MailServer } from "../testing/mail-server";
import { createTestDatabase } from "../testing/test-database";
import type { MailContent, QueuedMail } from "./mail";
import { type MailTransport, mailTransport } from "./mail-transport";
import { MailWorker, type MailWorkerOptions, retryAfter } from "./mail-worker";
import { queueMail, withdrawMails } from "./queue-mail";
import { renderMail } from "./render-mail";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: DataSource;
const cleanUps: (() => Promise<unknown>)[] = [];
const log: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.dataSource;
});
afterAll(() => database.drop());
beforeEach(() => {
  log.length = 0;
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await sql.query("delete from mail_queue");
});

const write = (...said: unknown[]) => void log.push(JSON.stringify(said));
const logger = { info: write, warn: write, error: write };
const FROM = "Polyprompt <prompts@example.com>";
const SECRET = "SECRET-CODE";
const NEVER_MS = 3_600_000;
/** Other tests run beside these. */
const PATIENCE = { timeout: 20_000 };

const smtp = (smtpUrl: string) => mailTransport({ smtpUrl, mailFrom: FROM, dataDir: "/nonexistent" });

async function mailServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  cleanUps.push(() => server.close());
  return server;
}

/** What works in one process of the site. It is woken by being told alone, unless the test says otherwise. */
async function worker(transport: MailTransport, options: Partial<MailWorkerOptions> = {}): Promise<MailWorker> {
  const started = new MailWorker({
    dataSource: sql,
    url: database.url,
    transport,
    logger,
    pollMs: NEVER_MS,
    ...options,
  });
  cleanUps.push(() => started.close(100));
  await started.start();
  return started;
}

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

interface Row {
  attempts: number;
  last_error: string | null;
  failed_at: Date | null;
  data: object;
  wait: number;
}
const rows = () =>
  sql.query<Row[]>(
    `select attempts, last_error, failed_at, data, extract(epoch from next_attempt_at - now())::float as wait from mail_queue order by id`,
  );
/** Looks at the queue until it is as the test expects: the end of a try shows nowhere else. */
async function queued(expected: (rows: Row[]) => void): Promise<void> {
  await vi.waitFor(async () => expected(await rows()), PATIENCE);
}
const empty = () => expect.poll(rows, PATIENCE).toEqual([]);
/** As if its time had come. */
const hurry = () =>
  sql.query(`with hurried as (update mail_queue set next_attempt_at = now() where failed_at is null returning id)
             select pg_notify('mail_queued', '') from hurried`);

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
];

test.each(LOCALE_CODES)("every kind of mail arrives in %s as it was written", async (locale) => {
  const server = await mailServer();
  await worker(smtp(server.url));
  for (const mail of MAILS) {
    const to = `${mail.kind}@example.com`;
    await queue({ ...mail, to, locale });
    const received = await server.mailTo(to);
    const { subject, html, text } = await renderMail(mail, locale);
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

test("a mail is sent once its transaction is committed, and never if it is undone", async () => {
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
    await expect(queue({ ...someMail(), to })).rejects.toThrow("mail_queue_recipient_check");
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

test("mails that were queued while nobody worked are sent at the next start", async () => {
  const server = await mailServer();
  const to = await queue();
  await worker(smtp(server.url));
  await server.mailTo(to);
  await empty();
});

test("a slow mail holds up no other", async () => {
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

describe("a mail server that refuses for now", () => {
  test("is asked again half a minute later, and the mail waits", async () => {
    let refusing = true;
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        refusing ? callback(Object.assign(new Error("greylisted"), { responseCode: 451 })) : callback(),
    });
    await worker(smtp(server.url));
    const to = await queue();
    await queued(([row]) => expect(row?.last_error).toBe("EENVELOPE 451 RCPT TO"));
    const [row] = await rows();
    expect(row).toMatchObject({ attempts: 1, failed_at: null, data: { code: SECRET } });
    expect(row?.wait).toBeGreaterThan(15);
    expect(row?.wait).toBeLessThan(37);
    refusing = false;
    await hurry();
    await server.mailTo(to);
    await empty();
  });

  test("is given up after a day, and the secrets with it; neither they nor the address are in the log", async () => {
    const server = await mailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(Object.assign(new Error(`not now, ${address}`), { responseCode: 451 })),
    });
    await worker(smtp(server.url));
    const to = await queue();
    await queued(([row]) => expect(row?.last_error).not.toBeNull());
    await sql.query("update mail_queue set attempts = 14");
    await hurry();
    await queued(([row]) => expect(row?.failed_at).not.toBeNull());
    expect(await rows()).toMatchObject([{ attempts: 15, data: {}, last_error: "EENVELOPE 451 RCPT TO" }]);
    expect(log.join("\n")).toContain("A mail is given up");
    expect(log.join("\n")).not.toContain(to);
    expect(log.join("\n")).not.toContain(SECRET);
  });
});

test("a mailbox that does not exist is not asked for again", async () => {
  const server = await mailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error("no such user"), { responseCode: 550 })),
  });
  await worker(smtp(server.url));
  await queue();
  await queued(([row]) => expect(row?.failed_at).not.toBeNull());
  expect(await rows()).toMatchObject([{ attempts: 1, data: {}, last_error: "EENVELOPE 550 RCPT TO" }]);
});

test("a sender that is refused is a mistake in the settings: the mail waits until it is put right", async () => {
  const server = await mailServer({
    onMailFrom: (_address, _session, callback) =>
      callback(Object.assign(new Error("not yours"), { responseCode: 553 })),
  });
  await worker(smtp(server.url));
  await queue();
  await queued(([row]) => expect(row?.last_error).toBe("EENVELOPE 553 MAIL FROM"));
  expect(await rows()).toMatchObject([{ failed_at: null, data: { code: SECRET } }]);
});

test("a mail server that is away is asked again", async () => {
  const gone = await startMailServer();
  await gone.close();
  await worker(smtp(gone.url));
  await queue();
  await queued(([row]) => expect(row?.last_error).toMatch(/^ESOCKET|^ECONNREFUSED/));
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null }]);
});

test("the pauses double from half a minute to four hours, and add up to about a day", () => {
  const pauses = Array.from({ length: 14 }, (_, failures) => retryAfter(failures + 1, 0.5));
  expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240]);
  expect(Math.max(...pauses)).toBe(4 * 3600);
  expect(pauses.reduce((sum, pause) => sum + pause) / 3600).toBeCloseTo(24, -1);
  expect([retryAfter(1, 0), retryAfter(1, 1)].map(Math.round)).toEqual([24, 36]);
});

describe("a crash", () => {
  test("before a mail is handed over loses nothing: another process sends it", async () => {
    let begun: () => void = () => undefined;
    const sending = new Promise<void>((resolve) => (begun = resolve));
    const stuck = await worker(
      {
        send: () => {
          begun();
          return new Promise(() => undefined);
        },
      },
      { leaseSeconds: 0.5 },
    );
    const to = await queue();
    await sending;
    await stuck.close(0);
    const server = await mailServer();
    await worker(smtp(server.url), { pollMs: 50 });
    await server.mailTo(to);
    await empty();
  });

  test("after it was handed over sends it twice, as the same message", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const throughProxy = await createDataSource({ url: proxy.url, entities: [], migrations: [] }).initialize();
    const server = await mailServer({ accept: () => (server.mails.length === 0 ? proxy.cut() : Promise.resolve()) });
    const first = await worker(smtp(server.url), { dataSource: throughProxy, url: proxy.url, leaseSeconds: 0.5 });
    const to = await queue();
    const once = await server.mailTo(to);
    await first.close(1000);
    await throughProxy.destroy();
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    await worker(smtp(server.url), { pollMs: 50 });
    const twice = await server.mailTo(to);
    expect(twice.messageId).toBe(once.messageId);
    expect(once.messageId).toMatch(/^<\d+\.\d+@example\.com>$/);
    await empty();
  });

  test("of the database is survived: what is queued afterwards is sent", async () => {
    const proxy = await startDatabaseProxy(database.url);
    const throughProxy = await createDataSource({ url: proxy.url, entities: [], migrations: [] }).initialize();
    cleanUps.push(
      () => proxy.cut(),
      () => throughProxy.destroy(),
    );
    const server = await mailServer();
    await worker(smtp(server.url), { dataSource: throughProxy, url: proxy.url, pollMs: 50 });
    await server.mailTo(await queue());
    await empty();
    await proxy.cut();
    const to = await queue();
    await expect.poll(() => log.join(), PATIENCE).toContain("The mail queue cannot be read");
    await proxy.restore();
    await server.mailTo(to);
    await empty();
  });
});

test("the end of a process waits for mails under way, and begins no other", async () => {
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
  const ended = ending.close(5000);
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
    // Leads to this machine, but is no loopback address.
    await worker(smtp(server.url.replace("//127.0.0.1", "//site:pass@0.0.0.0")));
    await queue();
    await queued(([row]) => expect(row?.last_error).toMatch(/^ETLS/));
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
    expect(files).toEqual([expect.stringMatching(/^\d{8}T\d{9}Z-\d+\.eml$/)]);
    const file = join(folder, files[0] ?? "");
    expect([(await stat(folder)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
    const written = await PostalMime.parse(await readFile(file));
    const { subject, html } = await renderMail(mail, "en");
    expect([written.subject, written.html?.trim(), written.to]).toMatchObject([
      subject,
      html.trim(),
      [{ address: mail.to }],
    ]);
  });

  test("a mail that cannot be written waits", async () => {
    const dataDir = "/dev/null/nowhere";
    expect(existsSync(dataDir)).toBe(false);
    await worker(mailTransport({ mailFrom: FROM, dataDir }));
    await queue();
    await queued(([row]) => expect(row?.last_error).toMatch(/^ENOTDIR/));
    expect(await rows()).toMatchObject([{ failed_at: null, data: { code: SECRET } }]);
  });
});

describe("a mail with a key", () => {
  const keyed = (mail: QueuedMail) => sql.transaction((manager) => queueMail(manager, mail, "account:7:login-link"));

  test("takes the place of one that has not left, and can be withdrawn", async () => {
    await keyed(someMail());
    const newer = someMail();
    await keyed(newer);
    expect(await sql.query("select recipient from mail_queue")).toEqual([{ recipient: newer.to }]);
    await sql.transaction((manager) => withdrawMails(manager, ["account:7:login-link", "account:7:reset-password"]));
    expect(await rows()).toEqual([]);
    const server = await mailServer();
    await worker(smtp(server.url));
    const last = someMail();
    await keyed(last);
    await server.mailTo(last.to);
    expect(server.mails.map(({ recipients }) => recipients)).toEqual([[last.to]]);
  });

  test("that is replaced while it is being sent does not take the newer one along", async () => {
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
    await vi.waitFor(() => expect(sent).toEqual([older.to]), PATIENCE);
    await keyed(newer);
    release();
    await vi.waitFor(() => expect(sent).toEqual([older.to, newer.to]), PATIENCE);
    await empty();
  });
});
