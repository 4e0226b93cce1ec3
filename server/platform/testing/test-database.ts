import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { DataSource, EntityManager } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";
import { inject } from "vitest";
import { entities } from "../../entities";
import { migrations } from "../../migrations";
import { createDataSource } from "../database/data-source";
import { installQueue } from "../jobs/install-queue";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A separate database for the test, migrated and with the library. */
export async function createTestDatabase(): Promise<TestDatabase & { dataSource: DataSource }> {
  return withDataSource(await create(inject("postgres").template));
}

/** A separate database for the test, with the job queue and nothing else. */
export async function createQueueDatabase(): Promise<TestDatabase & { dataSource: DataSource }> {
  const database = await createEmptyDatabase();
  await installQueue(database.url);
  return withDataSource(database);
}

async function withDataSource(database: TestDatabase): Promise<TestDatabase & { dataSource: DataSource }> {
  const dataSource = await openDataSource(database.url);
  return {
    url: database.url,
    dataSource,
    async drop() {
      if (dataSource.isInitialized) await dataSource.destroy();
      await database.drop();
    },
  };
}

/**
 * A DataSource like the site's, on which work that waits for a second connection fails. It has none of the site's timeouts, which any
 * statement may meet on a busy machine; tests of the timeouts make their own.
 */
export async function openDataSource(url: string): Promise<DataSource> {
  const dataSource = await createDataSource({ url, entities, migrations, hasTimeouts: false }).initialize();
  refuseSecondConnections(dataSource);
  return dataSource;
}

function refuseSecondConnections(dataSource: DataSource): void {
  const holding = new AsyncLocalStorage<true>();
  const { manager } = dataSource;
  const transaction = manager.transaction.bind(manager) as (...args: unknown[]) => Promise<unknown>;
  const transactionHolding = (...args: unknown[]) => {
    const work = args.pop() as (manager: EntityManager) => Promise<unknown>;
    return transaction(...args, (inner: EntityManager) => holding.run(true, () => work(inner)));
  };
  const { master: pool } = dataSource.driver as PostgresDriver as { master: { connect(...args: unknown[]): unknown } };
  const connect = pool.connect.bind(pool);
  Object.assign(manager, { transaction: transactionHolding });
  pool.connect = (...args) => {
    if (holding.getStore()) throw new Error("Code that holds a connection asked for a second one.");
    return connect(...args);
  };
}

/** A separate, empty database for the test. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create("template0");
}

/** A copy of a database to which nobody is connected. */
export function copyDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return create(new URL(url).pathname.slice(1));
}

async function create(template: string): Promise<TestDatabase> {
  const { ownerUrl } = inject("postgres");
  const name = `polyprompt_test_${randomBytes(6).toString("hex")}`;
  const url = new URL(ownerUrl);
  const owner = pg.escapeIdentifier(decodeURIComponent(url.username) || "postgres");
  await administer(`create database ${name} template ${template} owner ${owner}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgres").adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
