import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeTo, mailTo, member, PASSWORD, person, register, TestBrowser } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

const VIEWER = `{ viewer { user { username } email emailVerified hasPassword locale sessions { id current userAgent } } }`;
const LOGIN = `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) {
  viewer { user { username } } problems { code field } } }`;

interface Problems {
  code: string;
  field: string | null;
}

const browser = (userAgent?: string) => person(site, userAgent);
const join = (username: string, userAgent?: string) => member(site, username, userAgent);

async function viewerOf(one: TestBrowser): Promise<{
  user: { username: string };
  sessions: { id: string; current: boolean; userAgent: string }[];
  emailVerified: boolean;
  hasPassword: boolean;
  email: string;
} | null> {
  return (await one.query<{ viewer: Awaited<ReturnType<typeof viewerOf>> }>(VIEWER)).viewer;
}

describe("registering", () => {
  test("signs in with an HttpOnly cookie and mails a confirmation link", async () => {
    const one = browser();
    expect(await register(one, "Ann-e_1")).toEqual({
      viewer: {
        user: { id: expect.any(String) as string, username: "Ann-e_1" },
        email: "Ann-e_1@example.org",
        emailVerified: false,
      },
      problems: [],
    });
    expect([...one.cookies.keys()]).toEqual(["polyprompt.session"]);
    for (const cookie of one.cookies.values())
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "lax", secure: false, path: "/" });
    expect(await viewerOf(one)).toMatchObject({ user: { username: "Ann-e_1" }, locale: "FR", hasPassword: true });
    const mail = await mailTo(site, "Ann-e_1@example.org");
    expect(mail).toMatchObject({ kind: "confirm-email", locale: "fr" });
    expect(mail.data["url"]).toMatch(/^http:\/\/localhost:3000\/fr\/user\/confirm#[\w-]{27}$/);
  });

  test.each([
    [
      "an empty form",
      { username: " ", email: "", password: "", passwordConfirmation: "", acceptTerms: false },
      ["REQUIRED username", "REQUIRED email", "REQUIRED password", "TERMS_NOT_ACCEPTED acceptTerms"],
    ],
    ["a name that is too short", { username: "ab" }, ["TOO_SHORT username"]],
    ["a name that is too long", { username: "x".repeat(33) }, ["TOO_LONG username"]],
    ["a name with a space", { username: "a b c" }, ["INVALID_USERNAME username"]],
    ["an invalid address", { email: "nobody" }, ["INVALID_EMAIL email"]],
    ["a password of 5", { password: "k3x!z", passwordConfirmation: "k3x!z" }, ["TOO_SHORT password"]],
    ["a password of 129", { password: "k".repeat(129), passwordConfirmation: "k".repeat(129) }, ["TOO_LONG password"]],
    [
      "a common password",
      { password: "Password1", passwordConfirmation: "Password1" },
      ["PASSWORD_TOO_COMMON password"],
    ],
    [
      "a common password in full-width letters",
      { password: "ｐａｓｓｗｏｒｄ", passwordConfirmation: "ｐａｓｓｗｏｒｄ" },
      ["PASSWORD_TOO_COMMON password"],
    ],
    ["a mismatched confirmation", { passwordConfirmation: "another one 8" }, ["PASSWORDS_DIFFER passwordConfirmation"]],
  ])("rejects %s and creates no account", async (_, changes, expected) => {
    const { viewer, problems } = await register(browser(), "refused", changes);
    expect(viewer).toBeNull();
    expect(problems.map(({ code, field }) => `${code} ${field ?? ""}`)).toEqual(expected);
    expect(await site.dataSource.query("select 1 from user_account where username = 'refused'")).toEqual([]);
  });

  test.each(["k3x!zq", `k3x!zq${"é".repeat(122)}`, `k3x!zq${"🔑".repeat(122)}`])(
    "accepts the password %s as it is",
    async (password) => {
      const name = `pass${String(password.length)}`;
      const { problems } = await register(browser(), name, { password, passwordConfirmation: password });
      expect(problems).toEqual([]);
      const { login } = await browser().query<{ login: { problems: Problems[] } }>(LOGIN, {
        identifier: name,
        password,
      });
      expect(login.problems).toEqual([]);
      const shorter = await browser().query<{ login: { problems: Problems[] } }>(LOGIN, {
        identifier: name,
        password: [...password].slice(0, -1).join(""),
      });
      expect(shorter.login.problems).toEqual([{ code: "INVALID_CREDENTIALS", field: null }]);
    },
  );

  test("reports a taken name or address in any spelling, even to concurrent registrations", async () => {
    await join("Taken");
    const taken = await register(browser(), "ＴＡＫＥＮ", { email: "Taken@EXAMPLE.org" });
    expect(taken.problems.map(({ code }) => code)).toEqual(["USERNAME_TAKEN", "EMAIL_TAKEN"]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(browser(), "Racer")));
    expect(answers.filter(({ problems }) => problems.length === 0)).toHaveLength(1);
  });
});

describe("signing in by password", () => {
  test("works by name and by address, in any spelling; all failures get the same answer", async () => {
    await join("Lena");
    for (const identifier of ["Lena", "lena", "LENA@example.org"]) {
      const { login } = await browser().query<{ login: unknown }>(LOGIN, { identifier, password: PASSWORD });
      expect(login).toEqual({ viewer: { user: { username: "Lena" } }, problems: [] });
    }
    for (const [identifier, password] of [
      ["Lena", "wrong horse 7"],
      ["Nobody", PASSWORD],
      ["nobody@example.org", PASSWORD],
    ]) {
      const one = browser();
      const { login } = await one.query<{ login: unknown }>(LOGIN, { identifier, password });
      expect(login).toEqual({ viewer: null, problems: [{ code: "INVALID_CREDENTIALS", field: null }] });
      expect(one.cookies.size).toBe(0);
    }
  });

  test("is limited per account and IP address, with a retry time; the owner can sign in from another address", async () => {
    await join("Guessed");
    const guesser = browser();
    const guess = () => guesser.send(LOGIN, { identifier: "Guessed", password: "wrong horse 7" });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(200);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: "RATE_LIMITED",
      retryAfter: expect.any(Number) as number,
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const { login } = await browser().query<{ login: { problems: Problems[] } }>(LOGIN, {
      identifier: "Guessed",
      password: PASSWORD,
    });
    expect(login.problems).toEqual([]);
  });

  test("rehashes a password that was hashed with outdated parameters", async () => {
    await join("Oldhash");
    const hashes = async () =>
      (
        await site.dataSource.query<{ password_hash: string }[]>(
          "select password_hash from account a join user_account u on u.id = a.user_id where username = 'Oldhash'",
        )
      )[0]?.password_hash;
    const former = await hashes();
    const { hash } = await import("@node-rs/argon2");
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 });
    await site.dataSource.query(
      "update account set password_hash = $1 where user_id = (select id from user_account where username = 'Oldhash')",
      [weak],
    );
    const { login } = await browser().query<{ login: { problems: Problems[] } }>(LOGIN, {
      identifier: "Oldhash",
      password: PASSWORD,
    });
    expect(login.problems).toEqual([]);
    const parameters = (stored = "") => stored.split("$").slice(0, 4).join("$");
    expect(parameters(await hashes())).toBe(parameters(former));
    expect(parameters(weak)).not.toBe(parameters(former));
  });
});

const LINK = `mutation ($identifier: String!) { sendLoginLink(identifier: $identifier, locale: DE) { accepted problems { code } } }`;
const WITH_LINK = `mutation ($token: String!) { loginWithLink(token: $token) { viewer { user { username } emailVerified hasPassword } problems { code } } }`;

const OWNER = `query ($token: String!) { loginLinkOwner(token: $token) { username } }`;

describe("signing in by link", () => {
  test("says whom the link is for while it works, without spending it", async () => {
    await join("Lenka");
    const confirmation = await codeTo(site, "Lenka@example.org");
    await browser().query(LINK, { identifier: "Lenka" });
    const token = await codeTo(site, "Lenka@example.org");
    const ownerOf = async (code: string) =>
      (await browser().query<{ loginLinkOwner: unknown }>(OWNER, { token: code })).loginLinkOwner;
    for (let times = 0; times < 2; times += 1) expect(await ownerOf(token)).toEqual({ username: "Lenka" });
    expect(await ownerOf(`${token.slice(1)}x`)).toBeNull();
    expect(await ownerOf(confirmation)).toBeNull();
    await browser().query(WITH_LINK, { token });
    expect(await ownerOf(token)).toBeNull();
  });

  test("works once, voids older links, and does not reveal whether the account exists", async () => {
    await join("Linda");
    expect(await browser().query(LINK, { identifier: "Linda" })).toEqual({
      sendLoginLink: { accepted: true, problems: [] },
    });
    const older = await codeTo(site, "Linda@example.org");
    expect(await browser().query(LINK, { identifier: "linda@example.org" })).toEqual({
      sendLoginLink: { accepted: true, problems: [] },
    });
    expect(await mailTo(site, "Linda@example.org")).toMatchObject({ kind: "login-link", locale: "de" });
    const token = await codeTo(site, "Linda@example.org");
    expect(await browser().query(LINK, { identifier: "nobody" })).toEqual({
      sendLoginLink: { accepted: true, problems: [] },
    });
    const stale = await browser().query<{ loginWithLink: unknown }>(WITH_LINK, { token: older });
    expect(stale.loginWithLink).toEqual({ viewer: null, problems: [{ code: "INVALID_OR_EXPIRED_CODE" }] });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => browser().query<{ loginWithLink: { viewer: unknown } }>(WITH_LINK, { token })),
    );
    expect(answers.filter(({ loginWithLink }) => loginWithLink.viewer !== null)).toHaveLength(1);
  });

  test("to an unconfirmed account ends other sessions and voids the password, since somebody else may have registered it", async () => {
    const squatter = await join("Squatted");
    await browser().query(LINK, { identifier: "Squatted@example.org" });
    const owner = browser();
    const { loginWithLink } = await owner.query<{ loginWithLink: unknown }>(WITH_LINK, {
      token: await codeTo(site, "Squatted@example.org"),
    });
    expect(loginWithLink).toEqual({
      viewer: { user: { username: "Squatted" }, emailVerified: true, hasPassword: false },
      problems: [],
    });
    expect(await viewerOf(squatter)).toBeNull();
    const { login } = await browser().query<{ login: { viewer: unknown } }>(LOGIN, {
      identifier: "Squatted",
      password: PASSWORD,
    });
    expect(login.viewer).toBeNull();
  });

  test("fails once the link is ten minutes old", async () => {
    await join("Slow");
    await browser().query(LINK, { identifier: "Slow" });
    const token = await codeTo(site, "Slow@example.org");
    await site.dataSource.query(
      "update one_time_code set expires_at = expires_at - interval '10 minutes' where purpose = 'login-link'",
    );
    const { loginWithLink } = await browser().query<{ loginWithLink: { problems: unknown } }>(WITH_LINK, { token });
    expect(loginWithLink.problems).toEqual([{ code: "INVALID_OR_EXPIRED_CODE" }]);
    expect(await browser().query(OWNER, { token })).toEqual({ loginLinkOwner: null });
  });
});

describe("a session", () => {
  test("that has ended makes its browser a visitor: reads are answered, and no cookie is touched", async () => {
    const one = await join("Ended");
    await site.dataSource.query("update session set expires_at = now()");
    const { status, data, headers } = await one.send(`{ viewer { email } site { icons { kind } } }`);
    expect([status, data]).toMatchObject([200, { viewer: null, site: {} }]);
    expect(headers["set-cookie"]).toBeUndefined();
    const refused = await one.send(`mutation { changeUsername(username: "Anew") { problems { code } } }`);
    expect(refused.errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect(one.cookies.size).toBe(1);
  });

  test("lasts sixty days from its last use, and its expiry moves on once a day", async () => {
    const one = await join("Daily");
    const expiry = async () =>
      (
        await site.dataSource.query<{ days: number; same: string }[]>(
          `select extract(day from expires_at - now())::int as days, expires_at::text as same from session
         where user_id = (select id from user_account where username = 'Daily')`,
        )
      )[0];
    const first = await expiry();
    expect(first?.days).toBeGreaterThanOrEqual(60);
    await site.dataSource.query("update session set last_used_at = now() - interval '2 minutes'");
    await viewerOf(one);
    expect(await expiry()).toEqual(first);
    await site.dataSource.query(
      "update session set last_used_at = now() - interval '1 day', expires_at = now() + interval '1 hour'",
    );
    const { headers } = await one.send(VIEWER);
    expect(await expiry()).toEqual(first);
    // The cookie outlives its session, and never changes: no late answer can bring back an older one.
    expect(headers["set-cookie"]).toBeUndefined();
    expect([...one.cookies.values()]).toMatchObject([{ maxAge: 400 * 24 * 60 * 60 }]);
  });

  test("is listed with its device, and ends by revocation or by signing out", async () => {
    const one = await join("Devices", "Phone");
    const laptop = browser("Laptop");
    await laptop.query(LOGIN, { identifier: "Devices", password: PASSWORD });
    const sessions = (await viewerOf(one))?.sessions ?? [];
    expect(sessions.map(({ userAgent, current }) => [userAgent, current]).sort()).toEqual([
      ["Laptop", false],
      ["Phone", true],
    ]);
    const other = sessions.find(({ current }) => !current)?.id;
    const stranger = await join("Stranger");
    const REVOKE = `mutation ($id: ID!) { revokeSession(sessionId: $id) { viewer { sessions { current } } } }`;
    expect((await stranger.send(REVOKE, { id: other })).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await one.query(REVOKE, { id: other })).toEqual({
      revokeSession: { viewer: { sessions: [{ current: true }] } },
    });
    expect(await viewerOf(laptop)).toBeNull();
    expect(await one.query(`mutation { logout { accepted } }`)).toEqual({ logout: { accepted: true } });
    expect(one.cookies.size).toBe(0);
    expect(await viewerOf(one)).toBeNull();
  });

  test("cannot be used from a page of another site", async () => {
    const one = await join("Origin");
    const elsewhere = new TestBrowser(site, { origin: "https://evil.example" });
    for (const [name, cookie] of one.cookies) elsewhere.cookies.set(name, cookie);
    expect((await elsewhere.send(VIEWER)).status).toBe(403);
  });
});
