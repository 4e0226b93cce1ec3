import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, type TestBrowser, withToken } from "../../platform/testing/member";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;
let owner: TestBrowser;
let token: string;

beforeAll(async () => {
  site = await createTestApp();
  owner = await member(site, "Owner");
  ({ authorization: token } = await withToken(owner));
  token = token.slice("Bearer ".length);
});
afterAll(async () => {
  await site.close();
});

async function ask(url: string, headers: Record<string, string>) {
  const isRead = url === "/api/export";
  const answer = await site.app.inject({
    method: isRead ? "GET" : "POST",
    url,
    headers: { accept: "text/event-stream, application/json", ...headers },
    ...(!isRead && { payload: { query: "{ viewer { email } }" } }),
  });
  const [error] =
    answer.statusCode === 200 ? [] : answer.json<{ errors: { message: string; extensions: object }[] }>().errors;
  return { status: answer.statusCode, challenge: answer.headers["www-authenticate"], error };
}

const REALM = 'Bearer realm="Polyprompt"';
const ADDRESSES = ["/graphql", "/api/export", "/api/import?format=json"];

describe.each(ADDRESSES)("%s says to whoever it does not know what was wrong:", (url) => {
  test.each<[string, () => Promise<string> | string, string, boolean]>([
    ["another scheme", () => "Basic dXNlcjpwYXNz", "The Authorization header has another scheme than Bearer.", false],
    ["another scheme with the token", () => `Token ${token}`, "has another scheme than Bearer.", false],
    ["a token without a scheme", () => token, "The API token has no scheme before it.", false],
    ["a scheme without a token", () => "Bearer", "The scheme Bearer is not followed by an API token.", true],
    ["what is no token", () => "Bearer a b", "The scheme Bearer is not followed by an API token.", true],
    ["an unknown token", () => `Bearer ${token}x`, "The API token is unknown, or has been revoked.", true],
    ["a token of something else", () => "Bearer ghp_x", "The API token is unknown, or has been revoked.", true],
    [
      "a revoked token",
      async () => {
        const { authorization } = await withToken(owner);
        await site.dataSource.query("delete from api_token where created_at = (select max(created_at) from api_token)");
        return authorization;
      },
      "The API token is unknown, or has been revoked.",
      true,
    ],
    [
      "an expired token",
      async () => {
        const { authorization } = await withToken(owner);
        await site.dataSource.query(
          `update api_token set expires_at = '2026-01-02T03:04:05Z'
           where created_at = (select max(created_at) from api_token)`,
        );
        return authorization.replace("Bearer", "bearer");
      },
      "The API token expired at 2026-01-02T03:04:05.000Z.",
      true,
    ],
  ])("%s", async (_name, authorization, message, isInvalid) => {
    const { status, challenge, error } = await ask(url, { authorization: await authorization() });
    expect([status, error?.extensions]).toEqual([401, { code: "UNAUTHENTICATED" }]);
    expect(error?.message).toContain(message);
    const told = `, error="invalid_token", error_description="${message}"`;
    expect(challenge).toBe(isInvalid ? REALM + told : REALM);
  });
});

test("a token that is valid is none of these, however its scheme is written", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"])
    expect(await ask("/graphql", { authorization: `${scheme} ${token}` })).toMatchObject({ status: 200 });
});

test("a session that ends while it asks is told as any other", async () => {
  const browser = await member(site, "Interrupted");
  const { headers, status } = await browser.send(
    'mutation { logout { accepted } again: createApiToken(name: "t", scope: READ) { token } }',
  );
  expect([status, headers["www-authenticate"]]).toEqual([401, REALM]);
});
