import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { withConnectionLimits } from "./fair-pool";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** How many of the site's connections run something at a time while `work` runs. */
async function mostAtATime(work: () => Promise<unknown>): Promise<number> {
  const { dataSource } = database;
  let most = 0;
  const running = { ended: false };
  const looking = (async () => {
    while (!running.ended) {
      const [row] = await dataSource.query<{ n: number }[]>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'",
      );
      most = Math.max(most, row?.n ?? 0);
    }
  })();
  await work();
  running.ended = true;
  await looking;
  return most;
}

const sleeps = (count: number, seconds = 0.1) =>
  Promise.all(Array.from({ length: count }, () => database.dataSource.query(`select pg_sleep(${String(seconds)})`)));
const transactions = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      database.dataSource.transaction((manager) => manager.query("select pg_sleep(0.1)")),
    ),
  );

test("whoever has a limit takes no more connections than that, by queries and transactions alike", async () => {
  const limit = pLimit(3);
  const work = () => withConnectionLimits([limit], () => Promise.all([sleeps(6), transactions(6)]));
  expect(await mostAtATime(() => Promise.all([work(), work()]))).toBe(3);
  expect(limit.activeCount).toBe(0);
});

test("limits within limits hold together", async () => {
  const work = () => withConnectionLimits([pLimit(4)], () => withConnectionLimits([pLimit(2)], () => sleeps(6)));
  expect(await mostAtATime(work)).toBe(2);
});

test("others find connections meanwhile, and who has no limit takes what there is", async () => {
  const limited = withConnectionLimits([pLimit(1)], () => sleeps(5));
  // Long enough for new connections on a machine that is busy.
  expect(await mostAtATime(() => sleeps(5, 1))).toBeGreaterThan(4);
  await limited;
});

test("a statement that fails gives its place back", async () => {
  const limit = pLimit(1);
  const failing = withConnectionLimits([limit], () => database.dataSource.query("select 1 / 0"));
  await expect(failing).rejects.toThrow("division by zero");
  const dead = withConnectionLimits([limit], () =>
    database.dataSource.query("select pg_terminate_backend(pg_backend_pid())"),
  );
  await expect(dead).rejects.toThrow();
  // The pool may give the dead connection once more before it hears of its end.
  await vi.waitFor(() => withConnectionLimits([limit], () => database.dataSource.query("select 1")));
  expect(limit.activeCount).toBe(0);
});
