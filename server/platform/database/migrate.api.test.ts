import type { DataSource, MigrationInterface, QueryRunner } from "typeorm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../testing/test-database";
import { createDataSource, STATEMENT_TIMEOUT_MS } from "./data-source";
import { migrate } from "./migrate";
import { inTransaction } from "./transaction";

class CreateCounter20260101000000 implements MigrationInterface {
  name = "CreateCounter20260101000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("create table counter (id int primary key, value int not null)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table counter");
  }
}

let database: TestDatabase;
let opened: DataSource[];

beforeEach(async () => {
  database = await createEmptyDatabase();
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((dataSource) => dataSource.destroy()));
  await database.drop();
});

/** Opens the database like another process. */
async function open(): Promise<DataSource> {
  const dataSource = createDataSource({ url: database.url, entities: [], migrations: [CreateCounter20260101000000] });
  opened.push(dataSource);
  return dataSource.initialize();
}

async function valueOf(dataSource: DataSource, id: number): Promise<number | undefined> {
  const rows: { value: number }[] = await dataSource.query("select value from counter where id = $1", [id]);
  return rows[0]?.value;
}

it("migrates once, and seeds one at a time, when several processes start together", async () => {
  const processes = [await open(), await open(), await open()] as const;
  let concurrent = 0;
  await Promise.all(
    processes.map((dataSource) =>
      migrate(dataSource, async (runner) => {
        concurrent += 1;
        expect(concurrent).toBe(1);
        await runner.query(
          "insert into counter values (1, 1) on conflict (id) do update set value = counter.value + 1",
        );
        concurrent -= 1;
      }),
    ),
  );
  expect(await valueOf(processes[0], 1)).toBe(3);
  expect(await processes[0].query("select count(*)::int as n from migration")).toEqual([{ n: 1 }]);
});

it("releases the lock if the seed fails", async () => {
  const dataSource = await open();
  await expect(migrate(dataSource, () => Promise.reject(new Error("no seed")))).rejects.toThrow("no seed");
  await migrate(await open());
});

it("has a statement timeout for requests, but none for migrations", async () => {
  const dataSource = await open();
  const limit = "select setting::int as ms from pg_settings where name = 'statement_timeout'";
  await migrate(dataSource, async (runner) => {
    expect(await runner.query(limit)).toEqual([{ ms: 0 }]);
  });
  expect(await dataSource.query(limit)).toEqual([{ ms: STATEMENT_TIMEOUT_MS }]);
});

it("retries a transaction that failed by a conflict", async () => {
  const dataSource = await open();
  await migrate(dataSource);
  await dataSource.query("insert into counter values (1, 0), (2, 0)");
  let runs = 0;
  let holding = 0;
  let release: () => void = () => undefined;
  const bothHoldOne = new Promise<void>((resolve) => (release = resolve));
  const addTo = (first: number, second: number) =>
    inTransaction(dataSource, async (manager) => {
      runs += 1;
      await manager.query("update counter set value = value + 1 where id = $1", [first]);
      holding += 1;
      if (holding === 2) release();
      await bothHoldOne;
      await manager.query("update counter set value = value + 1 where id = $1", [second]);
    });
  await Promise.all([addTo(1, 2), addTo(2, 1)]);
  expect([await valueOf(dataSource, 1), await valueOf(dataSource, 2)]).toEqual([2, 2]);
  expect(runs).toBeGreaterThan(2);
});

it("does not retry a transaction that failed for another reason", async () => {
  const dataSource = await open();
  await migrate(dataSource);
  let runs = 0;
  const failing = inTransaction(dataSource, async (manager) => {
    runs += 1;
    await manager.query("insert into counter values (1, null)");
  });
  await expect(failing).rejects.toThrow(/not-null/);
  expect(runs).toBe(1);
});
