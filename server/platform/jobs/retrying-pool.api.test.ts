import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseProxy } from "../testing/database-proxy";
import { createEmptyDatabase, type TestDatabase } from "../testing/test-database";
import { RetryingPool } from "./retrying-pool";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

async function poolBehindProxy() {
  const proxy = await startDatabaseProxy(database.url);
  let waits: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const told: unknown[] = [];
  const pool = new RetryingPool(proxy.url, 2, (err) => {
    told.push(err);
    waits();
  });
  return { proxy, pool, waiting, told };
}

test("what graphile-worker's schedule asks is answered once the database is back", async () => {
  const { proxy, pool, waiting, told } = await poolBehindProxy();
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await proxy.cut();
  const answer = pool.query("select $1::int as n", [2]);
  await waiting;
  await proxy.restore();
  expect((await answer).rows).toEqual([{ n: 2 }]);
  expect(told).toHaveLength(1);
  await pool.end();
  await proxy.cut();
});

test("a pool that is left keeps nobody waiting for a database that is away, and workers hear of it at once", async () => {
  const { proxy, pool, waiting } = await poolBehindProxy();
  await proxy.cut();
  await expect(pool.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const answer = pool.query("select 1");
  await waiting;
  pool.leave();
  expect((await answer).rows).toEqual([]);
  await pool.end();
});
