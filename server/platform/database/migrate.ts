import { setTimeout as delay } from "node:timers/promises";
import { type DataSource, MigrationExecutor, type QueryRunner } from "typeorm";
import { StartError } from "../lifecycle/start-error";
import { installQueue } from "../jobs/install-queue";
import { STATEMENT_TIMEOUT_MS } from "./data-source";

const MIGRATION_LOCK = 7_665_003;
const MIN_POSTGRES_VERSION = 15;
const LOCK_POLL_MS = 50;

/**
 * Migrates the database and its job queue, and runs `afterMigrate` (the library's seed), under a lock: several processes may start
 * at the same time.
 */
export async function migrate(
  dataSource: DataSource,
  afterMigrate?: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  await withMigrationLock(dataSource, async (runner) => {
    // Before our own migrations, which may queue jobs.
    await installQueue(urlOf(dataSource));
    await new MigrationExecutor(dataSource, runner).executePendingMigrations();
    await afterMigrate?.(runner);
  });
}

/**
 * Runs `work` on a single connection, without the statement timeout of requests. That connection holds the lock, which is
 * therefore released if the process dies.
 */
export async function withMigrationLock(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await checkPostgresVersion(runner);
    await runner.query("set statement_timeout = 0");
    await runner.query("set idle_in_transaction_session_timeout = 0");
    await lock(runner);
    try {
      await work(runner);
    } finally {
      // The connection goes back to the pool, so restore its settings.
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

async function checkPostgresVersion(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query("select current_setting('server_version_num')::int / 10000 as major")) as [
    { major: number },
  ];
  if (row.major < MIN_POSTGRES_VERSION) {
    throw new StartError(`The database is PostgreSQL ${row.major}, but ${MIN_POSTGRES_VERSION} or later is required.`);
  }
}

/** Polls for the lock instead of waiting in the database: a waiting statement would block `create index concurrently`. */
async function lock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await runner.query("select pg_try_advisory_lock($1) as locked", [MIGRATION_LOCK])) as [
      { locked: boolean },
    ];
    if (row.locked) return;
    await delay(LOCK_POLL_MS);
  }
}
