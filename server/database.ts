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
  /** For connections outside the pool. */
  url: string;
  close(): Promise<void>;
}

export interface DatabaseDependencies {
  logger: FastifyBaseLogger;
  /** Reports progress to the person waiting. */
  report(message: string): void;
}

const CONNECT_TIMEOUT_MS = 30_000;
const RETRY_MS = 500;

/** Connects to the database at DATABASE_URL, or starts an embedded one. */
export async function openDatabase(config: Config, dependencies: DatabaseDependencies): Promise<Database> {
  const { logger, report } = dependencies;
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config, dependencies) : undefined;
  const url = config.databaseUrl ?? embedded?.url ?? "";
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
    await embedded?.stop();
  };
  try {
    await connect(dataSource, report);
  } catch (error) {
    await close();
    throw error;
  }
  return { dataSource, url, close };
}

async function startEmbedded(config: Config, { logger, report }: DatabaseDependencies) {
  report("Starting the database …");
  const preferredDirectory = join(config.dataDir, "postgres");
  const embedded = await startEmbeddedPostgres(preferredDirectory, { notice: (message) => logger.warn(message) });
  if (embedded.directory !== preferredDirectory) report(`The data is kept in ${embedded.directory}`);
  return embedded;
}

/** Retries, because a database started together with the site may take longer. */
async function connect(dataSource: DataSource, report: (message: string) => void): Promise<void> {
  const deadline = Date.now() + CONNECT_TIMEOUT_MS;
  for (let reported = false; ; reported = true) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (Date.now() > deadline || !isTransient(error)) throw error;
      if (!reported) report(`Waiting for the database (${reason(error)}) …`);
      await delay(RETRY_MS);
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const startingUp = "57P03";
  return ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", startingUp].includes(code);
}

/** For a host name with several addresses, the connection error has a code but no message. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
