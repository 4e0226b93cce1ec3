import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmedMember, PASSWORD, person } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;
/** With the budget that is shipped. */
let shipped: TestApp;
let rendered = 0;

const LIST = "{ prompts(locale: EN, first: 20) { nodes { id text(locale: EN) { title } } } }";

const PAGES = {
  keepsPages: true,
  renderer: {
    isPage: () => true,
    render: () => {
      rendered += 1;
      return Promise.resolve({ status: 200, html: "<p>Page</p>" });
    },
    renderNotFound: () => Promise.resolve({ status: 404, html: "" }),
    inlineScripts: [],
  },
};

beforeAll(async () => {
  site = await createTestApp({ WORK_BUDGET: "3000", TRUST_PROXY: "true" }, PAGES);
  shipped = await createTestApp({ WORK_BUDGET: undefined, TRUST_PROXY: "true" }, PAGES);
});
afterAll(async () => {
  await site.close();
  await shipped.close();
});

async function ask(address: string, token?: string, at = site) {
  const { statusCode, headers, body } = await at.app.inject({
    method: "POST",
    url: "/graphql",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": address,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify({ query: LIST }),
  });
  return { status: statusCode, headers, body: JSON.parse(body) as { errors?: { extensions: object }[] } };
}

/** Asks until it is refused. */
async function exhaust(address: string, token?: string) {
  for (let count = 0; count < 100; count += 1) {
    const answer = await ask(address, token);
    if (answer.status !== 200) return { ...answer, count };
  }
  throw new Error("Nothing was refused.");
}

test("operations are refused once they have cost an address, or an account's tokens, their minute", async () => {
  const { status, headers, body, count } = await exhaust("192.0.2.10");
  expect(count).toBeGreaterThan(10);
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["x-ratelimit-remaining"])).toBeLessThan(3000 / count);
  expect(String(headers["access-control-expose-headers"])).toContain("x-ratelimit-remaining");
  expect(body.errors).toMatchObject([{ extensions: { code: "RATE_LIMITED" } }]);
  expect((await ask("192.0.2.11")).status).toBe(200);

  const member = await confirmedMember(site, "Programmer");
  const { createApiToken } = await member.query<{ createApiToken: { token: string } }>(
    `mutation { createApiToken(name: "Reader", scope: READ) { token } }`,
  );
  // The address has nothing left.
  expect((await exhaust("192.0.2.10", createApiToken.token)).count).toBe(count);
  expect((await ask("192.0.2.12", createApiToken.token)).status).toBe(429);
});

test("pages cost something when they are rendered, nothing when they are kept", async () => {
  const open = (address: string, url: string) =>
    site.app.inject({ method: "GET", url, headers: { "x-forwarded-for": address } });
  const statuses: number[] = [];
  for (const page of ["/1", "/2", "/3", "/4", "/5", "/6", "/7"])
    statuses.push((await open("192.0.2.20", page)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(rendered).toBe(6);
  const kept = await open("192.0.2.20", "/1");
  expect([kept.statusCode, rendered]).toEqual([200, 6]);
  const refused = await open("192.0.2.20", "/7");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await open("192.0.2.20", "/1")).statusCode).toBe(200);
  expect((await open("192.0.2.21", "/7")).statusCode).toBe(200);
  expect((await open("192.0.2.20", "/7")).statusCode).toBe(200);
});

test("a reader whose page is refused is told so in its language, with a way to try again", async () => {
  const from = { "x-forwarded-for": "192.0.2.40", accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  await exhaust("192.0.2.40");
  const open = (url: string, headers = from) => site.app.inject({ method: "GET", url, headers });
  const pages = rendered;
  for (const [url, lang, dir, words] of [
    ["/9", "zh", "ltr", "请在 1 分钟后重试"],
    ["/en/9?q=%22%3E", "en", "ltr", "Too much was requested from your network. Try again in 1 minute."],
    ["/ar/9", "ar", "rtl", "بعد دقيقة واحدة"],
    ["/ru/", "ru", "ltr", "через 1 минуту"],
  ] as const) {
    const { statusCode, headers, body } = await open(url);
    expect([statusCode, headers["content-type"], headers["cache-control"]], url).toEqual([
      429,
      "text/html; charset=utf-8",
      "no-store",
    ]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect(body).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(body).toContain(words);
    expect(body).toContain('<a href="">');
  }
  expect(rendered).toBe(pages);
  const forPrograms = await open("/9", { ...from, accept: "*/*" });
  expect(forPrograms.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
});

test("a member whose address and account have spent their minute can write, log out and sign in", async () => {
  const from = { "x-forwarded-for": "192.0.2.30" };
  const member = await confirmedMember(site, "Neighbour");
  await exhaust("192.0.2.30");
  expect((await member.send(LIST, {}, from)).status).toBe(200);
  for (let count = 0; (await member.send(LIST, {}, from)).status === 200; count += 1) expect(count).toBeLessThan(100);
  const comment = `mutation { createFeedback(body: "Hello") { comment { id } problems { code } } }`;
  expect((await member.send(comment, {}, from)).data).toMatchObject({ createFeedback: { comment: {}, problems: [] } });
  expect((await member.send("mutation { logout { accepted } }", {}, from)).errors).toBeUndefined();
  const login = `mutation { login(identifier: "Neighbour", password: "${PASSWORD}") { problems { code } } }`;
  expect((await person(site).send(login, {}, from)).data).toEqual({ login: { problems: [] } });
});

test("a script that asks 400 times is answered each time", async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 400; count += 1) statuses.add((await ask("192.0.2.50", undefined, shipped)).status);
  expect([...statuses]).toEqual([200]);
});

test("60 people behind one address open pages and search at the same moment, again and again", async () => {
  const address = "192.0.2.60";
  const open = async (url: string) =>
    (await shipped.app.inject({ method: "GET", url, headers: { "x-forwarded-for": address } })).statusCode;
  const statuses = new Set<number>();
  for (let round = 0; round < 5; round += 1) {
    const visits = Array.from({ length: 60 }, (_, person) => `/${round}-${person}`);
    const answers = await Promise.all([
      ...visits.map(open),
      ...visits.map((page) => open(`${page}?q=word`)),
      ...visits.map(async () => (await ask(address, undefined, shipped)).status),
    ]);
    for (const status of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});
