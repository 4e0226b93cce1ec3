import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Locale, LOCALE_CODES } from "../../../contract/locales";
import { mails } from "../../mails";
import { JobRunner } from "../../platform/jobs/job-runner";
import { mailTask } from "../../platform/mail/mail-task";
import { mailTransport } from "../../platform/mail/mail-transport";
import { insertPrompts } from "../../platform/testing/community";
import { sample } from "../../platform/testing/deep";
import { clearJobs, hurryJobs, JOBS } from "../../platform/testing/job-queue";
import { type MailServer, startMailServer } from "../../platform/testing/mail-server";
import { confirmedMember, member, person, type TestBrowser } from "../../platform/testing/member";
import { queuedMails } from "../../platform/testing/queued-mails";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { posting, rowId } from "../../platform/testing/posting";
import { digestContents, queueDigests, sweepDigestLinks } from "./digest.service";

const SITE = "http://localhost:3000";
const HOUR = 3_600_000;

let site: TestApp;
let owner: TestBrowser;
let other: TestBrowser;
let prompt: string;
let server: MailServer;

const idOf = async (username: string) =>
  (await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [username]))[0]
    ?.id ?? "";

beforeAll(async () => {
  site = await createTestApp();
  server = await startMailServer();
  owner = await confirmedMember(site, "Owner");
  other = await confirmedMember(site, "Other");
  const texts = [{ locale: "en", title: "A <b>good</b> prompt", content: "First" }] as const;
  const [id] = await insertPrompts(site.dataSource, [{ authorId: await idOf("Owner"), texts }]);
  prompt = String(id);
});
beforeEach(async () => {
  for (const table of ["comment", "notification", "digest", "digest_link", "rate_limit", JOBS])
    await site.dataSource.query(`delete from ${table}`);
  server.mails.length = 0;
});
afterAll(async () => {
  await server.close();
  await site.close();
});

let written = 0;
async function post(by: TestBrowser, place: { promptId?: string; parentId?: string }): Promise<string> {
  await site.dataSource.query("delete from rate_limit");
  const { posted } = await by.query<{ posted: { comment: { id: string } | null } }>(posting(place), {
    body: `Text ${String((written += 1))}`,
  });
  return posted.comment?.id ?? "";
}
const turnOn = (by: TestBrowser, hour: number | null = 8, timeZone = "UTC") =>
  by.send<{ changeDigest: { viewer: { digest: object | null } } | null }>(
    `mutation ($hour: Int, $timeZone: String) { changeDigest(hour: $hour, timeZone: $timeZone) { viewer { digest { hour timeZone } } problems { code } } }`,
    { hour, timeZone },
  );
async function nextAt(username = "Owner"): Promise<Date> {
  const [row] = await site.dataSource.query<{ next_at: Date }[]>("select next_at from digest where user_id = $1", [
    await idOf(username),
  ]);
  return row?.next_at ?? new Date(0);
}
/** When the hour of the member comes next, which is then over. */
async function itIsTime(username = "Owner", laterMs = 0): Promise<Date> {
  const at = new Date((await nextAt(username)).getTime() + laterMs);
  await queueDigests(site.dataSource, SITE, at);
  return at;
}
const queued = async () => (await queuedMails(site.dataSource)).filter(({ kind }) => kind === "digest");
const logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Sends what is queued through the mail server, as one process does. */
async function send(smtpUrl = server.url, isDone = async () => (await queued()).length === 0): Promise<void> {
  const [transport, contents] = [
    mailTransport({ smtpUrl, mailFrom: "Polyprompt <prompts@example.com>", dataDir: "/nonexistent" }),
    digestContents(site.dataSource),
  ];
  const { url = "" } = site.dataSource.options as { url?: string };
  const runner = new JobRunner({
    url,
    tasks: [mailTask({ transport, texts: mails, contents, logger })],
    logger,
  });
  await runner.start();
  try {
    await expect.poll(isDone).toBe(true);
  } finally {
    await runner.close(100);
  }
}

describe("a daily mail", () => {
  test("is off until a member turns it on, and says what is unread, with a link that stops it", async () => {
    await post(other, { promptId: prompt });
    expect(await nextAt()).toEqual(new Date(0));
    expect((await turnOn(owner, 7, "Asia/Kathmandu")).data.changeDigest?.viewer.digest).toEqual({
      hour: 7,
      timeZone: "Asia/Kathmandu",
    });
    const thread = await post(owner, {});
    await post(other, { promptId: prompt });
    await post(other, { parentId: thread });
    await itIsTime();
    await send();
    const [mail] = server.mails;
    expect(server.mails).toHaveLength(1);
    expect(mail?.recipients).toEqual(["Owner@example.org"]);
    // What was there when it was turned on is no news.
    expect(mail?.subject).toBe("2 nouvelles notifications sur Polyprompt");
    expect(mail?.text).toContain("A <b>good</b> prompt");
    expect(mail?.html).toContain("A &lt;b&gt;good&lt;/b&gt; prompt");
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toMatch(/^<http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]{27}>$/);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  test("comes once a day, whoever looks and however often, and not without news", async () => {
    await turnOn(owner);
    await post(other, { promptId: prompt });
    const at = await nextAt();
    await Promise.all(Array.from({ length: 8 }, () => queueDigests(site.dataSource, SITE, at)));
    expect(await queued()).toHaveLength(1);
    await queueDigests(site.dataSource, SITE, new Date(at.getTime() + HOUR));
    expect(await queued()).toHaveLength(1);
    await send();
    expect((await nextAt()).getTime() - at.getTime()).toBe(24 * HOUR);
    await itIsTime();
    expect(await queued()).toEqual([]);
    await post(other, { promptId: prompt });
    await itIsTime();
    await send();
    expect(server.mails.map(({ subject }) => subject)).toEqual([
      "1 nouvelle notification sur Polyprompt",
      "1 nouvelle notification sur Polyprompt",
    ]);
  });

  test("does not come twice a day by a change of the hour, the zone, or turning it off and on", async () => {
    await turnOn(owner, 8, "UTC");
    await post(other, { promptId: prompt });
    await itIsTime();
    const [[{ queued_at: queuedAt }]] = await site.dataSource.query<[[{ queued_at: Date }]]>(
      "update digest set queued_at = now() returning queued_at",
    );
    const sinceLast = async () => (await nextAt()).getTime() - queuedAt.getTime();
    for (const [hour, zone] of [
      [9, "UTC"],
      [23, "Pacific/Kiritimati"],
      [0, "Pacific/Pago_Pago"],
    ] as const) {
      await turnOn(owner, hour, zone);
      expect(await sinceLast()).toBeGreaterThanOrEqual(22 * HOUR);
    }
    // One of the two would be too soon at any time of the day.
    for (const hour of [9, 21]) {
      await turnOn(owner, null);
      expect((await turnOn(owner, hour, "UTC")).data.changeDigest?.viewer.digest).not.toBeNull();
      expect(await sinceLast()).toBeGreaterThanOrEqual(22 * HOUR);
    }
  });

  test("says nothing that was read, deleted or hidden before it is sent", async () => {
    await turnOn(owner);
    const ids = [];
    for (let index = 0; index < 4; index += 1) ids.push(await post(other, { promptId: prompt }));
    await itIsTime();
    expect(await queued()).toHaveLength(1);
    await site.dataSource.query("update notification set read_at = now() where comment_id = $1", [rowId(ids[0] ?? "")]);
    await other.query(`mutation ($id: ID!) { deleteComment(commentId: $id) { problems { code } } }`, { id: ids[1] });
    await site.dataSource.query("update comment set hidden = true where id = $1", [rowId(ids[2] ?? "")]);
    await send();
    expect(server.mails.map(({ subject }) => subject)).toEqual(["1 nouvelle notification sur Polyprompt"]);
  });

  test("is not sent at all if nothing is left, it was turned off, or the address is another one", async () => {
    for (const change of [
      () => site.dataSource.query<unknown>("update notification set read_at = now()"),
      () => site.dataSource.query<unknown>("delete from comment"),
      () => turnOn(owner, null),
      () =>
        site.dataSource.query<unknown>(
          "update account set email = 'new@example.org' where email = 'Owner@example.org'",
        ),
    ]) {
      await site.dataSource.query("delete from digest");
      await turnOn(owner);
      await post(other, { promptId: prompt });
      await itIsTime();
      expect(await queued()).toHaveLength(1);
      await change();
      await send();
    }
    await site.dataSource.query("update account set email = 'Owner@example.org' where email = 'new@example.org'");
    expect(server.mails).toEqual([]);
  });

  test("goes to confirmed addresses alone, and to no closed account", async () => {
    const unconfirmed = await member(site, "Unsure");
    await turnOn(unconfirmed);
    const thread = await post(unconfirmed, {});
    await post(other, { parentId: thread });
    await itIsTime("Unsure");
    expect(await queued()).toEqual([]);
    await turnOn(owner);
    await post(other, { promptId: prompt });
    await site.dataSource.query("update account set closed_at = now() where user_id = $1", [await idOf("Owner")]);
    await itIsTime();
    await site.dataSource.query("update account set closed_at = null where user_id = $1", [await idOf("Owner")]);
    expect(await queued()).toEqual([]);
  });

  test("comes although another member's cannot be queued", async () => {
    await turnOn(other);
    await turnOn(owner);
    const thread = await post(other, {});
    await post(owner, { parentId: thread });
    await post(other, { promptId: prompt });
    await site.dataSource.query(
      "update digest set time_zone = 'Mars/Base', next_at = next_at - interval '1 minute' where user_id = $1",
      [await idOf("Other")],
    );
    await expect(itIsTime()).rejects.toThrow("cannot be queued");
    expect((await queued()).map(({ to }) => to)).toEqual(["Owner@example.org"]);
  });

  test("names a prompt of another member without the address in its title", async () => {
    await turnOn(owner);
    const title = "https://evil.example/log-in your account is locked";
    const texts = [{ locale: "en", title, content: "Text" }] as const;
    const [id] = await insertPrompts(site.dataSource, [{ authorId: await idOf("Other"), texts }]);
    const parentId = await post(owner, { promptId: String(id) });
    await post(other, { parentId });
    await itIsTime();
    await send();
    const [mail] = server.mails;
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain("your account is locked");
      expect(text).not.toContain("evil.example");
      expect(text).not.toContain("https://evil");
    }
  });

  test("waits for the member's hour again after the site was down", async () => {
    await turnOn(owner);
    await post(other, { promptId: prompt });
    const at = await itIsTime("Owner", 5 * HOUR);
    expect(await queued()).toEqual([]);
    expect((await nextAt()).getTime()).toBeGreaterThan(at.getTime());
    await itIsTime();
    expect(await queued()).toHaveLength(1);
  });

  test("replaces one of the day before that could not be sent, and tells what that would have told", async () => {
    await turnOn(owner);
    await post(other, { promptId: prompt });
    await itIsTime();
    await post(other, { promptId: prompt });
    await itIsTime();
    expect(await queued()).toHaveLength(1);
    await send();
    expect(server.mails.map(({ subject }) => subject)).toEqual(["2 nouvelles notifications sur Polyprompt"]);
  });

  describe("comes once", () => {
    beforeEach(async () => {
      await turnOn(owner);
      await post(other, { promptId: prompt });
      await itIsTime();
    });

    test("from two processes, also if the mail server takes it at the second attempt only", async () => {
      let refusals = 0;
      const greylisting = await startMailServer({
        onRcptTo: (_address, _session, callback) =>
          (refusals += 1) === 1 ? callback(Object.assign(new Error("greylisted"), { responseCode: 451 })) : callback(),
      });
      try {
        // The second attempt is due in three seconds.
        const isDone = async () => {
          await hurryJobs(site.dataSource);
          return (await queued()).length === 0;
        };
        await Promise.all([send(greylisting.url, isDone), send(greylisting.url, isDone)]);
        expect(refusals).toBe(2);
        expect(greylisting.mails.map(({ subject }) => subject)).toEqual(["1 nouvelle notification sur Polyprompt"]);
      } finally {
        await greylisting.close();
      }
    });

    test("if nobody knows whether the mail server has taken it: rather not at all", async () => {
      const silent: string[] = [];
      const breaking = await startMailServer({
        accept: ({ subject = "" }) => {
          silent.push(subject);
          return new Promise(() => undefined);
        },
      });
      // As when the process is killed: the mail is there, and its job has not ended.
      const isHandedOver = () => Promise.resolve(silent.length > 0);
      await send(breaking.url, isHandedOver);
      await site.dataSource.query(`update ${JOBS} set locked_at = null, locked_by = null, run_at = now()`);
      await send();
      expect([silent.length, server.mails.length]).toEqual([1, 0]);
      void breaking.close();
    });

    test("and not many hours late, when the next one is near, which then tells it", async () => {
      await site.dataSource.query("update digest set queued_at = now() - interval '3 hours'");
      await send();
      expect(server.mails).toEqual([]);
      await itIsTime();
      await send();
      expect(server.mails.map(({ subject }) => subject)).toEqual(["1 nouvelle notification sur Polyprompt"]);
    });
  });

  test.each(sample(LOCALE_CODES, 4))("is written in the member's language: %s", async (locale: Locale) => {
    await site.dataSource.query("update account set locale = $2 where user_id = $1", [await idOf("Owner"), locale]);
    await turnOn(owner);
    await post(other, { promptId: prompt });
    await itIsTime();
    await send();
    await site.dataSource.query("update account set locale = 'fr' where user_id = $1", [await idOf("Owner")]);
    const [mail] = server.mails;
    expect(new Map(mail?.headers.map(({ key, value }) => [key, value])).get("content-language")).toBe(locale);
    expect(mail?.html).toContain(`lang="${locale}"`);
    expect(mail?.text).toContain("Other");
    expect(mail?.subject).toContain("Polyprompt");
    expect(mail?.text).not.toMatch(/\{|undefined/);
  });
});

describe("who may change it", () => {
  test.each(["", "+02:00", "Mars/Base", "Europe/Paris\r\nBcc: somebody@example.org", "<script>"])(
    "no time zone is %j",
    async (zone) => {
      const { errors } = await turnOn(owner, 8, zone);
      expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
      expect(await nextAt()).toEqual(new Date(0));
    },
  );

  test.each([-1, 24, 1000])("no hour is %i", async (hour) => {
    expect((await turnOn(owner, hour)).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
  });

  test("a visitor has none", async () => {
    expect((await turnOn(person(site))).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});

describe("the link in it", () => {
  async function linkInMail(): Promise<string> {
    await turnOn(owner);
    await post(other, { promptId: prompt });
    await itIsTime();
    const [mail] = await queued();
    return new URL(mail?.data["stopAddress"] ?? "").pathname;
  }
  async function linkInMailAgain(): Promise<string> {
    await clearJobs(site.dataSource);
    return linkInMail();
  }
  const click = (url: string, contentType = "application/x-www-form-urlencoded") =>
    site.app.inject({
      method: "POST",
      url,
      headers: { "content-type": contentType },
      payload: "List-Unsubscribe=One-Click",
    });

  test("stops it by a POST without signing in, also the mail that waits, any number of times", async () => {
    const url = await linkInMail();
    for (const type of ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect((await click(url, type)).statusCode).toBe(200);
      expect(await nextAt()).toEqual(new Date(0));
    }
    expect(await queued()).toEqual([]);
  });

  test("does nothing by a GET, which leads to a page with a button", async () => {
    const url = await linkInMail();
    const response = await site.app.inject({ url });
    expect([response.statusCode, response.headers.location]).toEqual([
      302,
      `/user/stop-digest#${url.split("/").at(-1) ?? ""}`,
    ]);
    expect(await nextAt()).not.toEqual(new Date(0));
    const stop = await person(site).query<{ stopDigest: object }>(
      `mutation ($code: String!) { stopDigest(code: $code) { accepted problems { code } } }`,
      { code: url.split("/").at(-1) },
    );
    expect(stop.stopDigest).toEqual({ accepted: true, problems: [] });
    expect(await nextAt()).toEqual(new Date(0));
  });

  test("is void after the mails were turned on anew, and after the address has changed", async () => {
    const former = await linkInMail();
    await turnOn(owner, null);
    const url = await linkInMailAgain();
    expect([(await click(former)).statusCode, (await click(url)).statusCode]).toEqual([404, 200]);
    const rename = (from: string, to: string) =>
      site.dataSource.query("update account set email = $2 where email = $1", [from, to]);
    await turnOn(owner);
    const next = await linkInMailAgain();
    await turnOn(owner, 9);
    await rename("Owner@example.org", "new@example.org");
    expect((await click(next)).statusCode).toBe(404);
    await rename("new@example.org", "Owner@example.org");
    expect((await click(next)).statusCode).toBe(404);
    expect(await nextAt()).not.toEqual(new Date(0));
  });

  test("cannot be guessed, opens nothing else, and is forgotten after a year", async () => {
    const url = await linkInMail();
    const token = url.split("/").at(-1) ?? "";
    for (const wrong of [token.slice(1), token.toUpperCase(), "' or 1=1 --", "%00", "x".repeat(400)])
      expect([404, 400, 414]).toContain((await click(`/api/unsubscribe/${encodeURIComponent(wrong)}`)).statusCode);
    expect(await nextAt()).not.toEqual(new Date(0));
    for (const [field, argument] of [
      ["loginWithLink", "token"],
      ["verifyEmail", "token"],
      ["stopEmailChange", "token"],
    ] as const) {
      const { data } = await person(site).send<Record<string, { problems: object[] }>>(
        `mutation ($code: String!) { ${field}(${argument}: $code) { problems { code } } }`,
        { code: token },
      );
      expect(data[field]?.problems).toHaveLength(1);
    }
    await site.dataSource.query("update digest_link set created_at = now() - interval '13 months'");
    await sweepDigestLinks(site.dataSource);
    expect((await click(url)).statusCode).toBe(404);
  });
});
