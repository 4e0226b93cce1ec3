import argon2 from "@node-rs/argon2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { backgroundWorkEnded } from "../../platform/lifecycle/background-work";
import { codeTo, mailTo, member, PASSWORD, person } from "../../platform/testing/member";
import { createPagesApp } from "../../platform/testing/pages-app";
import { createTestApp, statementsOf, type GraphqlAnswer, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
const senders = new Map<string, (operation: string) => Promise<GraphqlAnswer<unknown>>>();

beforeAll(async () => {
  site = await createTestApp();
  const owner = await member(site, "Keyholder");
  const create = (scope: string) =>
    owner.query<{ createApiToken: { token: string; apiToken: { id: string } } }>(
      `mutation { createApiToken(name: "t", scope: ${scope}) { token apiToken { id } } }`,
    );
  const expired = await member(site, "Expired");
  const revoked = await member(site, "Revoked");
  const other = await member(site, "Other");
  await site.dataSource.query(
    "update session set expires_at = now() where user_id = (select id from user_account where username = 'Expired')",
  );
  await site.dataSource.query(
    "delete from session where user_id = (select id from user_account where username = 'Revoked')",
  );
  const visitor = person(site);
  senders.set("visitor", (operation) => visitor.send(operation));
  senders.set("member", (operation) => owner.send(operation));
  senders.set("other member", (operation) => other.send(operation));
  senders.set("expired session", (operation) => expired.send(operation));
  senders.set("revoked session", (operation) => revoked.send(operation));
  for (const scope of ["READ", "WRITE"]) {
    const { token } = (await create(scope)).createApiToken;
    senders.set(`${scope} token`, (operation) => site.send(operation, {}, { authorization: `Bearer ${token}` }));
  }
  senders.set("unknown token", (operation) => site.send(operation, {}, { authorization: "Bearer polyprompt_unknown" }));
});
afterAll(async () => {
  await site.close();
});

const codeOf = (answer: GraphqlAnswer<unknown>) => answer.errors?.[0]?.extensions.code ?? "answered";
const send = (sender: string, operation: string) =>
  senders.get(sender)?.(operation) ?? Promise.reject(new Error(sender));

test.each([
  ["visitor", "answered"],
  ["READ token", "FORBIDDEN"],
  ["WRITE token", "FORBIDDEN"],
  ["expired session", "answered"],
])("logout by %s ends nobody's session", async (sender, expected) => {
  expect(codeOf(await send(sender, "mutation { logout { accepted } }"))).toBe(expected);
  expect((await send("member", "{ viewer { email } }")).data).toMatchObject({
    viewer: { email: "Keyholder@example.org" },
  });
});

test("the public User type has no private fields", async () => {
  for (const field of ["email", "pendingEmail { email }", "sessions { id }", "apiTokens { id }", "passwordHash"])
    expect(codeOf(await send("visitor", `{ user(username: "Keyholder") { ${field} } }`))).toBe(
      "GRAPHQL_VALIDATION_FAILED",
    );
});

test("cached pages are the same for everyone: cookies reach neither the renderer nor the cache key", async () => {
  const one = await member(site, "Reader");
  const cookie = [...one.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  const { app, rendered } = await createPagesApp(site.dataSource);
  try {
    for (const url of ["/", "/en/prompt/1", "/en/user/", "/en/user/auth"]) {
      const { headers } = await app.inject({ url, headers: { cookie } });
      expect(headers["set-cookie"], url).toBeUndefined();
      expect(String(headers["vary"]), url).not.toMatch(/cookie/i);
    }
    const rendererInput = JSON.stringify(rendered);
    for (const { value } of one.cookies.values()) expect(rendererInput).not.toContain(value);
    expect(rendered.length).toBeGreaterThan(0);
  } finally {
    await app.close();
  }
});

describe("a known account is indistinguishable from an unknown one", () => {
  beforeAll(async () => {
    await member(site, "Known");
  });
  beforeEach(async () => {
    await site.dataSource.query("delete from rate_limit");
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** The answer, the statements that are sent until then, and the passwords that are checked. */
  async function answerTo(operation: string, identifier: string) {
    await backgroundWorkEnded();
    const checked = vi.spyOn(argon2, "verify");
    checked.mockClear();
    let answer: object | undefined;
    // Work that is due after the answer does not begin before it.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const statements = await statementsOf(async () => {
      const { status, data, errors } = await person(site).send(operation, { identifier });
      answer = { status, data, errors };
    }).finally(() => vi.useRealTimers());
    await backgroundWorkEnded();
    const parametersOf = (hash: unknown) => String(hash).split("$").slice(0, 4);
    return { answer, statements, checked: checked.mock.calls.map(([hash]) => parametersOf(hash)) };
  }

  test.each([
    [
      "login",
      `mutation ($identifier: String!) { login(identifier: $identifier, password: "wrong horse 7") { viewer { email } problems { code field limit } } }`,
      "Known",
      "Unknown",
      1,
    ],
    [
      "sendLoginLink",
      `mutation ($identifier: String!) { sendLoginLink(identifier: $identifier, locale: EN) { accepted problems { code } } }`,
      "Known",
      "Unknown",
      0,
    ],
    [
      "requestPasswordReset",
      `mutation ($identifier: String!) { requestPasswordReset(email: $identifier, locale: EN) { accepted problems { code } } }`,
      "Known@example.org",
      "Unknown@example.org",
      0,
    ],
  ])("%s: the same answer after the same work", async (_name, operation, known, unknown, checks) => {
    const ofKnown = await answerTo(operation, known);
    expect(ofKnown.answer).toMatchObject({ status: 200 });
    expect(ofKnown.statements).not.toEqual([]);
    expect(ofKnown.checked).toHaveLength(checks);
    expect(await answerTo(operation, unknown)).toEqual(ofKnown);
  });
});

test("a code opened by GET or HEAD is not spent", async () => {
  const browser = await member(site, "Getter");
  await browser.query(`mutation { sendConfirmation { accepted } }`);
  const token = await codeTo(site, "Getter@example.org");
  const query = encodeURIComponent(`mutation { verifyEmail(token: "${token}") { accepted } }`);
  for (const method of ["GET", "HEAD"] as const) {
    const { statusCode } = await site.app.inject({
      method,
      url: `/graphql?query=${query}`,
      headers: { "apollo-require-preflight": "1" },
    });
    expect(statusCode).toBeGreaterThanOrEqual(400);
  }
  expect(
    await person(site).query(`mutation ($token: String!) { verifyEmail(token: $token) { accepted } }`, { token }),
  ).toEqual({
    verifyEmail: { accepted: true },
  });
});

test("links are built from the configuration and ignore the Host header", async () => {
  await member(site, "Hosted");
  await site.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { "content-type": "application/json", host: "evil.example", "x-forwarded-host": "evil.example" },
    payload: JSON.stringify({ query: `mutation { sendLoginLink(identifier: "Hosted", locale: EN) { accepted } }` }),
  });
  const { kind, data } = await mailTo(site, "Hosted@example.org");
  expect(kind).toBe("login-link");
  expect(data["url"]).toMatch(/^http:\/\/localhost:3000\/en\/user\/link#/);
});

test("ten logins in one request count as ten", async () => {
  await member(site, "Aliased");
  const login = (alias: string, password = "wrong horse 7") =>
    `${alias}: login(identifier: "Aliased", password: "${password}") { viewer { email } }`;
  const logins = (count: number) => Array.from({ length: count }, (_, index) => login(`a${index}`)).join("\n");
  const one = person(site);
  expect((await one.send(`mutation { ${logins(9)} }`)).errors).toBeUndefined();
  expect((await one.send(`mutation { ${login("tenth", PASSWORD)} }`)).errors).toBeUndefined();
  expect((await one.send(`mutation { ${login("eleventh", PASSWORD)} }`)).errors?.[0]?.extensions.code).toBe(
    "RATE_LIMITED",
  );
  const other = person(site);
  expect((await other.send(`mutation { ${logins(11)} }`)).errors?.[0]).toMatchObject({
    path: ["a10"],
    extensions: { code: "RATE_LIMITED" },
  });
});

test("a request that is meant for another account than the session's is refused, and nothing is done", async () => {
  const berta = await member(site, "Berta");
  const [{ id } = { id: "" }] = await site.dataSource.query<{ id: string }[]>(
    "select id from user_account where username = 'Berta'",
  );
  const rename = (username: string, account: string) =>
    berta.send(
      `mutation { changeUsername(username: "${username}") { viewer { user { username } } } }`,
      {},
      {
        "polyprompt-account": account,
      },
    );
  const { status, errors, headers } = await rename("Annas-new-name", `u${String(Number(id) + 1)}`);
  expect([status, errors?.[0]?.extensions.code, headers["polyprompt-account"]]).toEqual([
    401,
    "UNAUTHENTICATED",
    `u${id}`,
  ]);
  expect((await rename("Bertas-new-name", `u${id}`)).data).toEqual({
    changeUsername: { viewer: { user: { username: "Bertas-new-name" } } },
  });
});
