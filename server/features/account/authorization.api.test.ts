import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeTo, mailTo, member, person } from "../../platform/testing/member";
import { createPagesApp } from "../../platform/testing/pages-app";
import { createTestApp, type GraphqlAnswer, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
const senders = new Map<string, (operation: string) => Promise<GraphqlAnswer<unknown>>>();

beforeAll(async () => {
  site = await createTestApp();
  const owner = await member(site, "Keyholder");
  const create = (scope: string) =>
    owner.query<{ createApiToken: { token: string; apiToken: { id: string } } }>(
      `mutation { createApiToken(input: { name: "t", scope: ${scope} }) { token apiToken { id } } }`,
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
  ["expired session", "UNAUTHENTICATED"],
])("logout by %s ends nobody's session", async (sender, expected) => {
  expect(codeOf(await send(sender, "mutation { logout { accepted } }"))).toBe(expected);
  expect((await send("member", "{ viewer { email } }")).data).toMatchObject({
    viewer: { email: "Keyholder@example.org" },
  });
});

test("nothing private is a field of what everyone sees", async () => {
  for (const field of ["email", "pendingEmail { email }", "sessions { id }", "apiTokens { id }", "passwordHash"])
    expect(codeOf(await send("visitor", `{ user(username: "Keyholder") { ${field} } }`))).toBe(
      "GRAPHQL_VALIDATION_FAILED",
    );
});

test("a page that is kept for everyone knows nobody: cookies reach neither its renderer nor what caches it by", async () => {
  const one = await member(site, "Reader");
  const cookie = [...one.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
  const { app, rendered } = await createPagesApp(site.dataSource);
  try {
    for (const url of ["/", "/en/prompt/1", "/en/user/", "/en/user/auth"]) {
      const { headers } = await app.inject({ url, headers: { cookie } });
      expect(headers["set-cookie"], url).toBeUndefined();
      expect(String(headers["vary"]), url).not.toMatch(/cookie/i);
    }
    const told = JSON.stringify(rendered);
    for (const { value } of one.cookies.values()) expect(told).not.toContain(value);
    expect(rendered.length).toBeGreaterThan(0);
  } finally {
    await app.close();
  }
});

describe("nothing tells a known account from an unknown one", () => {
  beforeAll(async () => {
    await member(site, "Known");
  });

  const TRIES = 200;
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const LOGIN = `mutation ($identifier: String!) { login(input: { identifier: $identifier, password: "wrong horse 7" }) { viewer { email } problems { code field limit } } }`;
  const LINK = `mutation ($identifier: String!) { sendLoginLink(identifier: $identifier, locale: EN) { accepted problems { code } } }`;
  const RESET = `mutation ($identifier: String!) { requestPasswordReset(email: $identifier, locale: EN) { accepted problems { code } } }`;

  test.each([
    { name: "login", operation: LOGIN, atOnce: 1, known: "Known", unknown: "Unknown" },
    { name: "sendLoginLink", operation: LINK, atOnce: 5, known: "Known", unknown: "Unknown" },
    {
      name: "requestPasswordReset",
      operation: RESET,
      atOnce: 5,
      known: "Known@example.org",
      unknown: "Unknown@example.org",
    },
  ])(
    "$name: the same body, status and time",
    // Other programs may take the machine's time from one side.
    { timeout: 120_000, retry: 2 },
    async ({ operation, atOnce, known, unknown }) => {
      const times = { known: [] as number[], unknown: [] as number[] };
      const bodies = new Set<string>();
      const ask = async (kind: keyof typeof times) => {
        const browser = person(site);
        const started = performance.now();
        const { status, data, errors } = await browser.send(operation, {
          identifier: kind === "known" ? known : unknown,
        });
        times[kind].push(performance.now() - started);
        bodies.add(JSON.stringify({ status, data, errors }));
      };
      while (times.known.length < TRIES) {
        await site.dataSource.query("delete from rate_limit");
        for (const kind of ["known", "unknown"] as const)
          await Promise.all(Array.from({ length: atOnce }, () => ask(kind)));
      }
      expect([...bodies]).toHaveLength(1);
      expect(Math.abs(median(times.known) / median(times.unknown) - 1)).toBeLessThan(0.05);
    },
  );
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

test("links are built from the configuration, whatever the Host header says", async () => {
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

test("a hundred logins in one request count as a hundred", async () => {
  await member(site, "Aliased");
  const aliases = Array.from(
    { length: 15 },
    (_, index) =>
      `a${index}: login(input: { identifier: "Aliased", password: "wrong ${index}" }) { problems { code } }`,
  );
  const answer = await person(site).send(`mutation { ${aliases.join("\n")} }`);
  expect(answer.errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
});
