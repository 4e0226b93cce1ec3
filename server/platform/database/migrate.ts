import { setTimeout as delay } from "node:timers/promises";
import { type DataSource, MigrationExecutor, type QueryRunner } from "typeorm";
import { StartError } from "../lifecycle/start-error";
import { installQueue } from "../jobs/install-queue";
import { STATEMENT_TIMEOUT_MS } from "./data-source";

const MIGRATION_LOCK = 7_665_003;
const OLDEST_POSTGRES = 15;
const LOCK_POLL_MS = 50;

/**
 * Brings the database and its queue of jobs up to date and runs `afterMigrate` (the library's seed) before anybody else may
 * begin: several processes can start together. Our own part happens on one connection without the requests' time limit, and
 * the connection holds the lock, so that the lock goes with a process that dies.
 */
export async function migrate(
  dataSource: DataSource,
  afterMigrate?: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await refuseOldPostgres(runner);
    await runner.query("set statement_timeout = 0");
    await runner.query("set idle_in_transaction_session_timeout = 0");
    await lock(runner);
    try {
      // Before our own migrations, which may queue jobs.
      await installQueue(urlOf(dataSource));
      await new MigrationExecutor(dataSource, runner).executePendingMigrations();
      await afterMigrate?.(runner);
    } finally {
      // The connection goes back to the pool, so everything is as it was.
      await runner.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      await runner.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
      await runner.query("reset idle_in_transaction_session_timeout");
    }
  } finally {
    await runner.release();
  }
}

function urlOf({ options }: DataSource): string {
  if (options.type !== "postgres" || options.url === undefined) throw new Error("The data source has no address");
  return options.url;
}

async function refuseOldPostgres(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query("select current_setting('server_version_num')::int / 10000 as major")) as [
    { major: number },
  ];
  if (row.major < OLDEST_POSTGRES) {
    throw new StartError(`The database is PostgreSQL ${row.major}, but ${OLDEST_POSTGRES} or later is needed.`);
  }
}

/** Asks again and again instead of waiting in the database: a waiting statement would block `create index concurrently`. */
async function lock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await runner.query("select pg_try_advisory_lock($1) as locked", [MIGRATION_LOCK])) as [
      { locked: boolean },
    ];
    if (row.locked) return;
    await delay(LOCK_POLL_MS);
  }
}
