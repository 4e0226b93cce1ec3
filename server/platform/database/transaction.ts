import { setTimeout as delay } from "node:timers/promises";
import { type DataSource, type EntityManager, QueryFailedError } from "typeorm";

const RETRIES = 3;
const PAUSE_MS = 20;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
export const UNIQUE_VIOLATION = "23505";

/**
 * Runs `work` in a transaction. When PostgreSQL undid it only because another one got in its way, it is run again from
 * the beginning, up to three times: `work` must have no effect but on the database.
 */
export async function inTransaction<Result>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      if (retry === RETRIES || !gotInTheWay(error)) throw error;
      // Without chance, two transactions that met once would meet again.
      await delay(PAUSE_MS * 2 ** retry * Math.random());
    }
  }
}

function gotInTheWay(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The SQLSTATE of a failed statement, such as "23505" for a unique constraint. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof QueryFailedError)) return undefined;
  const cause: unknown = error.driverError;
  return cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
}
