import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmedMember, withToken, type TestBrowser } from "../../platform/testing/member";
import { createTestApp, statementsOf, type TestApp } from "../../platform/testing/test-app";

/** Below a path of https://prompts.example. */
let site: TestApp;
/** At http://localhost:3000, with a member. */
let home: TestApp;
let member: TestBrowser;
beforeAll(async () => {
  site = await createTestApp({ PUBLIC_URL: "https://prompts.example", BASE_PATH: "/x" });
  home = await createTestApp();
  member = await confirmedMember(home, "Agent");
});
afterAll(async () => {
  await site.close();
  await home.close();
});

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const callOf = (name: string, input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: input },
});

function post(message: unknown, headers: Record<string, string> = {}, { app = site, url = "/x/mcp" } = {}) {
  const payload = typeof message === "string" ? message : JSON.stringify(message);
  return app.app.inject({ method: "POST", url, headers: { host: "prompts.example", ...HEADERS, ...headers }, payload });
}

const codeOf = (body: string) =>
  (JSON.parse(body) as { errors: [{ extensions: { code: string } }] }).errors[0].extensions.code;

describe("/mcp", () => {
  test("answers with JSON that nobody keeps, without a session", async () => {
    const response = await post(LIST);
    const { statusCode, headers } = response;
    expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      expect.stringContaining("application/json"),
      "no-store",
    ]);
    expect(headers).not.toHaveProperty("mcp-session-id");
    expect(response.json<{ result: { tools: object[] } }>().result.tools.length).toBeGreaterThan(0);
  });

  test("answers under the names of the site alone, so that no page can reach it by a name of its own", async () => {
    for (const host of ["prompts.example", "prompts.example:8443", "localhost:3000", "127.0.0.1", "[::1]:3000"])
      expect([host, (await post(LIST, { host })).statusCode]).toEqual([host, 200]);
    for (const host of ["evil.example", "prompts.example.evil.example", "prompts.example@evil.example", "x y"]) {
      const { statusCode, body } = await post(LIST, { host, origin: "http://evil.example" });
      expect([host, statusCode]).toEqual([host, 403]);
      expect(codeOf(body)).toBe("FORBIDDEN");
    }
  });

  test("lets pages of other sites read, and looks at no cookie", async () => {
    const cookie = [...member.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");
    const asMember = { host: "localhost", cookie, origin: "http://localhost:3000" };
    expect(
      (
        await home.app.inject({
          method: "POST",
          url: "/graphql",
          headers: { ...HEADERS, ...asMember },
          payload: '{"query":"{ viewer { user { username } } }"}',
        })
      ).body,
    ).toContain("Agent");
    for (const origin of ["http://localhost:3000", "https://elsewhere.example"]) {
      const options = { app: home, url: "/mcp" };
      const response = await post(callOf("my_prompts", {}), { ...asMember, origin }, options);
      expect(response.body).toContain("UNAUTHENTICATED");
      expect(response.headers["access-control-allow-origin"]).toBe("*");
      expect(response.headers).not.toHaveProperty("access-control-allow-credentials");
      expect((await post(callOf("get_prompt", { id: 12 }), { ...asMember, origin }, options)).body).toContain(
        "structuredContent",
      );
    }
  });

  test("takes a token from a page of another site that was given one", async () => {
    const { authorization } = await withToken(member);
    const headers = {
      host: "localhost",
      authorization,
      origin: "https://elsewhere.example",
      "sec-fetch-site": "cross-site",
    };
    const { body } = await post(callOf("add_favorite", { id: 12 }), headers, { app: home, url: "/mcp" });
    expect(body).toContain('"isFavorite":true');
  });

  test.each(["Bearer polyprompt_unknown", "Bearer", "Basic dXNlcjpwYXNz", "polyprompt_x"])(
    "refuses the credentials %j with 401, also for what is public",
    async (authorization) => {
      const { statusCode, headers, body } = await post(LIST, { authorization });
      expect([statusCode, codeOf(body)]).toEqual([401, "UNAUTHENTICATED"]);
      expect(headers["www-authenticate"]).toMatch(/^Bearer /);
    },
  );

  test("refuses batches, which would be any number of searches", async () => {
    const statements = await statementsOf(async () => {
      const { statusCode, body } = await post([callOf("search_prompts", { query: "a" }), LIST]);
      expect([statusCode, codeOf(body)]).toEqual([400, "BAD_USER_INPUT"]);
    });
    expect(statements).toEqual([]);
  });

  test.each([
    ["a language that there is not", LIST, "/x/mcp?locale=xx", 400],
    ["what is no JSON", "{", "/x/mcp", 400],
    ["an empty body", "", "/x/mcp", 400],
    ["a number", 7, "/x/mcp", 400],
    ["no message", { hello: 1 }, "/x/mcp", 400],
    [
      "keys of the prototype",
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{"a":1}}}',
      "/x/mcp",
      400,
    ],
    ["a body that is too large", { ...LIST, params: { x: "x".repeat(1_400_000) } }, "/x/mcp", 413],
  ])("refuses %s", async (_name, message, url, status) => {
    expect((await post(message, {}, { url })).statusCode).toBe(status);
  });

  test.each(["subscriptions/listen", "resources/subscribe", "logging/setLevel", "sampling/createMessage", "__proto__"])(
    "has no method %s, and keeps no stream open",
    async (method) => {
      const { body } = await post({ jsonrpc: "2.0", id: 1, method, params: {} });
      expect(body).toContain('"error"');
    },
  );

  test("keeps no stream open for a client of 2026 that asks for changes", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const method = "subscriptions/listen";
    const { body } = await post(
      { jsonrpc: "2.0", id: 1, method, params: { _meta: meta, notifications: { toolsListChanged: true } } },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
    );
    expect(body).toMatch(/"error":\{"code":-32603,"message":"Subscription limit reached"/);
  });

  test("charges the work of messages to whoever sends them, and tells what is left", async () => {
    const app = await createTestApp({ WORK_BUDGET: "1000" });
    const send = (message: object) => post(message, { host: "localhost" }, { app, url: "/mcp" });
    const first = await send(LIST);
    expect([first.statusCode, first.headers["x-ratelimit-limit"], first.headers["x-ratelimit-remaining"]]).toEqual([
      200,
      "1000",
      "900",
    ]);
    const search = await send(callOf("search_prompts", { query: "mail", first: 50 }));
    const { result } = search.json<{ result: { isError: boolean; content: [{ text: string }] } }>();
    expect([search.statusCode, result.isError]).toEqual([200, true]);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      error: { code: "RATE_LIMITED", limit: 1000, scope: "ADDRESS" },
    });
    for (let sent = 0; sent < 8; sent += 1) expect((await send(LIST)).statusCode).toBe(200);
    const last = await send(LIST);
    expect([last.statusCode, codeOf(last.body)]).toEqual([429, "RATE_LIMITED"]);
    expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
    await app.close();
  });
});
