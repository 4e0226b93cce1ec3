import type { EntityManager } from "typeorm";
import type { JobKind } from "./job";

/** As long as a key can be lost once, by one transaction each time; more than a few in a row do not happen. */
const MOST_TRIES = 5;

export interface JobOptions {
  /** Of all jobs of the kind one at most has it: this one takes the place of another that has not begun. */
  key?: string | null;
  /** Not before. */
  runAt?: Date;
}

/**
 * Queues a job, to be done by any process once the transaction of `manager` is committed, and never if it is undone. Where a
 * job with the same key is being done at present, that one is not tried again, and this one follows.
 */
export async function enqueueJob<Payload extends object>(
  manager: EntityManager,
  { name, maxAttempts }: JobKind<Payload>,
  payload: Payload,
  { key = null, runAt }: JobOptions = {},
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [job] = await manager.query<{ id: string | null }[]>(
      `select (graphile_worker.add_job($1, $2::json, max_attempts => $3, job_key => $4, run_at => $5)).id`,
      [name, JSON.stringify(payload), maxAttempts, key === null ? null : queueKey(name, key), runAt ?? null],
    );
    // Nothing comes back, and nothing is queued, when another transaction has just queued the key and its job has begun since.
    if (job?.id) return;
  }
  throw new Error(`A job could not be queued: ${name}`);
}

/** Takes back jobs that have not begun; those that have are not tried again. */
export async function removeJobs<Payload extends object>(
  manager: EntityManager,
  { name }: JobKind<Payload>,
  keys: readonly string[],
): Promise<void> {
  await manager.query(`select graphile_worker.remove_job(key) from unnest($1::text[]) as key`, [
    keys.map((key) => queueKey(name, key)),
  ]);
}

/** Keys are shared by all kinds in the queue. */
function queueKey(name: string, key: string): string {
  return `${name}:${key}`;
}
