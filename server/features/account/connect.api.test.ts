import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmedMember, member, PASSWORD, person, TestBrowser, withToken } from "../../platform/testing/member";
import { jobsSoFar } from "../../platform/testing/queued-mails";
import { changeUnderneath } from "../../platform/testing/row-lock";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";
import { closeAccount, reopenAccount } from "./closing.service";

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

const CREATE = `mutation ($challenge: String!) { createConnectCode(challenge: $challenge) { code expiresAt problems { code } } }`;
const REDEEM = `mutation ($code: String!, $verifier: String!) { redeemConnectCode(code: $code, verifier: $verifier) { apiToken { name scope expiresAt } token problems { code field limit } } }`;
const TOKENS = `{ viewer { apiTokens { id name scope expiresAt } } }`;
const REVOKE = `mutation ($id: ID!) { revokeApiToken(apiTokenId: $id) { problems { code } } }`;
const CODE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

const REFUSED = {
  apiToken: null,
  token: null,
  problems: [{ code: "INVALID_OR_EXPIRED_CODE", field: "code", limit: null }],
};
const DESCRIBED = { name: "Browser extension", scope: "WRITE", expiresAt: null };
const CONNECTED = {
  apiToken: DESCRIBED,
  token: expect.stringMatching(/^polyprompt_[\w-]{43}$/) as string,
  problems: [],
};

interface Redeemed {
  redeemConnectCode: { token: string | null; problems: { code: string }[] };
}

const makeVerifier = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** The extension's panel: a page of another origin, without cookies. */
const panel = (address = "192.0.2.1") =>
  new TestBrowser(site, { origin: "chrome-extension://abcdefghijklmnop", address });

async function allow(browser: TestBrowser, challenge: string): Promise<string> {
  const { createConnectCode } = await browser.query<{ createConnectCode: { code: string } }>(CREATE, { challenge });
  return createConnectCode.code;
}

const redeem = async (code: string, verifier: string, from = panel()) =>
  (await from.query<Redeemed>(REDEEM, { code, verifier })).redeemConnectCode;

const works = async (token: string | null) =>
  (await site.send("{ viewer { user { username } } }", {}, { authorization: `Bearer ${token ?? ""}` })).data;

async function tokensOf(browser: TestBrowser): Promise<{ id: string; name: string }[]> {
  return (await browser.query<{ viewer: { apiTokens: { id: string; name: string }[] } }>(TOKENS)).viewer.apiTokens;
}

/** A member who has allowed a panel to connect. */
async function connecting(username: string) {
  const owner = await confirmedMember(site, username);
  const verifier = makeVerifier();
  return { owner, verifier, code: await allow(owner, challengeOf(verifier)) };
}

async function idOf(username: string): Promise<string> {
  const [row] = await site.dataSource.query<{ id: string }[]>("select id from user_account where username = $1", [
    username,
  ]);
  return row?.id ?? "";
}

describe("a code that connects the extension", () => {
  test("gives it a token of its own, which its owner finds in the settings and revokes there", async () => {
    const owner = await member(site, "Connected");
    const before = await jobsSoFar(site.dataSource);
    const verifier = makeVerifier();
    const { createConnectCode } = await owner.query<{ createConnectCode: { code: string; expiresAt: string } }>(
      CREATE,
      {
        challenge: challengeOf(verifier),
      },
    );
    expect(createConnectCode).toEqual({
      code: expect.stringMatching(CODE) as string,
      expiresAt: expect.any(String) as string,
      problems: [],
    });
    const [kept] = await site.dataSource.query<{ seconds: number; row: string }[]>(
      `select extract(epoch from expires_at - created_at)::int as seconds, c::text as row from one_time_code c where purpose = 'connect' and user_id = $1`,
      [await idOf("Connected")],
    );
    expect(kept?.seconds).toBe(600);
    expect(kept?.row).not.toContain(createConnectCode.code);
    // It is in no mail.
    expect(await jobsSoFar(site.dataSource)).toBe(before);
    const connected = await redeem(createConnectCode.code, verifier);
    expect(connected).toEqual(CONNECTED);
    expect(await works(connected.token)).toEqual({ viewer: { user: { username: "Connected" } } });
    const [token, ...others] = await tokensOf(owner);
    expect([token, others]).toEqual([{ id: expect.any(String) as string, ...DESCRIBED }, []]);
    await owner.query(REVOKE, { id: token?.id });
    const { status, errors } = await site.send(
      "{ viewer { user { username } } }",
      {},
      { authorization: `Bearer ${connected.token ?? ""}` },
    );
    expect([status, errors?.[0]?.extensions.code]).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("is read however it is typed", async () => {
    const owner = await member(site, "Typist");
    const typed: ((code: string) => string)[] = [
      (code) => `${code.slice(0, 4)}-${code.slice(4)}`,
      (code) => `  ${code.toLowerCase().split("").join(" ")}\n`,
      (code) => code.replaceAll("0", "O").replaceAll("1", "I"),
      (code) => code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l"),
      (code) => `${code.slice(0, 2)}–${code.slice(2)}`,
      (code) => code.replace(/./g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)),
    ];
    for (const type of typed) {
      const verifier = makeVerifier();
      const code = type(await allow(owner, challengeOf(verifier)));
      expect([code, await redeem(code, verifier)]).toEqual([code, CONNECTED]);
    }
  });

  test("with 0 and 1 in it is read where O, I and L were typed", async () => {
    const { owner, verifier, code } = await connecting("Zeroes");
    const hash = (secret: string) => createHash("sha256").update(secret).digest();
    // Not every code has them.
    await site.dataSource.query("update one_time_code set code_hash = $1 where code_hash = $2", [
      hash(`0110A1B0 ${challengeOf(verifier)}`),
      hash(`${code} ${challengeOf(verifier)}`),
    ]);
    expect(await redeem("oIl0-aib0", verifier)).toEqual(CONNECTED);
    expect(await tokensOf(owner)).toHaveLength(1);
  });

  test("is of no use without the verifier, and the attempts do not spend it", async () => {
    const { owner, verifier, code } = await connecting("Overlooked");
    for (const wrong of [
      makeVerifier(),
      challengeOf(verifier),
      verifier.slice(1),
      `${verifier}x`,
      "",
      " ",
      `${verifier} `,
    ])
      expect([wrong, await redeem(code, wrong)]).toEqual([wrong, REFUSED]);
    for (const wrong of ["", "00000000", code.slice(1), `${code}0`])
      expect([wrong, await redeem(wrong, verifier)]).toEqual([wrong, REFUSED]);
    expect(await tokensOf(owner)).toEqual([]);
    expect(await redeem(code, verifier)).toEqual(CONNECTED);
  });

  test("belongs to the challenge that its owner allowed, not to another's", async () => {
    const [first, second] = [await connecting("Challenged1"), await connecting("Challenged2")];
    expect(await redeem(first.code, second.verifier)).toEqual(REFUSED);
    expect(await redeem(second.code, first.verifier)).toEqual(REFUSED);
    for (const { code, verifier } of [first, second]) expect(await redeem(code, verifier)).toEqual(CONNECTED);
  });

  test("works once", async () => {
    const { owner, verifier, code } = await connecting("Once");
    expect(await redeem(code, verifier)).toEqual(CONNECTED);
    expect(await redeem(code, verifier)).toEqual(REFUSED);
    expect(await tokensOf(owner)).toHaveLength(1);
  });

  test("sent twice at once gives one token", async () => {
    const { owner, verifier, code } = await connecting("Twice");
    const answers = await changeUnderneath(
      site.dataSource,
      "Twice",
      () => [redeem(code, verifier), redeem(code, verifier)],
      () => Promise.resolve(),
    );
    expect(answers.filter(({ token }) => token !== null)).toEqual([CONNECTED]);
    expect(answers.filter(({ token }) => token === null)).toEqual([REFUSED]);
    expect(await tokensOf(owner)).toHaveLength(1);
  });

  test("is void once its owner allows another", async () => {
    const { owner, verifier, code } = await connecting("Again");
    const newer = await allow(owner, challengeOf(verifier));
    expect(await redeem(code, verifier)).toEqual(REFUSED);
    expect(await redeem(newer, verifier)).toEqual(CONNECTED);
  });

  test("is void after ten minutes", async () => {
    const { verifier, code } = await connecting("Slow");
    await site.dataSource.query(
      "update one_time_code set expires_at = expires_at - interval '10 minutes' where purpose = 'connect'",
    );
    expect(await redeem(code, verifier)).toEqual(REFUSED);
  });

  test("waits where there are twenty tokens already, until one is deleted", async () => {
    const { owner, verifier, code } = await connecting("Collector");
    await Promise.all(Array.from({ length: 20 }, () => withToken(owner, "READ")));
    const problems = [{ code: "TOO_MANY", field: null, limit: 20 }];
    expect(await redeem(code, verifier)).toEqual({ apiToken: null, token: null, problems });
    const [token] = await tokensOf(owner);
    await owner.query(REVOKE, { id: token?.id });
    expect(await redeem(code, verifier)).toEqual(CONNECTED);
    expect((await tokensOf(owner)).filter(({ name }) => name === DESCRIBED.name)).toHaveLength(1);
  });

  test("is made in a session alone, for what is a challenge", async () => {
    const owner = await member(site, "Creator");
    const challenge = challengeOf(makeVerifier());
    expect((await person(site).send(CREATE, { challenge })).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    const token = await withToken(owner);
    expect((await site.send(CREATE, { challenge }, token)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    for (const wrong of [
      "",
      challenge.slice(1),
      `${challenge}=`,
      ` ${challenge}`,
      `${challenge.slice(1)}+`,
      `${challenge}\n`,
    ]) {
      const { errors } = await owner.send(CREATE, { challenge: wrong });
      expect([wrong, errors?.[0]?.extensions]).toEqual([wrong, { code: "BAD_USER_INPUT", argument: "challenge" }]);
    }
    expect(
      await site.dataSource.query("select 1 from one_time_code where purpose = 'connect' and user_id = $1", [
        await idOf("Creator"),
      ]),
    ).toEqual([]);
  });

  test("redeemed in a session of somebody else, gives a token of who made it, and the session stays", async () => {
    const { owner, verifier, code } = await connecting("Giver");
    const other = await member(site, "Bystander");
    const { token } = await redeem(code, verifier, other);
    expect(await works(token)).toEqual({ viewer: { user: { username: "Giver" } } });
    expect([await tokensOf(owner), await tokensOf(other)]).toMatchObject([[DESCRIBED], []]);
  });
});

describe("such a code is void", () => {
  test.each<[string, string, (owner: TestBrowser, username: string) => Promise<unknown>]>([
    [
      "once the password was changed",
      "Changer",
      (owner) =>
        owner.query(
          `mutation { changePassword(currentPassword: "${PASSWORD}", password: "battery staple 9", passwordConfirmation: "battery staple 9") { problems { code } } }`,
        ),
    ],
    [
      "once the password was changed and the tokens kept",
      "Tokenkeeper",
      (owner) =>
        owner.query(
          `mutation { changePassword(currentPassword: "${PASSWORD}", password: "battery staple 9", passwordConfirmation: "battery staple 9", revokeApiTokens: false) { problems { code } } }`,
        ),
    ],
    [
      "once the account was deleted",
      "Leaver",
      (owner) => owner.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`),
    ],
    [
      "once the account was closed, also when it is open again",
      "Closed",
      async (_, username) => {
        const id = await idOf(username);
        await site.dataSource.transaction((manager) => closeAccount(manager, id));
        await site.dataSource.transaction((manager) => reopenAccount(manager, id));
      },
    ],
    [
      "while the account is closed, though it was made in the same moment",
      "Closing",
      async (_, username) => {
        await site.dataSource.query("update account set closed_at = now() where user_id = $1", [await idOf(username)]);
      },
    ],
    [
      "once the account has another address",
      "Mover",
      async (_, username) => {
        await site.dataSource.query(
          "update account set email = 'moved@example.net', email_key = 'moved@example.net' where user_id = $1",
          [await idOf(username)],
        );
      },
    ],
  ])("%s", async (_, username, change) => {
    const { owner, verifier, code } = await connecting(username);
    const id = await idOf(username);
    await change(owner, username);
    expect(await redeem(code, verifier)).toEqual(REFUSED);
    expect(await site.dataSource.query("select 1 from api_token where user_id = $1", [id])).toEqual([]);
  });

  test("when a recovery comes first", async () => {
    const { verifier, code } = await connecting("Recovered");
    const [answer] = await changeUnderneath(
      site.dataSource,
      "Recovered",
      () => [redeem(code, verifier)],
      (manager, userId) => manager.query("delete from one_time_code where user_id = $1", [userId]),
    );
    expect(answer).toEqual(REFUSED);
  });
});

describe("attempts to redeem codes", () => {
  test("are limited to 60 in 15 minutes per network address, and use up nothing of links in mails", async () => {
    const { verifier, code } = await connecting("Guessed");
    await site.dataSource.query("delete from rate_limit");
    for (let attempt = 0; attempt < 60; attempt += 1)
      expect(await redeem("00000000", verifier, panel("192.0.2.60"))).toEqual(REFUSED);
    const { status, errors } = await panel("192.0.2.60").send(REDEEM, { code, verifier });
    expect([status, errors?.[0]?.extensions]).toEqual([
      429,
      expect.objectContaining({ code: "RATE_LIMITED", limit: 60, window: 900, scope: "ADDRESS" }),
    ]);
    const WITH_LINK = `mutation { loginWithLink(token: "none") { problems { code } } }`;
    expect(await new TestBrowser(site, { address: "192.0.2.60" }).query(WITH_LINK)).toEqual({
      loginWithLink: { problems: [{ code: "INVALID_OR_EXPIRED_CODE" }] },
    });
    expect(await redeem(code, verifier, panel("192.0.2.61"))).toEqual(CONNECTED);
  });
});
