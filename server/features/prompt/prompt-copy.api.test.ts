import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;

beforeAll(async () => {
  // Lets a test send requests from several IP addresses.
  site = await createTestApp({ TRUST_PROXY: "true" });
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await site.dataSource.query("delete from rate_limit");
});

interface Visitor {
  address: string;
  browser: string;
}

const COPY = `mutation ($id: ID!) { recordCopy(promptId: $id) { prompt { id copyCount } problems { code } } }`;

function copy(id: string, { address, browser }: Visitor = { address: "192.0.2.1", browser: "A" }) {
  return site.send<{ recordCopy: { prompt: { copyCount: number } } }>(
    COPY,
    { id },
    { "x-forwarded-for": address, "user-agent": browser },
  );
}

async function copiesOf(id: string): Promise<number> {
  return (
    await site.query<{ prompt: { copyCount: number } }>(`query ($id: ID!) { prompt(id: $id) { copyCount } }`, { id })
  ).prompt.copyCount;
}

test("copies are counted once per visitor, prompt and day", async () => {
  expect((await copy("1")).data.recordCopy).toEqual({ prompt: { id: "1", copyCount: 1 }, problems: [] });
  expect((await copy("1")).data.recordCopy.prompt.copyCount).toBe(1);
  expect((await copy("1", { address: "192.0.2.2", browser: "A" })).data.recordCopy.prompt.copyCount).toBe(2);
  expect((await copy("2")).data.recordCopy.prompt.copyCount).toBe(1);
  await site.dataSource.query("update prompt_copy set day = day - 1");
  expect((await copy("1")).data.recordCopy.prompt.copyCount).toBe(3);
});

test("another user agent or another address of the same network is not another visitor", async () => {
  const networks = ["192.0.2.1", "::ffff:192.0.2.1"];
  for (const address of networks) for (const browser of ["A", "B", "C"]) await copy("6", { address, browser });
  expect(await copiesOf("6")).toBe(1);
  for (const host of ["1", "2", "a:b:c:d"])
    await copy("6", { address: `2001:db8:0:1:${host}${host.includes(":") ? "" : "::"}`, browser: "A" });
  expect(await copiesOf("6")).toBe(2);
});

test("thirty concurrent copies by one visitor count once, by thirty visitors thirty times", async () => {
  const alike = await Promise.all(Array.from({ length: 30 }, () => copy("3")));
  expect(alike.filter((answer) => answer.errors)).toEqual([]);
  expect(await copiesOf("3")).toBe(1);
  const different = await Promise.all(
    Array.from({ length: 30 }, (_, index) => copy("4", { address: `192.0.2.${String(index + 100)}`, browser: "A" })),
  );
  expect(different.filter((answer) => answer.errors)).toEqual([]);
  expect(await copiesOf("4")).toBe(30);
});

test("concurrent first copies of a day use the same daily secret", async () => {
  await site.dataSource.query("delete from daily_secret");
  const answers = await Promise.all(Array.from({ length: 20 }, () => copy("5")));
  expect(answers.filter((answer) => answer.errors)).toEqual([]);
  expect(await copiesOf("5")).toBe(1);
});

test("yesterday's secret is deleted with today's first copy, and no IP address is stored", async () => {
  await site.dataSource.query("delete from daily_secret");
  await site.dataSource.query("insert into daily_secret (day, secret) values (current_date - 1, 'x')");
  await copy("6");
  const days = await site.dataSource.query<{ old: boolean }[]>(
    "select day < (now() at time zone 'UTC')::date as old from daily_secret",
  );
  expect(days).toEqual([{ old: false }]);
  const visitors = await site.dataSource.query<{ visitor: Buffer }[]>("select visitor from prompt_copy");
  for (const { visitor } of visitors) {
    expect(visitor).toHaveLength(16);
    expect(visitor.toString("latin1")).not.toContain("192.0.2");
  }
});

test.each(["999999999", "0", "01", "", "abc", "99999999999"])("copying prompt %j is NOT_FOUND", async (id) => {
  const { errors, data } = await copy(id);
  expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  expect(data).toEqual({ recordCopy: null });
});

describe("past sixty copies per minute and address", () => {
  const crowd = { address: "203.0.113.9", browser: "A" };

  test("the next is RATE_LIMITED with 429 and Retry-After, and other addresses are not", async () => {
    const answers = [];
    for (let hit = 0; hit < 61; hit++) answers.push(await copy("7", crowd));
    expect(answers.slice(0, 60).filter((answer) => answer.errors)).toEqual([]);
    const last = answers[60];
    expect(last?.errors?.[0]?.extensions.code).toBe("RATE_LIMITED");
    expect(last?.status).toBe(429);
    const retryAfter = Number(last?.headers["retry-after"]);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(last?.errors?.[0]?.extensions["retryAfter"]).toBe(retryAfter);
    expect((await copy("7", { ...crowd, browser: "B" })).status).toBe(429);
    expect((await copy("7")).status).toBe(200);
  });

  test("failed attempts count too, so that prompt numbers cannot be probed quickly", async () => {
    await Promise.all(Array.from({ length: 60 }, () => copy("0", crowd)));
    expect((await copy("7", crowd)).status).toBe(429);
  });

  test("each alias in a request counts", async () => {
    const aliases = Array.from(
      { length: 15 },
      (_, index) => `c${String(index)}: recordCopy(promptId: "7") { problems { code } }`,
    ).join(" ");
    const send = () => site.send(`mutation { ${aliases} }`, {}, { "x-forwarded-for": crowd.address });
    await Promise.all([send(), send(), send(), send()]);
    expect((await copy("7", crowd)).status).toBe(429);
  });

  test("copies are accepted again after a minute", async () => {
    for (let hit = 0; hit < 61; hit++) await copy("7", crowd);
    await site.dataSource.query("update rate_limit set started_at = started_at - interval '61 seconds'");
    expect((await copy("7", crowd)).status).toBe(200);
  });
});

test("a mutation by GET is refused and not counted", async () => {
  const before = await copiesOf("8");
  const query = new URLSearchParams({ query: `mutation { recordCopy(promptId: "8") { problems { code } } }` });
  const response = await site.app.inject({
    url: `/graphql?${query.toString()}`,
    headers: { "apollo-require-preflight": "1" },
  });
  expect(response.statusCode).toBe(405);
  expect(response.headers["allow"]).toBe("POST");
  expect(await copiesOf("8")).toBe(before);
});
