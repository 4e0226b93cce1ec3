import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, person, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";
import { clearSigningKeyCache, rotateSigningKey } from "./signing-keys";

let site: TestApp;
let victim: TestBrowser;
let access: string, refresh: string;
let key: { id: string; secret: Buffer };

const ACCESS = "polyprompt.access";
const REFRESH = "polyprompt.refresh";

beforeAll(async () => {
  site = await createTestApp();
  victim = await member(site, "Victim");
  access = victim.cookies.get(ACCESS)?.value ?? "";
  refresh = victim.cookies.get(REFRESH)?.value ?? "";
  [key = { id: "", secret: Buffer.alloc(0) }] = await site.dataSource.query<{ id: string; secret: Buffer }[]>(
    "select id, secret from signing_key",
  );
});
afterAll(async () => {
  await site.close();
});

/** The username whose session an access token opens, if any. */
async function opens(token: string): Promise<string | null> {
  const browser = person(site);
  set(browser, ACCESS, token);
  return (
    (await browser.query<{ viewer: { user: { username: string } } | null }>(`{ viewer { user { username } } }`)).viewer
      ?.user.username ?? null
  );
}

async function refreshes(token: string): Promise<number> {
  const browser = person(site);
  set(browser, REFRESH, token);
  return browser.refresh();
}

function set(browser: TestBrowser, name: string, value: string): void {
  browser.cookies.set(name, { value, httpOnly: true, secure: false, sameSite: "lax", path: "/", maxAge: 60 });
}

const json = (value: unknown) => base64url.encode(JSON.stringify(value));
const forged = (header: object, claims: object, secret: Buffer | string = key.secret) => {
  const input = `${json(header)}.${json(claims)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
};
const header = () => decodeProtectedHeader(access);
const claims = () => decodeJwt(access);

test("a valid token opens its session, and so does one forged with the right key: the forgeries below fail for their defects alone", async () => {
  expect(await opens(access)).toBe("Victim");
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
    ["another audience", () => forged(header(), { ...claims(), aud: "refresh" })],
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
      () => `${access.split(".")[0] ?? ""}.${json({ ...claims(), sub: "2" })}.${access.split(".")[2] ?? ""}`,
    ],
    ["a refresh token", () => refresh],
  ])("%s", async (_, token) => {
    expect(await opens(await token())).toBeNull();
  });
});

test("a session is not refreshed by an access token or by a refresh token with altered claims", async () => {
  const claim = decodeJwt(refresh);
  const head = decodeProtectedHeader(refresh);
  expect(await refreshes(access)).toBe(401);
  expect(await refreshes(forged(head, { ...claim, gen: "0" }))).toBe(401);
  expect(await refreshes(forged(head, { ...claim, sid: "' or true --" }))).toBe(401);
  expect(await refreshes(forged(head, { ...claim, aud: "api" }))).toBe(401);
  expect(await refreshes(forged({ ...head, typ: "at+jwt" }, claim))).toBe(401);
  expect(await opens(access)).toBe("Victim");
});

test("tokens appear in no response body and are not read from the URL", async () => {
  const answer = await victim.send(`{ viewer { email sessions { id } apiTokens { id } } }`);
  expect(JSON.stringify(answer.data)).not.toContain(access.slice(0, 20));
  for (const kind of ["access", "refresh", "token"]) {
    const response = await site.app.inject({
      method: "POST",
      url: `/graphql?${kind}=${access}`,
      headers: { "content-type": "application/json" },
      payload: JSON.stringify({ query: "{ viewer { email } }" }),
    });
    expect(JSON.parse(response.body)).toEqual({ data: { viewer: null } });
  }
});

test("a key is deleted once a newer one has been signing for the lifetime of a session", async () => {
  const keys = async () =>
    (await site.dataSource.query<{ id: string }[]>("select id from signing_key order by created_at")).map(
      ({ id }) => id,
    );
  await rotateSigningKey(site.appDataSource);
  const [oldest = "", second = ""] = await keys();
  await site.dataSource.query("update signing_key set created_at = created_at - interval '90 days' where id = $1", [
    oldest,
  ]);
  await site.dataSource.query("update signing_key set created_at = created_at - interval '59 days' where id = $1", [
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
  const kid = (browser: TestBrowser) => decodeProtectedHeader(browser.cookies.get(ACCESS)?.value ?? "").kid;
  expect(kid(await member(site, "Early"))).toBe(kid(one));
  await site.dataSource.query("update signing_key set created_at = created_at - interval '121 seconds'");
  clearSigningKeyCache(site.appDataSource);
  const newcomer = await member(site, "Newcomer");
  expect(kid(newcomer)).not.toBe(kid(one));
  expect(await opens(one.cookies.get(ACCESS)?.value ?? "")).toBe("Rotated");
  expect(await one.refresh()).toBe(204);
  expect(kid(one)).toBe(kid(newcomer));
});

test("a token with an unknown key id runs no SQL statement", async () => {
  const forged = [{ alg: "HS256", typ: "at+jwt", kid: randomUUID() }, { sub: "1" }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .concat("c2lnbmF0dXJl")
    .join(".");
  const browser = person(site);
  set(browser, ACCESS, forged);
  const query = () => browser.send(`{ __typename }`);
  await query();
  expect(await statementsOf(query)).toEqual([]);
});

describe("cookies", () => {
  test("are Secure and host-only over https, and named after the base path", async () => {
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
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-polyprompt\.x\.y\.(access|refresh)=[\w.-]+; /);
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
