import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { member, newAddress, PASSWORD, person } from "../testing/member";
import { changeUnderneath, countLockWaiters } from "../testing/row-lock";
import { createTestApp, type GraphqlAnswer, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await site.close();
});

const READ = `{ prompts(locale: EN, first: 1) { nodes { id } } }`;
const CHANGE = `mutation { updateSettings(locale: DE) { viewer { locale } } }`;

test("a member whose mutations all wait for one row leaves connections for other clients", async () => {
  const browser = await member(site, "Holder");
  const rest: Promise<{ status: number }>[] = [];
  const [first] = await changeUnderneath(
    site.dataSource,
    "Holder",
    () => {
      const [one, ...others] = Array.from({ length: 60 }, () => browser.send(CHANGE));
      rest.push(...others);
      return one ? [one] : [];
    },
    async () => {
      const visitors = Array.from({ length: 5 }, () => person(site).send(READ));
      expect((await Promise.all(visitors)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    },
  );
  expect(first).toMatchObject({ status: 200, data: { updateSettings: { viewer: { locale: "DE" } } } });
  expect(new Set((await Promise.all(rest)).map(({ status }) => status))).toEqual(new Set([200]));
});

test("a stolen session that waits keeps the owner's waiting for nothing, and what still waits when it ends is refused", async () => {
  // Who has waited for a moment only counts as under way: here time passes once the session has ended.
  vi.useFakeTimers({ toFake: ["performance"] });
  const owner = await member(site, "Robbed");
  const thief = person(site);
  await thief.query(`mutation { login(identifier: "Robbed", password: "${PASSWORD}") { problems { code } } }`);
  const elsewhere = () => thief.copy(newAddress());
  const VIEWER = `{ viewer { locale } }`;
  const waiting: Promise<GraphqlAnswer<Record<string, unknown>>>[] = [];
  await changeUnderneath(
    site.dataSource,
    "Robbed",
    () => {
      waiting.push(...Array.from({ length: 20 }, () => elsewhere().send(CHANGE)));
      return waiting.slice(0, 1);
    },
    async (_manager, userId) => {
      // The changes occupy the session's two connections: no read is answered before them, even if its request is admitted.
      while ((await countLockWaiters(site.dataSource)) < 2);
      waiting.push(...Array.from({ length: 5 }, () => elsewhere().send(VIEWER)));
      await site.dataSource.query(
        "delete from session where id = (select id from session where user_id = $1 order by created_at desc limit 1)",
        [userId],
      );
      expect(await owner.query(VIEWER)).toEqual({ viewer: { locale: "FR" } });
      vi.advanceTimersByTime(1000);
    },
  );
  // A request that comes after the end is a visitor's, who has no viewer.
  const isMembers = ({ status, data }: (typeof answers)[number]) => status !== 401 && data["viewer"] !== null;
  const answers = await Promise.all(waiting);
  // Three run at a time.
  expect(answers.filter(isMembers).length).toBeLessThanOrEqual(3);
  expect((await owner.send(VIEWER)).status).toBe(200);
});

test("a client with too many concurrent requests gets a GraphQL error with Retry-After", async () => {
  const visitor = person(site);
  const answers = await Promise.all(Array.from({ length: 130 }, () => visitor.send(READ)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBe(130 - 104);
  for (const { status, headers, errors } of refused) {
    expect(status).toBe(503);
    expect(headers).toMatchObject({ "retry-after": "1", "access-control-allow-origin": "*" });
    expect(errors?.[0]?.extensions.code).toBe("SERVICE_UNAVAILABLE");
  }
  expect((await visitor.send(READ)).status).toBe(200);
});
