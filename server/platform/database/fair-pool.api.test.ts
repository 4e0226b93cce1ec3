import pLimit from "p-limit";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase } from "../testing/test-database";
import { createDataSource, fillPool } from "./data-source";
import { type FairPool, withConnectionLimits } from "./fair-pool";
import { inTransaction } from "./transaction";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  // Or the first statements would end before connections for the next ones are open.
  await fillPool(database.dataSource);
});
afterAll(() => database.drop());

/** The highest number of connections that are in use at the same time while `work` runs. */
async function peakConnections(work: () => Promise<unknown>): Promise<number> {
  const pool = (database.dataSource.driver as PostgresDriver).master as FairPool;
  let [used, peak] = [0, 0];
  const acquired = () => (peak = Math.max(peak, (used += 1)));
  const released = () => (used -= 1);
  pool.on("acquire", acquired).on("release", released);
  try {
    await work();
    return peak;
  } finally {
    pool.off("acquire", acquired).off("release", released);
  }
}

const times = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));
const queries = (count: number) => times(count, () => database.dataSource.query("select 1"));
const transactions = (count: number) =>
  times(count, () => database.dataSource.transaction((manager) => manager.query("select 1")));

test("a limit applies to the connections of queries and transactions together", async () => {
  const limit = pLimit(3);
  const work = () => withConnectionLimits([limit], () => Promise.all([queries(6), transactions(6)]));
  expect(await peakConnections(() => Promise.all([work(), work()]))).toBe(3);
  expect(limit.activeCount).toBe(0);
});

test("nested limits all apply", async () => {
  const work = () => withConnectionLimits([pLimit(4)], () => withConnectionLimits([pLimit(2)], () => queries(6)));
  expect(await peakConnections(work)).toBe(2);
});

test("work without a limit uses the free connections meanwhile", async () => {
  const limited = () => withConnectionLimits([pLimit(1)], () => queries(5));
  expect(await peakConnections(() => Promise.all([limited(), queries(5)]))).toBe(6);
});

test("a failed statement releases its slot", async () => {
  const limit = pLimit(1);
  const failing = withConnectionLimits([limit], () => database.dataSource.query("select 1 / 0"));
  await expect(failing).rejects.toThrow("division by zero");
  const dead = withConnectionLimits([limit], () =>
    database.dataSource.query("select pg_terminate_backend(pg_backend_pid())"),
  );
  await expect(dead).rejects.toThrow();
  // The pool may hand out the dead connection once more before it notices.
  await expect
    .poll(() => withConnectionLimits([limit], () => database.dataSource.query("select 1 as answer")))
    .toEqual([{ answer: 1 }]);
  expect(limit.activeCount).toBe(0);
});

test("code in a transaction that asks for a second connection is told so, and the transaction is rolled back", async () => {
  const { dataSource } = database;
  await dataSource.query("create table kept (id int)");
  const nested = inTransaction(dataSource, async (manager) => {
    await manager.query("insert into kept values (1)");
    await dataSource.query("select 1");
  });
  await expect(nested).rejects.toThrow("asked for a second one");
  expect(await dataSource.query("select id from kept")).toEqual([]);
});

test("a full pool opens no connection for work", async () => {
  const { dataSource } = database;
  const open = async () => {
    const rows = await dataSource.query<{ pid: number }[]>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'polyprompt' order by pid",
    );
    return rows.map(({ pid }) => pid);
  };
  await fillPool(dataSource);
  const full = await open();
  expect(full).toHaveLength(10);
  await queries(30);
  expect(await open()).toEqual(full);
});

test("a pool that gets no more connections goes on with those that it has", async () => {
  const { url, drop } = await createEmptyDatabase();
  const few = createDataSource({ url, entities: [], migrations: [] });
  try {
    await few.initialize();
    const [{ name = "" } = {}] = await few.query<{ name?: string }[]>("select current_database() as name");
    await few.query(`alter database ${name} connection limit 3`);
    await expect(fillPool(few)).rejects.toThrow(/too many connections/);
    expect(await few.query("select 1 as answer")).toEqual([{ answer: 1 }]);
  } finally {
    await few.destroy();
    await drop();
  }
});
