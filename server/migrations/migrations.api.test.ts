import type { DataSource } from "typeorm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entities } from "../entities";
import { createDataSource } from "../platform/database/data-source";
import { createEmptyDatabase, type TestDatabase } from "../platform/testing/test-database";
import { migrations } from ".";

let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await createEmptyDatabase();
  dataSource = await createDataSource({ url: database.url, entities, migrations }).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

/** Everything of ours that the database holds, besides the table that remembers migrations. */
async function objects(): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    `select 'table ' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = 'public' and relkind in ('r', 'i', 'S', 'v')
     union all select 'function ' || proname from pg_proc p join pg_namespace n on n.oid = pronamespace
       where nspname = 'public' and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select 'extension ' || extname from pg_extension where extname <> 'plpgsql'
     order by name`,
  );
  return rows.map((row) => row.name).filter((name) => !/\bmigration\b|migration_id_seq|PK_/.test(name));
}

test("after all migrations the entities ask for nothing more", async () => {
  await dataSource.runMigrations();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map((each) => each.query)).toEqual([]);
});

test("every migration can be undone, to the last object, and done again", async () => {
  expect(await objects()).toEqual([]);
  const applied = await dataSource.runMigrations();
  expect(applied).toHaveLength(migrations.length);
  const before = await objects();
  expect(before).toContain("table prompt");
  for (const _ of migrations) await dataSource.undoLastMigration();
  expect(await objects()).toEqual([]);
  await dataSource.runMigrations();
  expect(await objects()).toEqual(before);
});
