import { makeWorkerUtils } from "graphile-worker";
import type pg from "pg";
import type { JobLogger } from "./job";

/** The first of two keys of an advisory lock; the second is the worker's. */
const WORKER_LOCK = 7_665_004;

/** Acquires the lock of each worker of this process. @returns the workers whose lock was acquired */
export async function lockWorkers(client: pg.Client, workerIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from unnest($1::text[]) as id where pg_try_advisory_lock($2, hashtext(id))`,
    [workerIds, WORKER_LOCK],
  );
  return rows.map(({ id }) => id);
}

/** The notification that `add_job` sends: `count` idle workers look for jobs at once. */
export const NOTIFY_WORKERS = `pg_notify('jobs:insert', '{"count":4}')`;

/** Releases the jobs of workers that have stopped, so that other workers can run them. */
export async function unlockJobs(client: pg.Client, workerIds: readonly string[]): Promise<void> {
  await client.query(`select graphile_worker.force_unlock_workers($1), ${NOTIFY_WORKERS}`, [workerIds]);
}

/**
 * Finds and releases the jobs of dead processes, which graphile-worker (0.16.6) leaves locked for four hours. A live process holds
 * a lock for each of its workers; if it loses its connection, it acquires them again within seconds. So a job counts as abandoned
 * only if its worker's lock has been free for a grace period.
 */
export class AbandonedJobs {
  /** By worker: when its lock was first seen free, if every scan since has seen it free. */
  private freeSince = new Map<string, number>();

  constructor(
    private readonly logger: JobLogger,
    private readonly graceMs: number,
  ) {}

  /** @param ownWorkers the workers of this process: their locks would look free to the connection that holds them */
  async scan(client: pg.Client, ownWorkers: readonly string[]): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      `with worker as materialized (select distinct locked_by as id from graphile_worker.jobs where locked_by <> all($1))
       select id from worker where pg_try_advisory_xact_lock_shared($2, hashtext(id))`,
      [ownWorkers, WORKER_LOCK],
    );
    const now = performance.now();
    this.freeSince = new Map(rows.map(({ id }) => [id, this.freeSince.get(id) ?? now]));
    const dead = [...this.freeSince].filter(([, since]) => now - since >= this.graceMs).map(([id]) => id);
    if (dead.length > 0) await this.unlock(client, dead);
  }

  /** Discards what earlier scans have seen, because this process could not scan for a while. */
  reset(): void {
    this.freeSince.clear();
  }

  private async unlock(client: pg.Client, workerIds: readonly string[]): Promise<void> {
    // A worker that comes back at this moment waits for its lock until the statement has ended.
    await client.query(
      `select graphile_worker.force_unlock_workers(array(
         select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock_shared($2, hashtext(id))
       )), ${NOTIFY_WORKERS}`,
      [workerIds, WORKER_LOCK],
    );
    this.logger.warn({ workers: workerIds }, "The jobs of a dead process are released for another run");
  }
}

/**
 * Deletes jobs that will not be retried, with their payloads: jobs that were replaced or removed while running and then failed, and
 * jobs whose last attempt ended with the death of its process.
 */
export async function deleteExhaustedJobs(client: pg.Client, pool: pg.Pool, logger: JobLogger): Promise<void> {
  const { rows } = await client.query<{ id: string; task: string; attempts: number }>(
    `select id, task_identifier as task, attempts from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`,
  );
  if (rows.length === 0) return;
  const queue = await makeWorkerUtils({ pgPool: pool });
  try {
    await queue.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] });
  } finally {
    await queue.release();
  }
  for (const { id, task, attempts } of rows) {
    logger.warn({ job: id, task, attempts }, "A job that will not be retried is deleted");
  }
}
