import { join } from "node:path";
import type { DataSource } from "typeorm";
import { createDataSource } from "../database/data-source";
import { startEmbeddedPostgres } from "../database/embedded-postgres";

/** Connects to the database of a site that runs on this machine with its data in `dataDir`. */
export async function joinSiteDatabase(dataDir: string): Promise<{ url: string; leave(): Promise<void> }> {
  const database = await startEmbeddedPostgres(join(dataDir, "postgres"));
  return { url: database.url, leave: () => database.stop() };
}

/** Changes a site's database in ways that the product does not support yet. */
export async function inSiteDatabase<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = createDataSource({ url, entities: [], migrations: [], poolSize: 1 });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
