import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATEMENT_TIMEOUT_MS } from "../../platform/database/data-source";
import { insertPrompts } from "../../platform/testing/community";
import {
  codeTo,
  confirmedMember,
  mailTo,
  member,
  PASSWORD,
  person,
  type TestBrowser,
  type TestProblem,
} from "../../platform/testing/member";
import { posting } from "../../platform/testing/posting";
import { queuedMails } from "../../platform/testing/queued-mails";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

const LOGIN = `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) { viewer { email } problems { code field limit } } }`;
const NEW_PASSWORD = "battery staple 9";

async function canLogIn(identifier: string, password: string): Promise<boolean> {
  const { login } = await person(site).query<{ login: { viewer: unknown } }>(LOGIN, { identifier, password });
  return login.viewer !== null;
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  const { data } = await browser.send<{ viewer: unknown } | null>(`{ viewer { email } }`);
  return (data?.viewer ?? null) !== null;
}

describe("the password", () => {
  const CHANGE = `mutation ($currentPassword: String!, $password: String!, $passwordConfirmation: String!, $revokeApiTokens: Boolean! = true) { changePassword(currentPassword: $currentPassword, password: $password, passwordConfirmation: $passwordConfirmation, revokeApiTokens: $revokeApiTokens) { viewer { email } problems { code field limit } } }`;
  const change = async (browser: TestBrowser, changes: Record<string, unknown> = {}) =>
    (
      await browser.query<{ changePassword: { viewer: unknown; problems: TestProblem[] } }>(CHANGE, {
        currentPassword: PASSWORD,
        password: NEW_PASSWORD,
        passwordConfirmation: NEW_PASSWORD,
        ...changes,
      })
    ).changePassword;

  test("is changed with the current one, which ends all other sessions at once and sends a mail", async () => {
    const here = await confirmedMember(site, "Changer");
    const there = person(site);
    await there.query(LOGIN, { identifier: "Changer", password: PASSWORD });
    expect(await change(here)).toEqual({ viewer: { email: "Changer@example.org" }, problems: [] });
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    expect([await canLogIn("Changer", PASSWORD), await canLogIn("Changer", NEW_PASSWORD)]).toEqual([false, true]);
    expect(await mailTo(site, "Changer@example.org")).toMatchObject({ kind: "password-changed", locale: "fr" });
  });

  test("changes without a mail if the address is unconfirmed and may be somebody else's", async () => {
    const here = await member(site, "Unconfirmed");
    expect((await change(here)).problems).toEqual([]);
    expect(await mailTo(site, "Unconfirmed@example.org")).toMatchObject({ kind: "confirm-email" });
  });

  test("does not change if the current one is wrong or the new one is invalid", async () => {
    const here = await member(site, "Keeper");
    expect((await change(here, { currentPassword: "wrong horse 7" })).problems).toEqual([
      { code: "WRONG_PASSWORD", field: "currentPassword", limit: null },
    ]);
    expect((await change(here, { currentPassword: "" })).problems).toEqual([
      { code: "REQUIRED", field: "currentPassword", limit: null },
    ]);
    expect((await change(here, { password: "k3x!z", passwordConfirmation: "k3x!z" })).problems).toEqual([
      { code: "TOO_SHORT", field: "password", limit: 6 },
    ]);
    expect((await change(here, { password: "keeper", passwordConfirmation: "keeper" })).problems).toEqual([
      { code: "PASSWORD_TOO_COMMON", field: "password", limit: null },
    ]);
    expect(await canLogIn("Keeper", PASSWORD)).toBe(true);
  });

  test("cannot be guessed from a session that was left open", async () => {
    const here = await member(site, "Leftopen");
    for (let tries = 0; tries < 10; tries += 1) await change(here, { currentPassword: `wrong horse ${tries}` });
    await expect(change(here)).rejects.toThrow(/RATE_LIMITED/);
  });

  const REQUEST = `mutation ($email: String!) { requestPasswordReset(email: $email, locale: BN) { accepted problems { code } } }`;
  const RESET = `mutation ($code: String!, $password: String!, $passwordConfirmation: String!) { resetPassword(code: $code, password: $password, passwordConfirmation: $passwordConfirmation) { viewer { email emailVerified } problems { code field limit } } }`;
  const reset = async (browser: TestBrowser, code: string, password = NEW_PASSWORD) =>
    (
      await browser.query<{ resetPassword: { viewer: unknown; problems: TestProblem[] } }>(RESET, {
        code,
        password,
        passwordConfirmation: password,
      })
    ).resetPassword;

  test("is reset with a code from a mail, once; all sessions end; a rejected password does not spend the code", async () => {
    const here = await member(site, "Forgetful");
    expect(await person(site).query(REQUEST, { email: "forgetful@EXAMPLE.org" })).toEqual({
      requestPasswordReset: { accepted: true, problems: [] },
    });
    const mail = await mailTo(site, "Forgetful@example.org");
    expect(mail).toMatchObject({ kind: "reset-password", locale: "bn" });
    expect(mail.data["url"]).toBe(`http://localhost:3000/bn/reset-password#${mail.data["code"] ?? ""}`);
    const code = mail.data["code"] ?? "";
    expect((await reset(person(site), code, "123456")).problems).toEqual([
      { code: "PASSWORD_TOO_COMMON", field: "password", limit: null },
    ]);
    const there = person(site);
    expect(await reset(there, ` ${code}\n`)).toEqual({
      viewer: { email: "Forgetful@example.org", emailVerified: true },
      problems: [],
    });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true]);
    expect((await reset(person(site), code)).problems).toEqual([
      { code: "INVALID_OR_EXPIRED_CODE", field: "code", limit: null },
    ]);
    expect(await canLogIn("Forgetful", NEW_PASSWORD)).toBe(true);
  });

  test("a reset request does not reveal whether the account exists", async () => {
    expect(await person(site).query(REQUEST, { email: "nobody@example.org" })).toEqual({
      requestPasswordReset: { accepted: true, problems: [] },
    });
  });
});

test("the key of drafts is the same in all sessions of an account, and another one for each", async () => {
  const KEY = `{ viewer { draftKey } }`;
  const here = await member(site, "Keeper1");
  const there = person(site);
  await there.query(LOGIN, { identifier: "Keeper1", password: PASSWORD });
  const own = await here.query<{ viewer: { draftKey: string } }>(KEY);
  expect(own.viewer.draftKey).toMatch(/^[\da-f-]{36}$/);
  expect(await there.query(KEY)).toEqual(own);
  expect(await (await member(site, "Keeper2")).query(KEY)).not.toEqual(own);
});

describe("the address", () => {
  const VERIFY = `mutation ($token: String!) { verifyEmail(token: $token) { accepted problems { code } } }`;
  const CHANGE = `mutation ($email: String!, $currentPassword: String!) { changeEmail(email: $email, currentPassword: $currentPassword) { accepted problems { code field } } }`;
  const EMAIL = `{ viewer { email emailVerified } }`;

  test("is confirmed by the link, once; in a session of the account the password stays and other sessions end", async () => {
    const here = await member(site, "Confirmer");
    const there = person(site);
    await there.query(LOGIN, { identifier: "Confirmer", password: PASSWORD });
    const token = await codeTo(site, "Confirmer@example.org");
    const works = () =>
      person(site).query(`query ($token: String!) { confirmationLinkWorks(token: $token) }`, { token });
    expect(await works()).toEqual({ confirmationLinkWorks: true });
    expect(await here.query(VERIFY, { token })).toEqual({ verifyEmail: { accepted: true, problems: [] } });
    expect(await here.query(EMAIL)).toEqual({ viewer: { email: "Confirmer@example.org", emailVerified: true } });
    expect(await isSignedIn(there)).toBe(false);
    expect(await canLogIn("Confirmer", PASSWORD)).toBe(true);
    expect(await here.query(VERIFY, { token })).toEqual({
      verifyEmail: { accepted: false, problems: [{ code: "INVALID_OR_EXPIRED_CODE" }] },
    });
    expect(await works()).toEqual({ confirmationLinkWorks: false });
  });

  test.each(["by a visitor", "by another member"])(
    "first confirmed %s, revokes the access of whoever registered",
    async (by) => {
      const username = by === "by a visitor" ? "Hijacked" : "Hijacked2";
      const hijacker = await member(site, username);
      const holder = by === "by a visitor" ? person(site) : await member(site, "Holder");
      const token = await codeTo(site, `${username}@example.org`);
      expect(await holder.query(VERIFY, { token })).toEqual({ verifyEmail: { accepted: true, problems: [] } });
      expect(await isSignedIn(hijacker)).toBe(false);
      expect(await canLogIn(username, PASSWORD)).toBe(false);
    },
  );

  const CONFIRM = `mutation ($token: String!) { confirmEmailChange(token: $token) { viewer { email emailVerified } problems { code } } }`;

  test("changes when the new one is confirmed in the account; the old one is notified with the new one masked", async () => {
    const here = await confirmedMember(site, "Mover");
    expect(await here.query(CHANGE, { email: "new.home@example.net", currentPassword: PASSWORD })).toEqual({
      changeEmail: { accepted: true, problems: [] },
    });
    expect(await here.query(EMAIL)).toMatchObject({ viewer: { email: "Mover@example.org" } });
    expect(await here.query(CONFIRM, { token: await codeTo(site, "new.home@example.net") })).toEqual({
      confirmEmailChange: { viewer: { email: "new.home@example.net", emailVerified: true }, problems: [] },
    });
    expect(await mailTo(site, "Mover@example.org")).toEqual({
      kind: "email-changed",
      locale: "fr",
      data: { username: "Mover", newAddress: "n…@example.net" },
    });
  });

  test("changes without notifying an old one that was never confirmed", async () => {
    const here = await member(site, "Mistyped");
    await here.query(CHANGE, { email: "typed.right@example.net", currentPassword: PASSWORD });
    await here.query(CONFIRM, { token: await codeTo(site, "typed.right@example.net") });
    expect(await here.query(EMAIL)).toEqual({ viewer: { email: "typed.right@example.net", emailVerified: true } });
    const mails = (await queuedMails(site.dataSource)).filter(({ to }) => to === "Mistyped@example.org");
    expect(mails).toEqual([]);
  });

  test("does not change for a wrong password, an invalid address or a taken one", async () => {
    const here = await member(site, "Stayer");
    const tried = async (email: string, currentPassword = PASSWORD) =>
      (await here.query<{ changeEmail: { problems: TestProblem[] } }>(CHANGE, { email, currentPassword })).changeEmail
        .problems;
    expect(await tried("x@example.net", "wrong horse 7")).toEqual([
      { code: "WRONG_PASSWORD", field: "currentPassword" },
    ]);
    expect(await tried("nowhere")).toEqual([{ code: "INVALID_EMAIL", field: "email" }]);
    expect(await tried("Mover@example.org")).toEqual([]);
    expect(await tried("NEW.home@example.net")).toEqual([{ code: "EMAIL_TAKEN", field: "email" }]);
  });
});

test("the username changes only to one that is free", async () => {
  const CHANGE = `mutation ($username: String!) { changeUsername(username: $username) { viewer { user { username } } problems { code } } }`;
  const here = await member(site, "Before");
  await member(site, "Occupied");
  expect(await here.query(CHANGE, { username: "occupied" })).toEqual({
    changeUsername: { viewer: null, problems: [{ code: "USERNAME_TAKEN" }] },
  });
  expect(await here.query(CHANGE, { username: "0ccupied" })).toMatchObject({
    changeUsername: { problems: [{ code: "USERNAME_TAKEN" }] },
  });
  expect(await here.query(CHANGE, { username: "Оccupied" })).toMatchObject({
    changeUsername: { problems: [{ code: "INVALID_USERNAME" }] },
  });
  expect(await here.query(CHANGE, { username: "প্রম্পট-লেখক" })).toEqual({
    changeUsername: { viewer: { user: { username: "প্রম্পট-লেখক" } }, problems: [] },
  });
});

test("the language of mails can be changed", async () => {
  const here = await member(site, "Linguist");
  expect(await here.query(`mutation { updateSettings(locale: AR) { viewer { locale } } }`)).toEqual({
    updateSettings: { viewer: { locale: "AR" } },
  });
  expect(await here.query(`mutation { updateSettings { viewer { locale } } }`)).toEqual({
    updateSettings: { viewer: { locale: "AR" } },
  });
});

describe("deleting the account", () => {
  const DELETE = `mutation ($password: String, $code: String, $deleteComments: Boolean! = false) { deleteAccount(password: $password, code: $code, deleteComments: $deleteComments) { accepted problems { code field } } }`;

  test("deletes everything that belongs to it and updates counters", async () => {
    const here = await member(site, "Leaver");
    const [{ id } = { id: "" }] = await site.dataSource.query<{ id: string }[]>(
      "select id from user_account where username = 'Leaver'",
    );
    const count = async () =>
      (
        await site.query<{ tags: { nodes: { slug: string; promptCount: number }[] } }>(
          `{ tags(first: 100) { nodes { slug promptCount } } }`,
        )
      ).tags.nodes.find(({ slug }) => slug === "seo")?.promptCount;
    const before = await count();
    await insertPrompts(site.dataSource, [
      { authorId: id, tags: ["seo"], texts: [{ locale: "en", title: "Leaving", content: "Soon gone." }] },
    ]);
    expect(await count()).toBe((before ?? 0) + 1);
    expect(await here.query(DELETE, { password: "wrong horse 7" })).toEqual({
      deleteAccount: { accepted: false, problems: [{ code: "WRONG_PASSWORD", field: "password" }] },
    });
    expect(await here.query(DELETE, {})).toEqual({
      deleteAccount: { accepted: false, problems: [{ code: "REQUIRED", field: "password" }] },
    });
    expect(await here.query(DELETE, { password: PASSWORD })).toEqual({
      deleteAccount: { accepted: true, problems: [] },
    });
    expect(here.cookies.size).toBe(0);
    expect(await canLogIn("Leaver", PASSWORD)).toBe(false);
    expect(await count()).toBe(before);
    for (const table of ["account", "session", "one_time_code", "api_token"])
      expect(await site.dataSource.query(`select 1 from ${table} where user_id = $1`, [id]), table).toEqual([]);
  });

  test("may take longer than other statements: an account may have tens of thousands of prompts", async () => {
    const here = await member(site, "Collector");
    await site.dataSource.query("create table seen (timeout_ms int)");
    await site.dataSource.query(
      `create function see_timeout() returns trigger language plpgsql as $$ begin
         insert into seen select setting::int from pg_settings where name = 'statement_timeout'; return old;
       end $$`,
    );
    await site.dataSource.query(
      `create trigger see_timeout before delete on user_account for each row when (old.username = 'Collector') execute function see_timeout()`,
    );
    expect(await here.query(DELETE, { password: PASSWORD })).toEqual({
      deleteAccount: { accepted: true, problems: [] },
    });
    const [seen] = await site.dataSource.query<{ timeout_ms: number }[]>("select timeout_ms from seen");
    expect(seen?.timeout_ms).toBeGreaterThan(STATEMENT_TIMEOUT_MS);
  });

  test("works with a code sent to its own address instead of a password", async () => {
    const here = await confirmedMember(site, "Codeleaver");
    const other = await member(site, "Otherleaver");
    await here.query(`mutation { sendDeletionCode { accepted } }`);
    const { code } = (await mailTo(site, "Codeleaver@example.org")).data;
    const refused = { accepted: false, problems: [{ code: "INVALID_OR_EXPIRED_CODE", field: "code" }] };
    expect(await here.query(DELETE, { code: "guess" })).toEqual({ deleteAccount: refused });
    expect(await other.query(DELETE, { code })).toEqual({ deleteAccount: refused });
    expect(await isSignedIn(other)).toBe(true);
    await here.query(`mutation { sendDeletionCode { accepted } }`);
    const fresh = (await mailTo(site, "Codeleaver@example.org")).data["code"];
    expect(await here.query(DELETE, { code: fresh })).toEqual({
      deleteAccount: { accepted: true, problems: [] },
    });
  });

  test.each([
    ["kept", false],
    ["deleted", true],
  ])(
    "is confirmed to a confirmed address alone, in its language: comments are %s",
    async (comments, deleteComments) => {
      const confirmed = await confirmedMember(site, `Told${comments}`);
      const unconfirmed = await member(site, `Untold${comments}`);
      await confirmed.query(`mutation { updateSettings(locale: JA) { viewer { locale } } }`);
      await confirmed.query(DELETE, { password: PASSWORD, deleteComments });
      expect(await mailTo(site, `Told${comments}@example.org`)).toMatchObject({
        kind: "account-deleted",
        locale: "ja",
        data: { username: `Told${comments}`, comments },
      });
      await unconfirmed.query(DELETE, { password: PASSWORD, deleteComments });
      const mails = await queuedMails(site.dataSource);
      expect(mails.filter(({ to }) => to === `Untold${comments}@example.org`)).toEqual([]);
    },
  );

  test("with the comments leaves no notification of them", async () => {
    const here = await confirmedMember(site, "Commenter");
    const reader = await confirmedMember(site, "Answered");
    const { posted } = await reader.query<{ posted: { comment: { id: string } } }>(posting({}), { body: "A question" });
    await here.query(posting({ parentId: posted.comment.id }), { body: "An answer" });
    const replies = () => site.dataSource.query("select 1 from notification where kind = 'REPLY'");
    expect(await replies()).toHaveLength(1);
    await here.query(DELETE, { password: PASSWORD, deleteComments: true });
    expect(await replies()).toEqual([]);
  });

  test("takes no more wrong codes than other operations do", async () => {
    const here = await member(site, "Guesser");
    let guesses = 0;
    while ((await here.send(DELETE, { code: "guess" })).errors === undefined) guesses += 1;
    expect(guesses).toBe(60);
    const { errors } = await here.send(DELETE, { code: "guess" });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "RATE_LIMITED" });
  });
});

test("a deletion code is not sent to an unconfirmed address", async () => {
  const here = await member(site, "Hasty");
  expect(await here.query(`mutation { sendDeletionCode { accepted problems { code field } } }`)).toEqual({
    sendDeletionCode: { accepted: false, problems: [{ code: "REQUIRED", field: "password" }] },
  });
  expect(await mailTo(site, "Hasty@example.org")).toMatchObject({ kind: "confirm-email" });
});

describe("API tokens", () => {
  const CREATE = `mutation ($name: String!, $scope: ApiTokenScope!, $expiresAt: DateTime) { createApiToken(name: $name, scope: $scope, expiresAt: $expiresAt) { token apiToken { id name scope expiresAt lastUsedAt } problems { code field limit } } }`;
  interface Created {
    createApiToken: { token: string; apiToken: { id: string }; problems: TestProblem[] };
  }
  const create = (browser: TestBrowser, input: Record<string, unknown> = {}) =>
    browser.query<Created>(CREATE, { name: "Extension", scope: "READ", ...input });
  const bearer = (token: string, query = `{ tags(first: 1) { nodes { slug } } }`) =>
    site.send(query, {}, { authorization: `Bearer ${token}` });

  test("are shown once, work until they are revoked or expire, and record when they were last used", async () => {
    const here = await member(site, "Integrator");
    const { createApiToken } = await create(here, { name: " CI ", scope: "WRITE" });
    expect(createApiToken).toMatchObject({
      token: expect.stringMatching(/^polyprompt_[\w-]{43}$/) as string,
      apiToken: { name: "CI", scope: "WRITE", expiresAt: null, lastUsedAt: null },
      problems: [],
    });
    const { token, apiToken } = createApiToken;
    expect((await bearer(token)).status).toBe(200);
    const listed = await here.query<{ viewer: { apiTokens: { id: string; lastUsedAt: string }[] } }>(
      `{ viewer { apiTokens { id lastUsedAt } } }`,
    );
    expect(listed.viewer.apiTokens).toEqual([{ id: apiToken.id, lastUsedAt: expect.any(String) as string }]);
    const REVOKE = `mutation ($id: ID!) { revokeApiToken(apiTokenId: $id) { viewer { apiTokens { id } } } }`;
    const stranger = await member(site, "Tokenthief");
    expect((await stranger.send(REVOKE, { id: apiToken.id })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await here.query(REVOKE, { id: apiToken.id })).toEqual({ revokeApiToken: { viewer: { apiTokens: [] } } });
    expect((await bearer(token)).status).toBe(401);
    const ending = (await create(here, { expiresAt: "2100-01-01T00:00:00.000Z" })).createApiToken.token;
    expect((await bearer(ending)).status).toBe(200);
    await site.dataSource.query("update api_token set expires_at = now()");
    expect((await bearer(ending)).status).toBe(401);
  });

  test("can end themselves, and no other", async () => {
    const here = await member(site, "Disconnector");
    const one = (await create(here, { scope: "WRITE" })).createApiToken;
    const other = (await create(here)).createApiToken;
    const revoke = (id: string, token: string) =>
      site.send(
        `mutation ($id: ID!) { revokeApiToken(apiTokenId: $id) { viewer { user { username } } problems { code } } }`,
        { id },
        { authorization: `Bearer ${token}` },
      );
    expect((await revoke(other.apiToken.id, one.token)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await revoke(one.apiToken.id, one.token)).data).toEqual({
      revokeApiToken: { viewer: null, problems: [] },
    });
    expect((await bearer(one.token)).status).toBe(401);
    expect((await bearer(other.token)).status).toBe(200);
  });

  test("need a name and an expiry in the future, at most 20 per account", async () => {
    const here = await member(site, "Collector");
    expect((await create(here, { name: " " })).createApiToken.problems).toEqual([
      { code: "REQUIRED", field: "name", limit: null },
    ]);
    expect((await create(here, { name: "x".repeat(61) })).createApiToken.problems).toEqual([
      { code: "TOO_LONG", field: "name", limit: 60 },
    ]);
    await expect(create(here, { expiresAt: "2020-01-01T00:00:00.000Z" })).rejects.toThrow(/BAD_USER_INPUT/);
    const answers = await Promise.all(Array.from({ length: 25 }, () => create(here)));
    const problems = answers.map(({ createApiToken }) => createApiToken.problems);
    expect(problems.filter((each) => each.length === 0)).toHaveLength(20);
    expect((await create(here)).createApiToken.problems).toEqual([{ code: "TOO_MANY", field: null, limit: 20 }]);
  });

  test("are stored as hashes", async () => {
    const { token } = (await create(await member(site, "Hashed"))).createApiToken;
    const [row] = await site.dataSource.query<{ rows: string }[]>(
      "select string_agg(t::text, ' ') as rows from api_token t",
    );
    expect(row?.rows).not.toContain(token.slice(11));
  });
});
