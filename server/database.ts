import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { DataSource } from "typeorm";
import { entities } from "./entities";
import { migrations } from "./migrations";
import type { Config } from "./platform/config/config";
import { createDataSource } from "./platform/database/data-source";
import { startEmbeddedPostgres } from "./platform/database/embedded-postgres";

export interface Database {
  dataSource: DataSource;
  /** For a connection that is not one of the pool's. */
  url: string;
  close(): Promise<void>;
}

export interface DatabaseSurroundings {
  logger: FastifyBaseLogger;
  /** Tells the person who waits what takes time. */
  report(message: string): void;
}

const PATIENCE_MS = 30_000;
const RETRY_MS = 500;

/** Connects to the database at DATABASE_URL, or to one of our own that is started for it. */
export async function openDatabase(config: Config, surroundings: DatabaseSurroundings): Promise<Database> {
  const { logger, report } = surroundings;
  const own = config.databaseUrl === undefined ? await startOwn(config, surroundings) : undefined;
  const url = config.databaseUrl ?? own?.url ?? "";
  let closing = false;
  const dataSource = createDataSource({
    url,
    entities,
    migrations,
    onConnectionError: (err) => {
      if (!closing) logger.warn({ err }, "A database connection was lost");
    },
  });
  const close = async () => {
    closing = true;
    if (dataSource.isInitialized) await dataSource.destroy();
    await own?.stop();
  };
  try {
    await connect(dataSource, report);
  } catch (error) {
    await close();
    throw error;
  }
  return { dataSource, url, close };
}

async function startOwn(config: Config, { logger, report }: DatabaseSurroundings) {
  report("Starting the database …");
  const wanted = join(config.dataDir, "postgres");
  const own = await startEmbeddedPostgres(wanted, { notice: (message) => logger.warn(message) });
  if (own.directory !== wanted) report(`The data are kept in ${own.directory}`);
  return own;
}

/** A database that is started together with the site may need a moment longer. */
async function connect(dataSource: DataSource, report: (message: string) => void): Promise<void> {
  const giveUp = Date.now() + PATIENCE_MS;
  for (let told = false; ; told = true) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (Date.now() > giveUp || !mayPass(error)) throw error;
      if (!told) report(`Waiting for the database (${reason(error)}) …`);
      await delay(RETRY_MS);
    }
  }
}

function mayPass(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const startingUp = "57P03";
  return ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", startingUp].includes(code);
}

/** A host name with several addresses fails with an error that has only a code. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
