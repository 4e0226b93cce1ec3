import type pg from "pg";
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
  let resolveWaiting: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (resolveWaiting = resolve));
  const errors: unknown[] = [];
  const retrying = new RetryingPool(proxy.url, 2, (err) => {
    errors.push(err);
    resolveWaiting();
  });
  const pool: pg.Pool = retrying;
  return { proxy, pool, waiting, errors, stopRetrying: () => retrying.stopRetrying() };
}

test("a query during an outage is answered once the database is back", async () => {
  const { proxy, pool, waiting, errors } = await poolBehindProxy();
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await proxy.cut();
  const answer = pool.query("select $1::int as n", [2]);
  await waiting;
  await proxy.restore();
  expect((await answer).rows).toEqual([{ n: 2 }]);
  expect(errors).toHaveLength(1);
  await pool.end();
  await proxy.cut();
});

test("during an outage, connecting fails at once, and queries stop waiting once retries are stopped", async () => {
  const { proxy, pool, waiting, stopRetrying } = await poolBehindProxy();
  await proxy.cut();
  await expect(pool.connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const answer = pool.query("select 1");
  await waiting;
  stopRetrying();
  expect((await answer).rows).toEqual([]);
  await pool.end();
});
