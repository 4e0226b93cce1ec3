import { setTimeout as delay } from "node:timers/promises";
import { type DataSource, type EntityManager, QueryFailedError } from "typeorm";

const MAX_RETRIES = 3;
const BACKOFF_MS = 20;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";
/** A wait for a lock that took longer than `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Runs `work` in a transaction. If it fails by a conflict with another transaction, it is retried from the beginning, up to three
 * times: so `work` must have no effects outside the database. It must use its manager alone: for a second connection it would wait while
 * others, which have all that is left, wait for what it has locked.
 */
export async function inTransaction<Result>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
  isolation?: "REPEATABLE READ",
): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await (isolation ? dataSource.transaction(isolation, work) : dataSource.transaction(work));
    } catch (error) {
      if (retry === MAX_RETRIES || !isConflict(error)) throw error;
      // With jitter, so that the same two transactions do not conflict again.
      await delay(BACKOFF_MS * 2 ** retry * Math.random());
    }
  }
}

function isConflict(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The SQLSTATE of a failed statement, such as "23505" for a unique constraint. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const cause: unknown = error.driverError;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}
