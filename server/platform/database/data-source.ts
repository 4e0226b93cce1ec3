import pg from "pg";
import { DataSource, type DataSourceOptions } from "typeorm";
import { FairPool } from "./fair-pool";

export interface DatabaseOptions {
  url: string;
  entities: DataSourceOptions["entities"];
  migrations: DataSourceOptions["migrations"];
  poolSize?: number;
  /** A pooled connection that nobody used was cut: the pool replaces it, so this is only for the log. */
  onConnectionError?: (error: Error) => void;
}

/** No statement of a request may run longer. Migrations lift it for themselves. */
export const STATEMENT_TIMEOUT_MS = 2000;
/** With the database away, requests are answered with 503 within a second. */
const CONNECTION_TIMEOUT_MS = 900;
const FORGOTTEN_TRANSACTION_MS = 10_000;

/** Not yet connected. The schema comes from migrations alone: TypeORM's `synchronize` drops what it does not know. */
export function createDataSource({
  url,
  entities,
  migrations,
  poolSize = 10,
  onConnectionError,
}: DatabaseOptions): DataSource {
  return new DataSource({
    type: "postgres",
    driver: { ...pg, Pool: FairPool },
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
    connectTimeoutMS: CONNECTION_TIMEOUT_MS,
    poolErrorHandler: (error: Error) => onConnectionError?.(error),
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: FORGOTTEN_TRANSACTION_MS,
      keepAlive: true,
    },
  });
}
