import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCESS_TABLES } from "../../backup/tables";
import { queueMail } from "../../platform/mail/queue-mail";
import {
  codeTo,
  confirmedMember,
  mailTo,
  member,
  PASSWORD,
  person,
  register,
  type TestBrowser,
} from "../../platform/testing/member";
import { queuedMails, type QueuedTestMail } from "../../platform/testing/queued-mails";
import { changeUnderneath, endSessionsUnderneath } from "../../platform/testing/row-lock";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { lockAccount } from "./account.reader";
import { CODE_PURPOSES } from "./code-purposes";
import { withWriter } from "./proven-account";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.dataSource.query("delete from rate_limit");
});

/** A row of these tables lets somebody act for an account, now or later. `endFootholds` deletes it. */
const ENDS_WITH_RECOVERY = [
  "session",
  "api_token",
  "one_time_code", // every purpose, including the pending email change
  "graphile_worker._private_jobs", // mails that carry a code, by job key; notices to the owner are still sent
];

/** These refer to an account or an address, and stay. */
const STAYS: Record<string, string> = {
  user_account: "is the account",
  account: "is the account; recovery sets password and confirmation",
  prompt: "is the account's content; it grants no access",
  prompt_text: "is the account's content",
  favorite: "is the account's list",
  vote: "is the account's content",
  comment: "is the account's content",
  prompt_picture: "is drawn from the account's content",
  deleted_comment: "is the account's content, for a minute",
  report: "is what the account has reported; it grants no access",
  moderation_act: "is what moderators did, by the account or to it; nobody edits it",
  digest: "says when the account gets a mail; recovery sends it to the account's address, as before",
  digest_link: "stops that mail, and does nothing else",
  notification: "is what the account is told; it grants no access",
  prompt_search: "is the account's content",
  prompt_revision: "is the account's content",
  prompt_revision_text: "is the account's content",
  rate_limit:
    "counts attempts by account and address: those made before a recovery still count after it; swept after a day",
};

const UNRELATED = [
  "daily_secret",
  "graphile_worker._private_job_queues", // queue names; no job has one
  "graphile_worker._private_known_crontabs", // when each cron job was last queued
  "graphile_worker._private_tasks", // task names
  "graphile_worker.migrations",
  "library_state",
  "migration",
  "moderation_case", // counts a prompt's reports
  "prompt_copy", // hash of a visitor's network
  "removed_prompt", // numbers of prompts, and times
  "signing_key", // signs for all accounts; an ended session is refused whichever key signed its token
  "search_word",
  "tag",
  "tag_text",
];

describe("every table", () => {
  test("that ends with recovery ends with the restore of a backup, too", () => {
    // Jobs are restored, but for these mails.
    const tables = ENDS_WITH_RECOVERY.filter((name) => name !== "graphile_worker._private_jobs");
    expect(ACCESS_TABLES).toEqual(expect.arrayContaining(tables));
  });

  test("is classified as ending with recovery, staying, or unrelated to accounts", async () => {
    const rows = await site.dataSource.query<{ name: string }[]>(
      `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const classified = [...ENDS_WITH_RECOVERY, ...Object.keys(STAYS), ...UNRELATED];
    expect(rows.map(({ name }) => name).sort()).toEqual(classified.sort());
  });

  test("classified as unrelated does not refer to an account", async () => {
    const rows = await site.dataSource.query<{ name: string }[]>(
      `select c.conrelid::regclass::text as name from pg_constraint c where c.contype = 'f' and c.confrelid in ('account'::regclass, 'user_account'::regclass)
       union select table_name from information_schema.columns where table_schema = 'public' and column_name ~ '(user|author|account|member|owner)_?(id|name)?$'`,
    );
    expect(rows.map(({ name }) => name).filter((name) => UNRELATED.includes(name))).toEqual([]);
  });
});

const LOGIN = `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) { viewer { email } problems { code } } }`;
const LINK = `mutation ($identifier: String!) { sendLoginLink(identifier: $identifier, locale: EN) { accepted } }`;
const WITH_LINK = `mutation ($token: String!) { loginWithLink(token: $token) { viewer { email } problems { code } } }`;
const REQUEST = `mutation ($email: String!) { requestPasswordReset(email: $email, locale: EN) { accepted } }`;
const RESET = `mutation ($code: String!, $password: String!) { resetPassword(code: $code, password: $password, passwordConfirmation: $password) { viewer { email } problems { code } } }`;
const VERIFY = `mutation ($token: String!, $ownOnly: Boolean) { verifyEmail(token: $token, ownOnly: $ownOnly) { accepted problems { code } } }`;
const VERIFY_WITH_PASSWORD = `mutation ($code: String!, $password: String!) { verifyEmailWithNewPassword(code: $code, password: $password, passwordConfirmation: $password) { viewer { email emailVerified hasPassword } problems { code } } }`;
const CHANGE_EMAIL = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { accepted problems { code field } } }`;
const CONFIRM_CHANGE = `mutation ($token: String!) { confirmEmailChange(token: $token) { viewer { email emailVerified pendingEmail { email } } problems { code } } }`;
const STOP = `mutation ($token: String!) { stopEmailChange(token: $token) { accepted problems { code } } }`;
const CONNECT = `mutation ($challenge: String!) { createConnectCode(challenge: $challenge) { code } }`;
const CREATE_TOKEN = `mutation { createApiToken(name: "t", scope: WRITE) { token } }`;
const CHANGE_PASSWORD = `mutation ($password: String!, $revokeApiTokens: Boolean) { changePassword(currentPassword: "${PASSWORD}", password: $password, passwordConfirmation: $password, revokeApiTokens: $revokeApiTokens) { viewer { email sessions { id current } } problems { code } } }`;
const NEW_PASSWORD = "battery staple 9";
const INVALID = [{ code: "INVALID_OR_EXPIRED_CODE" }];

const email = (username: string) => `${username}@example.org`;
const isSignedIn = async (browser: TestBrowser) =>
  ((await browser.send<{ viewer: unknown } | null>("{ viewer { email } }")).data?.viewer ?? null) !== null;
const tokenWorks = async (token: string) =>
  (await site.send("{ tags(first: 1) { nodes { slug } } }", {}, { authorization: `Bearer ${token}` })).status === 200;

async function canLogIn(username: string, password: string): Promise<boolean> {
  const { login } = await person(site).query<{ login: { viewer: unknown } }>(LOGIN, { identifier: username, password });
  return login.viewer !== null;
}

async function resetCode(username: string): Promise<string> {
  await person(site).query(REQUEST, { email: email(username) });
  return (await mailTo(site, email(username))).data["code"] ?? "";
}

async function codeOfKind(kind: string, address: string): Promise<string> {
  const mail = (await queuedMails(site.dataSource)).find((each) => each.to === address && each.kind === kind);
  return mail ? new URL(mail.data["url"] ?? "").hash.slice(1) : "";
}

async function idOf(username: string): Promise<string> {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    username,
  ]);
  return row?.id ?? "";
}

/** The queued mails that can be withdrawn, because they carry codes. */
async function mailsOf(id: string): Promise<QueuedTestMail[]> {
  return (await queuedMails(site.dataSource)).filter(({ key }) => key?.startsWith(`account:${id}:`));
}

/** What still lets somebody act for an account. */
async function footholdsOf(username: string): Promise<Record<string, number>> {
  const id = await idOf(username);
  const count = async (sql: string) => Number((await site.dataSource.query<{ n: string }[]>(sql, [id]))[0]?.n);
  return {
    sessions: await count("select count(*) as n from session where user_id = $1"),
    tokens: await count("select count(*) as n from api_token where user_id = $1"),
    codes: await count("select count(*) as n from one_time_code where user_id = $1"),
    mails: (await mailsOf(id)).length,
  };
}

/** Gives an account one of every kind of foothold. */
async function plantEverything(username: string, browser: TestBrowser): Promise<{ token: string }> {
  const secondBrowser = person(site);
  await secondBrowser.query(LOGIN, { identifier: username, password: PASSWORD });
  const { createApiToken } = await browser.query<{ createApiToken: { token: string } }>(CREATE_TOKEN);
  await browser.query(CHANGE_EMAIL, { email: `planted-${username}@example.net` });
  const id = await idOf(username);
  // Every purpose, including those that this account could not request.
  for (const purpose of CODE_PURPOSES) {
    await site.dataSource.query(
      `insert into one_time_code (user_id, purpose, code_hash, sent_to, expires_at)
       select $1, $2, $3, email_key, now() + interval '1 hour' from account where user_id = $1 on conflict do nothing`,
      [id, purpose, Buffer.from(`${id} ${purpose}`)],
    );
    const data = { username, url: "https://example.org/", minutes: 10 };
    await queueMail(
      site.dataSource.manager,
      { kind: "login-link", to: "nobody@example.org", locale: "en", data },
      `account:${id}:${purpose}`,
    );
  }
  return createApiToken;
}

describe("recovery revokes everything", () => {
  const recoveries: [string, (username: string) => Promise<TestBrowser>][] = [
    [
      "a reset of the password",
      async (username) => {
        const owner = person(site);
        await owner.query(RESET, { code: await resetCode(username), password: NEW_PASSWORD });
        return owner;
      },
    ],
    [
      "the first link to sign in by",
      async (username) => {
        await person(site).query(LINK, { identifier: email(username) });
        const owner = person(site);
        await owner.query(WITH_LINK, { token: await codeOfKind("login-link", email(username)) });
        return owner;
      },
    ],
    [
      "the first confirmation with a new password",
      async (username) => {
        const owner = person(site);
        const { verifyEmailWithNewPassword } = await owner.query<{ verifyEmailWithNewPassword: unknown }>(
          VERIFY_WITH_PASSWORD,
          {
            code: confirmations.get(username),
            password: NEW_PASSWORD,
          },
        );
        expect(verifyEmailWithNewPassword).toEqual({
          viewer: { email: email(username), emailVerified: true, hasPassword: true },
          problems: [],
        });
        return owner;
      },
    ],
  ];
  const confirmations = new Map<string, string>();

  test.each(recoveries)("by %s", async (way, recover) => {
    const username = `Planted${way.length}`;
    const planter = await member(site, username);
    confirmations.set(username, await codeTo(site, email(username)));
    const { token } = await plantEverything(username, planter);
    expect(await footholdsOf(username)).toEqual({
      sessions: 2,
      tokens: 1,
      codes: CODE_PURPOSES.length,
      mails: expect.any(Number) as number,
    });
    const owner = await recover(username);
    expect(await footholdsOf(username)).toEqual({ sessions: 1, tokens: 0, codes: 0, mails: 0 });
    expect([await isSignedIn(owner), await isSignedIn(planter), await tokenWorks(token)]).toEqual([true, false, false]);
    expect(await canLogIn(username, PASSWORD)).toBe(false);
  });

  test("by a first confirmation of another address, in a session that goes on", async () => {
    const owner = await member(site, "Plantedo");
    const copy = owner.copy();
    const { token } = await plantEverything("Plantedo", owner);
    await owner.query(CHANGE_EMAIL, { email: "plantedo-new@example.net" });
    const link = await codeOfKind("change-email", "plantedo-new@example.net");
    await owner.query(CONFIRM_CHANGE, { token: link });
    expect(await footholdsOf("Plantedo")).toEqual({ sessions: 1, tokens: 0, codes: 0, mails: 0 });
    expect([await isSignedIn(owner), await isSignedIn(copy), await tokenWorks(token)]).toEqual([true, false, false]);
  });

  test("by the first confirmation by a visitor", async () => {
    const planter = await member(site, "Plantedv");
    const token = await codeTo(site, email("Plantedv"));
    const planted = await plantEverything("Plantedv", planter);
    // The token was read before planting, which replaces the queued mails.
    await person(site).query(VERIFY, { token });
    expect(await footholdsOf("Plantedv")).toEqual({ sessions: 0, tokens: 0, codes: 0, mails: 0 });
    expect([await tokenWorks(planted.token), await canLogIn("Plantedv", PASSWORD)]).toEqual([false, false]);
  });

  test("but still notifies the owner", async () => {
    const planter = await confirmedMember(site, "Toldowner");
    await plantEverything("Toldowner", planter);
    await person(site).query(RESET, { code: await resetCode("Toldowner"), password: NEW_PASSWORD });
    expect(await mailTo(site, email("Toldowner"))).toMatchObject({ kind: "password-changed" });
  });
});

describe("the link of a planted email change", () => {
  test.each([
    "on an account that was registered with the victim's address",
    "with a stolen password on a confirmed account",
  ])("does not hand over the account after a recovery, %s", async (how) => {
    const username = how.startsWith("on") ? "Plantlink" : "Stolenlink";
    const attacker = how.startsWith("on") ? await member(site, username) : await confirmedMember(site, username);
    await attacker.query(CHANGE_EMAIL, { email: `${username}@evil.example` });
    const link = await codeOfKind("change-email", `${username}@evil.example`);
    expect(link).not.toBe("");
    const owner = person(site);
    await owner.query(RESET, { code: await resetCode(username), password: NEW_PASSWORD });
    for (const opener of [person(site), attacker])
      expect((await opener.send(CONFIRM_CHANGE, { token: link })).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect(await owner.query(CONFIRM_CHANGE, { token: link })).toEqual({
      confirmEmailChange: { viewer: null, problems: INVALID },
    });
    for (const opener of [person(site), owner])
      expect(await opener.query(VERIFY, { token: link })).toEqual({
        verifyEmail: { accepted: false, problems: INVALID },
      });
    expect((await owner.query<{ viewer: unknown }>("{ viewer { email pendingEmail { email } } }")).viewer).toEqual({
      email: email(username),
      pendingEmail: null,
    });
  });
});

test("API tokens created before a recovery are revoked by it", async () => {
  const attacker = await confirmedMember(site, "Tokenplant");
  const { createApiToken } = await attacker.query<{ createApiToken: { token: string } }>(CREATE_TOKEN);
  expect(await tokenWorks(createApiToken.token)).toBe(true);
  await person(site).query(RESET, { code: await resetCode("Tokenplant"), password: NEW_PASSWORD });
  expect(await tokenWorks(createApiToken.token)).toBe(false);
});

describe("checks still hold when the transaction runs", () => {
  test("logins in flight during a password reset get no session", async () => {
    await confirmedMember(site, "Inflight");
    const browsers = Array.from({ length: 2 }, () => person(site));
    const answers = await changeUnderneath(
      site.dataSource,
      "Inflight",
      () => browsers.map((one) => one.query<{ login: unknown }>(LOGIN, { identifier: "Inflight", password: PASSWORD })),
      async (manager, userId) => {
        await manager.query("update account set password_hash = 'reset' where user_id = $1", [userId]);
        await manager.query("delete from session where user_id = $1", [userId]);
      },
    );
    expect(answers).toEqual(
      answers.map(() => ({ login: { viewer: null, problems: [{ code: "INVALID_CREDENTIALS" }] } })),
    );
    expect((await footholdsOf("Inflight")).sessions).toBe(0);
  });

  test("logging out while another tab changes the password is refused, not accepted for a session that lives on", async () => {
    const one = await confirmedMember(site, "Twotabs");
    const tab = one.copy();
    const LOGOUT = `mutation { logout { accepted } }`;
    const [answer] = await changeUnderneath(
      site.dataSource,
      "Twotabs",
      () => [tab.send(LOGOUT)],
      (manager, userId) => manager.query("update session set id = gen_random_uuid() where user_id = $1", [userId]),
    );
    // The client asks again, now with the cookie of the session's new id.
    expect([answer?.status, answer?.errors?.[0]?.extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
    expect((await footholdsOf("Twotabs")).sessions).toBe(1);
  });

  test.each([
    ["a password change", "Vanished1", CHANGE_PASSWORD, { password: NEW_PASSWORD }],
    [
      "a confirmation in a session",
      "Vanished2",
      `mutation ($token: String!, $ownOnly: Boolean) { verifyEmail(token: $token, ownOnly: $ownOnly) { accepted } }`,
      { ownOnly: true },
    ],
    [
      "a confirmation",
      "Vanished3",
      `mutation ($token: String!) { verifyEmail(token: $token) { accepted } }`,
      { ownOnly: false },
    ],
  ])("%s in a session that ends at the last moment changes nothing", async (_, username, operation, variables) => {
    const one = await member(site, username);
    const token = await codeTo(site, `${username}@example.org`);
    const [answer] = await endSessionsUnderneath(site.dataSource, username, () => [
      one.send(operation, { ...variables, token }),
    ]);
    expect([answer?.status, answer?.errors?.[0]?.extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
    expect(await canLogIn(username, PASSWORD)).toBe(true);
    const { verifyEmail } = await person(site).query<{ verifyEmail: unknown }>(
      `mutation ($token: String!) { verifyEmail(token: $token) { accepted } }`,
      { token },
    );
    expect(verifyEmail).toEqual({ accepted: true });
  });

  const OPERATIONS: [string, string, Record<string, unknown>][] = [
    ["an API token", CREATE_TOKEN, {}],
    ["a code for the extension", CONNECT, { challenge: "c".repeat(43) }],
    ["an email change", CHANGE_EMAIL, { email: "late@evil.example" }],
    ["a password change", CHANGE_PASSWORD, { password: NEW_PASSWORD }],
    ["a username change", `mutation { changeUsername(username: "Late") { problems { code } } }`, {}],
    ["a deletion code", `mutation { sendDeletionCode { accepted } }`, {}],
    ["the account's deletion", `mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`, {}],
    ["a settings change", `mutation { updateSettings(locale: BN) { problems { code } } }`, {}],
  ];
  test.each(OPERATIONS)(
    "a session that ends during the request cannot complete %s",
    async (what, operation, variables) => {
      const username = `Ending${OPERATIONS.findIndex(([name]) => name === what)}`;
      const attacker = await confirmedMember(site, username);
      const [answer] = await changeUnderneath(
        site.dataSource,
        username,
        () => [attacker.send(operation, variables)],
        (manager, userId) => manager.query("delete from session where user_id = $1", [userId]),
      );
      expect(answer?.errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
      expect(await footholdsOf(username)).toEqual({ sessions: 0, tokens: 0, codes: 0, mails: 0 });
      expect(await canLogIn(username, PASSWORD)).toBe(true);
    },
  );
});

test("a recovery comes after the writes that have begun, and before those that come later", async () => {
  await confirmedMember(site, "Writing");
  const userId = await idOf("Writing");
  const [session] = await site.dataSource.query<{ id: string }[]>("select id from session where user_id = $1", [
    userId,
  ]);
  const caller = { address: "127.0.0.1", userAgent: "" };
  const actor = { kind: "session", caller, userId, sessionId: session?.id ?? "", isModerator: false } as const;
  const done: string[] = [];
  let finish: () => void = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  const waiting = async (count: number) => {
    await expect
      .poll(() => site.dataSource.query("select 1 from pg_locks where locktype = 'advisory' and not granted"))
      .toHaveLength(count);
  };
  let hasBegun: () => void = () => {};
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const first = withWriter(site.dataSource, actor, async () => {
    hasBegun();
    await held;
    done.push("first write");
  });
  await begun;
  const recovery = site.dataSource.transaction(async (manager) => {
    await lockAccount(manager, userId);
    done.push("recovery");
    await manager.query("delete from session where user_id = $1", [userId]);
  });
  await waiting(1);
  const second = withWriter(site.dataSource, actor, () => Promise.resolve(done.push("second write")));
  const refused = expect(second).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await waiting(2);
  finish();
  await Promise.all([first, recovery, refused]);
  expect(done).toEqual(["first write", "recovery"]);
});

describe("codes sent to a former address", () => {
  test("are void once the account has another address", async () => {
    const owner = await confirmedMember(site, "Formerly");
    await person(site).query(LINK, { identifier: "Formerly" });
    const link = await codeOfKind("login-link", email("Formerly"));
    const code = await resetCode("Formerly");
    await owner.query(CHANGE_EMAIL, { email: "now@example.net" });
    const stop = await codeOfKind("stop-email-change", email("Formerly"));
    await owner.query(CONFIRM_CHANGE, { token: await codeOfKind("change-email", "now@example.net") });
    const { loginWithLink } = await person(site).query<{ loginWithLink: unknown }>(WITH_LINK, { token: link });
    expect(loginWithLink).toEqual({ viewer: null, problems: INVALID });
    const { resetPassword } = await person(site).query<{ resetPassword: unknown }>(RESET, {
      code,
      password: NEW_PASSWORD,
    });
    expect(resetPassword).toEqual({ viewer: null, problems: INVALID });
    expect(await person(site).query(STOP, { token: stop })).toEqual({
      stopEmailChange: { accepted: false, problems: INVALID },
    });
  });

  test("are void even if their row is left over", async () => {
    await confirmedMember(site, "Leftover");
    const code = await resetCode("Leftover");
    await site.dataSource.query(
      "update account set email = 'x@example.net', email_key = 'x@example.net' where user_id = $1",
      [await idOf("Leftover")],
    );
    const { resetPassword } = await person(site).query<{ resetPassword: unknown }>(RESET, {
      code,
      password: NEW_PASSWORD,
    });
    expect(resetPassword).toEqual({ viewer: null, problems: INVALID });
  });
});

describe("a changed address", () => {
  test("is confirmed only in a session of that account, and others do not spend the link", async () => {
    const planter = await confirmedMember(site, "Planter");
    await planter.query(CHANGE_EMAIL, { email: "victim@example.net" });
    const token = await codeOfKind("change-email", "victim@example.net");
    const victim = await member(site, "Victim");
    expect((await person(site).send(CONFIRM_CHANGE, { token })).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect((await victim.send(CONFIRM_CHANGE, { token })).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(await person(site).query(VERIFY, { token })).toEqual({
      verifyEmail: { accepted: false, problems: INVALID },
    });
    const { verifyEmailWithNewPassword } = await person(site).query<{ verifyEmailWithNewPassword: unknown }>(
      VERIFY_WITH_PASSWORD,
      { code: token, password: NEW_PASSWORD },
    );
    expect(verifyEmailWithNewPassword).toEqual({ viewer: null, problems: INVALID });
    expect(
      (await planter.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token })).confirmEmailChange,
    ).toEqual({
      viewer: { email: "victim@example.net", emailVerified: true, pendingEmail: null },
      problems: [],
    });
  });

  test("does not block registration with it while pending", async () => {
    const planter = await confirmedMember(site, "Squatter");
    await planter.query(CHANGE_EMAIL, { email: "free@example.net" });
    const token = await codeOfKind("change-email", "free@example.net");
    const { problems } = await register(person(site), "Rightful", { email: "free@example.net" });
    expect(problems).toEqual([]);
    const { confirmEmailChange } = await planter.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token });
    expect(confirmEmailChange).toEqual({ viewer: null, problems: [{ code: "EMAIL_TAKEN" }] });
  });

  test("with ownOnly a first address is not confirmed from another account", async () => {
    await member(site, "Newcomer");
    const token = await codeTo(site, email("Newcomer"));
    const other = await member(site, "Bystander");
    const mistaken = await other.send(VERIFY, { token, ownOnly: true });
    expect(mistaken.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await person(site).send(VERIFY, { token, ownOnly: true })).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect(await canLogIn("Newcomer", PASSWORD)).toBe(true);
    expect(await person(site).query(VERIFY, { token })).toEqual({ verifyEmail: { accepted: true, problems: [] } });
  });
});

describe("copies of a session's cookies", () => {
  test("are invalid once the owner has changed the password, and the owner stays signed in", async () => {
    const owner = await confirmedMember(site, "Copied");
    const thief = owner.copy();
    const { createApiToken } = await owner.query<{ createApiToken: { token: string } }>(CREATE_TOKEN);
    await owner.query(CHANGE_EMAIL, { email: "pending@example.net" });
    const { changePassword } = await owner.query<{ changePassword: { viewer: { sessions: unknown[] } } }>(
      CHANGE_PASSWORD,
      {
        password: NEW_PASSWORD,
      },
    );
    expect(changePassword.viewer.sessions).toEqual([{ id: expect.any(String) as string, current: true }]);
    expect([await isSignedIn(owner), await isSignedIn(thief), await tokenWorks(createApiToken.token)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await footholdsOf("Copied")).toMatchObject({ sessions: 1, tokens: 0, codes: 0 });
  });

  test("API tokens are kept on request", async () => {
    const owner = await confirmedMember(site, "Tokenkeeper");
    const { createApiToken } = await owner.query<{ createApiToken: { token: string } }>(CREATE_TOKEN);
    await owner.query(CHANGE_PASSWORD, { password: NEW_PASSWORD, revokeApiTokens: false });
    expect(await tokenWorks(createApiToken.token)).toBe(true);
  });

  test("signing in again ends the browser's previous session, even one of another account", async () => {
    const owner = await confirmedMember(site, "Again");
    for (let times = 0; times < 3; times += 1) await owner.query(LOGIN, { identifier: "Again", password: PASSWORD });
    expect((await footholdsOf("Again")).sessions).toBe(1);
    await confirmedMember(site, "Elsewho");
    await owner.query(LOGIN, { identifier: "Elsewho", password: PASSWORD });
    expect((await footholdsOf("Again")).sessions).toBe(0);
    // A failed attempt ends nothing.
    await owner.query(LOGIN, { identifier: "Again", password: "wrong horse 7" });
    expect(await isSignedIn(owner)).toBe(true);
  });
});

describe("a pending email change", () => {
  const PENDING = "{ viewer { email pendingEmail { email expiresAt } } }";
  const pendingOf = async (browser: TestBrowser) =>
    (await browser.query<{ viewer: { pendingEmail: { email: string; expiresAt: string } | null } }>(PENDING)).viewer
      .pendingEmail;

  test("is announced to the current confirmed address, whose owner can stop it, signed in or not", async () => {
    const owner = await confirmedMember(site, "Warned");
    await owner.query(CHANGE_EMAIL, { email: "thief@evil.example" });
    expect(await mailTo(site, email("Warned"))).toMatchObject({
      kind: "stop-email-change",
      data: { username: "Warned", newAddress: "t…@evil.example", hours: 48 },
    });
    expect((await pendingOf(owner))?.email).toBe("thief@evil.example");
    const token = await codeOfKind("stop-email-change", email("Warned"));
    const link = await codeOfKind("change-email", "thief@evil.example");
    expect(await owner.query(STOP, { token })).toEqual({ stopEmailChange: { accepted: true, problems: [] } });
    expect(await pendingOf(owner)).toBeNull();
    const { confirmEmailChange } = await owner.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token: link });
    expect(confirmEmailChange).toEqual({ viewer: null, problems: INVALID });
    // The mail with the link is withdrawn if it has not been sent yet.
    expect(await codeOfKind("change-email", "thief@evil.example")).toBe("");
  });

  test("stopped by the owner, cannot be requested again with the same password", async () => {
    const thief = await confirmedMember(site, "Knownpassword");
    const { createApiToken } = await thief.query<{ createApiToken: { token: string } }>(CREATE_TOKEN);
    await thief.query(CHANGE_EMAIL, { email: "thief2@evil.example" });
    const owner = person(site);
    await owner.query(STOP, { token: await codeOfKind("stop-email-change", email("Knownpassword")) });
    expect(await footholdsOf("Knownpassword")).toEqual({ sessions: 0, tokens: 0, codes: 0, mails: 0 });
    expect([await isSignedIn(thief), await tokenWorks(createApiToken.token)]).toEqual([false, false]);
    expect(await canLogIn("Knownpassword", PASSWORD)).toBe(false);
    await owner.query(RESET, { code: await resetCode("Knownpassword"), password: NEW_PASSWORD });
    expect(await isSignedIn(owner)).toBe(true);
  });

  test("can still be stopped by link after it was cancelled or requested again", async () => {
    const thief = await confirmedMember(site, "Canceller");
    await thief.query(CHANGE_EMAIL, { email: "thief3@evil.example" });
    const token = await codeOfKind("stop-email-change", email("Canceller"));
    await thief.query(CHANGE_EMAIL, { email: "CANCELLER@example.org" });
    await thief.query(`mutation { cancelEmailChange { problems { code } } }`);
    expect(await person(site).query(STOP, { token })).toEqual({ stopEmailChange: { accepted: true, problems: [] } });
    expect([await isSignedIn(thief), await canLogIn("Canceller", PASSWORD)]).toEqual([false, false]);
  });

  test("stopped, or a first address confirmed, in a session invalidates copies of its cookies", async () => {
    const owner = await member(site, "Copiedtoo");
    const early = owner.copy();
    await owner.query(VERIFY, { token: await codeTo(site, email("Copiedtoo")), ownOnly: true });
    expect([await isSignedIn(owner), await isSignedIn(early)]).toEqual([true, false]);
    const thief = owner.copy();
    await owner.query(CHANGE_EMAIL, { email: "thief4@evil.example" });
    await owner.query(STOP, { token: await codeOfKind("stop-email-change", email("Copiedtoo")) });
    expect([await isSignedIn(owner), await isSignedIn(thief)]).toEqual([true, false]);
  });

  test("is announced with the new domain in ASCII form, so that a look-alike is recognized", async () => {
    const owner = await confirmedMember(site, "Lookalike");
    await owner.query(CHANGE_EMAIL, { email: "me@ехample.org" });
    expect((await mailTo(site, email("Lookalike"))).data["newAddress"]).toMatch(/^m…@xn--/);
  });

  test("is not announced to an unconfirmed address", async () => {
    const owner = await member(site, "Unwarned");
    await owner.query(CHANGE_EMAIL, { email: "right@example.net" });
    expect(await mailTo(site, email("Unwarned"))).toMatchObject({ kind: "confirm-email" });
  });

  test("can be resent, which voids the older link without extending the expiry, and be cancelled", async () => {
    const owner = await confirmedMember(site, "Resender");
    await owner.query(CHANGE_EMAIL, { email: "again@example.net" });
    const before = await pendingOf(owner);
    const older = await codeOfKind("change-email", "again@example.net");
    const SEND = `mutation { sendEmailChange { accepted problems { code } } }`;
    expect(await owner.query(SEND)).toEqual({ sendEmailChange: { accepted: true, problems: [] } });
    const newer = await codeOfKind("change-email", "again@example.net");
    expect(newer).not.toBe(older);
    expect(await pendingOf(owner)).toEqual(before);
    const { confirmEmailChange } = await owner.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token: older });
    expect(confirmEmailChange).toEqual({ viewer: null, problems: INVALID });
    expect(
      await owner.query(`mutation { cancelEmailChange { viewer { pendingEmail { email } } problems { code } } }`),
    ).toEqual({
      cancelEmailChange: { viewer: { pendingEmail: null }, problems: [] },
    });
    expect(await owner.query(SEND)).toEqual({ sendEmailChange: { accepted: false, problems: INVALID } });
    const late = await owner.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token: newer });
    expect(late.confirmEmailChange).toEqual({ viewer: null, problems: INVALID });
  });

  test("expires after two days", async () => {
    const owner = await confirmedMember(site, "Latecomer");
    await owner.query(CHANGE_EMAIL, { email: "late@example.net" });
    await site.dataSource.query("update one_time_code set expires_at = expires_at - interval '48 hours'");
    expect(await pendingOf(owner)).toBeNull();
    const token = await codeOfKind("change-email", "late@example.net");
    const { confirmEmailChange } = await owner.query<{ confirmEmailChange: unknown }>(CONFIRM_CHANGE, { token });
    expect(confirmEmailChange).toEqual({ viewer: null, problems: INVALID });
  });
});

test("a reset rejects the username and the address as a password, and the code stays valid", async () => {
  await confirmedMember(site, "Namesake-1");
  const code = await resetCode("Namesake-1");
  const owner = person(site);
  for (const password of ["Namesake-1", "NAMESAKE-1@example.org"])
    expect(await owner.query(RESET, { code, password })).toEqual({
      resetPassword: { viewer: null, problems: [{ code: "PASSWORD_TOO_COMMON" }] },
    });
  await owner.query(RESET, { code, password: NEW_PASSWORD });
  expect(await isSignedIn(owner)).toBe(true);
});

test("mails of a deleted account are withdrawn", async () => {
  const owner = await confirmedMember(site, "Vanisher");
  await plantEverything("Vanisher", owner);
  const id = await idOf("Vanisher");
  await owner.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
  expect(await mailsOf(id)).toEqual([]);
});
