import { join } from "node:path";
import type { DataSource } from "typeorm";
import { createDataSource } from "../database/data-source";
import { chooseLocation } from "../database/embedded/directory";
import { findPostmaster } from "../database/embedded/postmaster";
import { startEmbeddedPostgres } from "../database/embedded-postgres";

/** Connects to the database of a site that runs on this machine with its data in `dataDir`. */
export async function joinSiteDatabase(dataDir: string): Promise<{ url: string; leave(): Promise<void> }> {
  const database = await startEmbeddedPostgres(join(dataDir, "postgres"));
  return { url: database.url, leave: () => database.stop() };
}

/** Ends the database of a site that runs on this machine by SIGKILL. */
export function killSiteDatabase(dataDir: string): void {
  const { directory } = chooseLocation(join(dataDir, "postgres"), () => undefined);
  const postmaster = findPostmaster(directory);
  if (!postmaster) throw new Error(`No database runs in ${directory}.`);
  process.kill(postmaster.pid, "SIGKILL");
}

/** Changes a site's database in ways that the product does not support yet. */
export async function inSiteDatabase<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = createDataSource({ url, entities: [], migrations: [], poolSize: 1, hasTimeouts: false });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
