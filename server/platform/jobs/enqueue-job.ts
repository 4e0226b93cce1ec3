import type { EntityManager } from "typeorm";
import type { JobKind } from "./job";

/** Each attempt can fail only by a race with another transaction; more than a few in a row do not happen. */
const MAX_ATTEMPTS = 5;

export interface JobOptions {
  /** At most one job of the kind has this key: the new job replaces one that has not started. */
  key?: string | null;
  /** The earliest time to run the job. */
  runAt?: Date;
}

/**
 * Queues a job, to be run by any process once the transaction of `manager` is committed, or never if it is rolled back. If a job
 * with the same key is running, it will not be retried, and the new job runs after it.
 */
export async function enqueueJob<Payload extends object>(
  manager: EntityManager,
  { name, maxAttempts }: JobKind<Payload>,
  payload: Payload,
  { key = null, runAt }: JobOptions = {},
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [job] = await manager.query<{ id: string | null }[]>(
      `select (graphile_worker.add_job($1, $2::json, max_attempts => $3, job_key => $4, run_at => $5)).id`,
      [name, JSON.stringify(payload), maxAttempts, key === null ? null : queueKey(name, key), runAt ?? null],
    );
    // Nothing is returned or queued if another transaction has just queued the key and its job has already started.
    if (job?.id) return;
  }
  throw new Error(`A job could not be queued: ${name}`);
}

/** Removes jobs that have not started; running ones are not retried. */
export async function removeJobs<Payload extends object>(
  manager: EntityManager,
  { name }: JobKind<Payload>,
  keys: readonly string[],
): Promise<void> {
  await manager.query(`select graphile_worker.remove_job(key) from unnest($1::text[]) as key`, [
    keys.map((key) => queueKey(name, key)),
  ]);
}

/** The queue has a single namespace of keys for all kinds of jobs. */
function queueKey(name: string, key: string): string {
  return `${name}:${key}`;
}
