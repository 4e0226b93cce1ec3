import type pg from "pg";
import type { JobLogger } from "./job";

/** The first of two keys of an advisory lock; the second is the worker's. */
const WORKER_LOCK = 7_665_004;

/** Holds a lock for each worker of this process. @returns those whose lock this connection has got */
export async function lockWorkers(client: pg.Client, workerIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from unnest($1::text[]) as id where pg_try_advisory_lock($2, hashtext(id))`,
    [workerIds, WORKER_LOCK],
  );
  return rows.map(({ id }) => id);
}

/** As `add_job` tells it: as many workers look for jobs at once. */
export const WAKE = `pg_notify('jobs:insert', '{"count":4}')`;

/** Lets others have the jobs of workers that do not work any more. */
export async function unlockJobs(client: pg.Client, workerIds: readonly string[]): Promise<void> {
  await client.query(`select graphile_worker.force_unlock_workers($1), ${WAKE}`, [workerIds]);
}

/**
 * Finds the jobs of processes that are gone. graphile-worker (0.16.6) leaves them locked for four hours. A process that lives
 * holds a lock for each of its workers; when its connection is lost it has them again within seconds, so that a job counts as
 * abandoned only after nobody has been seen to hold its worker's lock for a while.
 */
export class AbandonedJobs {
  /** When the lock of a worker was first found to be free, of those that were free at every look since. */
  private freeSince = new Map<string, number>();

  constructor(
    private readonly logger: JobLogger,
    private readonly graceMs: number,
  ) {}

  /** @param ownWorkers of this process: a connection does not stand in its own way */
  async look(client: pg.Client, ownWorkers: readonly string[]): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      `with worker as materialized (
         select locked_by as id from graphile_worker._private_jobs where locked_by <> all($1)
         union select locked_by from graphile_worker._private_job_queues where locked_by <> all($1)
       )
       select id from worker where pg_try_advisory_xact_lock_shared($2, hashtext(id))`,
      [ownWorkers, WORKER_LOCK],
    );
    const now = performance.now();
    this.freeSince = new Map(rows.map(({ id }) => [id, this.freeSince.get(id) ?? now]));
    const gone = [...this.freeSince].filter(([, since]) => now - since >= this.graceMs).map(([id]) => id);
    if (gone.length > 0) await this.free(client, gone);
  }

  /** What was seen before says nothing any more: this process could not look for a while. */
  forget(): void {
    this.freeSince.clear();
  }

  private async free(client: pg.Client, workerIds: readonly string[]): Promise<void> {
    // Who comes back in this moment waits for the lock until the statement is through.
    await client.query(
      `select graphile_worker.force_unlock_workers(array(
         select id from unnest($1::text[]) as id where pg_try_advisory_xact_lock_shared($2, hashtext(id))
       )), ${WAKE}`,
      [workerIds, WORKER_LOCK],
    );
    this.logger.warn({ workers: workerIds }, "The jobs of a process that is gone are begun anew");
  }
}

/**
 * Deletes jobs that nobody will try again, with what they hold: those that were replaced or taken back while they were being
 * done and then failed, and those whose last try a process did not survive.
 */
export async function deleteExhaustedJobs(client: pg.Client, logger: JobLogger): Promise<void> {
  const { rows } = await client.query<{ id: string; task: string; attempts: number }>(
    `with spent as (
       select id from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts
       for update skip locked
     )
     delete from graphile_worker._private_jobs as job using spent, graphile_worker._private_tasks as task
     where job.id = spent.id and task.id = job.task_id
     returning job.id, task.identifier as task, job.attempts`,
  );
  for (const { id, task, attempts } of rows) {
    logger.warn({ job: id, task, attempts }, "A job that nobody will try again is deleted");
  }
}
