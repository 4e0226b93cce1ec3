import { DataSource, type DataSourceOptions } from "typeorm";

export interface DatabaseOptions {
  url: string;
  entities: DataSourceOptions["entities"];
  migrations: DataSourceOptions["migrations"];
  poolSize?: number;
  /** Called when an idle pooled connection breaks, for logging only: the pool replaces it. */
  onConnectionError?: (error: Error) => void;
  /** False for tests: statements may take as long as the machine needs. */
  hasTimeouts?: boolean;
}

/** The limit for every statement of a request. Migrations lift it for themselves. */
export const STATEMENT_TIMEOUT_MS = 2000;
/** Short enough to answer requests with 503 within a second while the database is unavailable. */
const CONNECTION_TIMEOUT_MS = 900;
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;

/** Does not connect yet. Only migrations change the schema: TypeORM's `synchronize` drops everything it does not know. */
export function createDataSource({
  url,
  entities,
  migrations,
  poolSize = 10,
  onConnectionError,
  hasTimeouts = true,
}: DatabaseOptions): DataSource {
  return new DataSource({
    type: "postgres",
    url,
    entities,
    migrations,
    migrationsTableName: "migration",
    migrationsTransactionMode: "each",
    synchronize: false,
    installExtensions: false,
    logging: false,
    applicationName: "polyprompt",
    poolSize,
    ...(hasTimeouts && { connectTimeoutMS: CONNECTION_TIMEOUT_MS }),
    poolErrorHandler: (error: Error) => onConnectionError?.(error),
    extra: {
      ...(hasTimeouts && {
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
      }),
      // pg would close what is idle for ten seconds.
      min: poolSize,
      keepAlive: true,
    },
  });
}

/**
 * Opens all connections of the pool. A statement for which a new one is opened waits for that one, also when another is free a moment
 * later; on a busy machine it takes longer than CONNECTION_TIMEOUT_MS, and the request would fail.
 */
export async function fillPool(dataSource: DataSource): Promise<void> {
  const runners = Array.from({ length: dataSource.options.poolSize ?? 0 }, () => dataSource.createQueryRunner());
  try {
    for (const runner of runners) await runner.connect();
  } finally {
    await Promise.all(runners.map((runner) => runner.release()));
  }
}
