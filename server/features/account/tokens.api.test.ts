import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, person, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { clearSigningKeyCache, rotateSigningKey } from "./signing-keys";

let site: TestApp;
let victim: TestBrowser;
let token: string;
let key: { id: string; secret: Buffer };

const COOKIE = "polyprompt.session";

beforeAll(async () => {
  site = await createTestApp();
  victim = await member(site, "Victim");
  token = victim.cookies.get(COOKIE)?.value ?? "";
  [key = { id: "", secret: Buffer.alloc(0) }] = await site.dataSource.query<{ id: string; secret: Buffer }[]>(
    "select id, secret from signing_key",
  );
});
afterAll(async () => {
  await site.close();
});

/** The username whose session a token opens, if any. */
async function opens(token: string): Promise<string | null> {
  const browser = person(site);
  set(browser, token);
  return (
    (await browser.query<{ viewer: { user: { username: string } } | null }>(`{ viewer { user { username } } }`)).viewer
      ?.user.username ?? null
  );
}

function set(browser: TestBrowser, value: string): void {
  browser.cookies.set(COOKIE, { value, httpOnly: true, secure: false, sameSite: "lax", path: "/", maxAge: 60 });
}

const json = (value: unknown) => base64url.encode(JSON.stringify(value));
const forged = (header: object, claims: object, secret: Buffer | string = key.secret) => {
  const input = `${json(header)}.${json(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
};
const header = () => decodeProtectedHeader(token);
const claims = () => decodeJwt(token);

test("a valid token opens its session, and so does one forged with the right key: the forgeries below fail for their defects alone", async () => {
  expect(await opens(token)).toBe("Victim");
  expect(await opens(forged(header(), claims()))).toBe("Victim");
});

describe("no session is opened by", () => {
  test.each<[string, () => string | Promise<string>]>([
    ["a string that is no JWT", () => "x"],
    ["a token without a signature", () => `${json({ ...header(), alg: "none" })}.${json(claims())}.`],
    ['a signed token with algorithm "none"', () => forged({ ...header(), alg: "none" }, claims())],
    [
      "another algorithm",
      () => new SignJWT(claims()).setProtectedHeader({ ...header(), alg: "HS512" }).sign(key.secret),
    ],
    [
      "an asymmetric algorithm",
      () => {
        const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
        return new SignJWT(claims()).setProtectedHeader({ ...header(), alg: "ES256" }).sign(privateKey);
      },
    ],
    ["another key", () => forged(header(), claims(), "another key of thirty-two bytes!!")],
    ["the empty key", () => forged(header(), claims(), "")],
    [
      "a key embedded in the header",
      () => forged({ ...header(), jwk: { kty: "oct", k: base64url.encode("mine") } }, claims(), "mine"),
    ],
    ["a key URL in the header", () => forged({ ...header(), jku: "http://localhost:1/keys" }, claims(), "mine")],
    ["an unknown key", () => forged({ ...header(), kid: "00000000-0000-4000-8000-000000000000" }, claims())],
    ["a key id that is a path", () => forged({ ...header(), kid: "../../dev/null" }, claims(), "")],
    ["a key id that is SQL", () => forged({ ...header(), kid: "' or true --" }, claims())],
    ["no key id", () => forged({ ...header(), kid: undefined }, claims())],
    ["an unknown critical extension", () => forged({ ...header(), crit: ["x"], x: 1 }, claims())],
    ["another issuer", () => forged(header(), { ...claims(), iss: "http://localhost:3001" })],
    ["another audience", () => forged(header(), { ...claims(), aud: "api" })],
    ["another type", () => forged({ ...header(), typ: "JWT" }, claims())],
    ["no type", () => forged({ ...header(), typ: undefined }, claims())],
    ["an expired token", () => forged(header(), { ...claims(), exp: Number(claims().iat) - 1 })],
    ["a token that is not valid yet", () => forged(header(), { ...claims(), nbf: claims().exp })],
    ["no expiry", () => forged(header(), { ...claims(), exp: undefined })],
    ["no session", () => forged(header(), { ...claims(), sid: undefined })],
    [
      "a session that does not exist",
      () => forged(header(), { ...claims(), sid: "00000000-0000-4000-8000-000000000000" }),
    ],
    ["a session id that is SQL", () => forged(header(), { ...claims(), sid: "' or true --" })],
    ["a session of another user", () => forged(header(), { ...claims(), sub: "999999" })],
    [
      "changed claims",
      () => `${token.split(".")[0] ?? ""}.${json({ ...claims(), sub: "2" })}.${token.split(".")[2] ?? ""}`,
    ],
    [
      "an access token of an earlier release",
      () => forged({ ...header(), typ: "at+jwt" }, { ...claims(), aud: "api" }),
    ],
  ])("%s", async (_, make) => {
    expect(await opens(await make())).toBeNull();
  });
});

test("tokens appear in no response body and are not read from the URL", async () => {
  const answer = await victim.send(`{ viewer { email sessions { id } apiTokens { id } } }`);
  expect(JSON.stringify(answer.data)).not.toContain(token.slice(0, 20));
  for (const kind of ["session", "token"]) {
    const response = await site.app.inject({
      method: "POST",
      url: `/graphql?${kind}=${token}`,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ query: "{ viewer { email } }" }),
    });
    expect(JSON.parse(response.body)).toEqual({ data: { viewer: null } });
  }
});

test("a key is deleted once a newer one has been signing for the lifetime of a token", async () => {
  const keys = async () =>
    (await site.dataSource.query<{ id: string }[]>("select id from signing_key order by created_at")).map(
      ({ id }) => id,
    );
  await rotateSigningKey(site.appDataSource);
  const [oldest = "", second = ""] = await keys();
  await site.dataSource.query("update signing_key set created_at = created_at - interval '430 days' where id = $1", [
    oldest,
  ]);
  await site.dataSource.query("update signing_key set created_at = created_at - interval '399 days' where id = $1", [
    second,
  ]);
  await rotateSigningKey(site.appDataSource);
  expect(await keys()).toContain(oldest);
  await site.dataSource.query("update signing_key set created_at = created_at - interval '2 days' where id = $1", [
    second,
  ]);
  await rotateSigningKey(site.appDataSource);
  expect(await keys()).not.toContain(oldest);
  expect(await keys()).toContain(second);
});

test("a new key signs once every process has loaded it, and nobody is signed out", async () => {
  const one = await member(site, "Rotated");
  await rotateSigningKey(site.appDataSource);
  const kid = (browser: TestBrowser) => decodeProtectedHeader(browser.cookies.get(COOKIE)?.value ?? "").kid;
  expect(kid(await member(site, "Early"))).toBe(kid(one));
  await site.dataSource.query("update signing_key set created_at = created_at - interval '121 seconds'");
  clearSigningKeyCache(site.appDataSource);
  const newcomer = await member(site, "Newcomer");
  expect(kid(newcomer)).not.toBe(kid(one));
  expect(await opens(one.cookies.get(COOKIE)?.value ?? "")).toBe("Rotated");
});

test("a token with an unknown key id runs no SQL statement", async () => {
  const forged = [{ alg: "HS256", typ: "session+jwt", kid: randomUUID() }, { sub: "1" }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .concat("c2lnbmF0dXJl")
    .join(".");
  const browser = person(site);
  set(browser, forged);
  const query = () => browser.send(`{ __typename }`);
  await query();
  expect(await statementsOf(query)).toEqual([]);
});

describe("the cookie", () => {
  test("is Secure and host-only over https, and named after the base path", async () => {
    const secure = await createTestApp({ PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x/y" });
    try {
      const one = await secure.app.inject({
        method: "POST",
        url: "/x/y/graphql",
        headers: { "content-type": "application/json", origin: "https://prompts.example" },
        payload: JSON.stringify({
          query: `mutation { register(username: "Secure", email: "s@example.org", password: "correct horse 7", passwordConfirmation: "correct horse 7", acceptTerms: true, locale: EN) { problems { code } } }`,
        }),
      });
      const cookies = [one.headers["set-cookie"] ?? []].flat();
      expect(cookies).toHaveLength(1);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-polyprompt\.x\.y\.session=[\w.-]+; /);
        expect(cookie).toMatch(/; Path=\//);
        expect(cookie).toMatch(/; HttpOnly/);
        expect(cookie).toMatch(/; Secure/);
        expect(cookie).toMatch(/; SameSite=Lax/);
        expect(cookie).not.toMatch(/; Domain/);
      }
    } finally {
      await secure.close();
    }
  });
});
