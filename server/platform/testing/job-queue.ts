import type { DataSource } from "typeorm";

/**
 * The queue's tables, for tests alone: graphile-worker's view of them (`graphile_worker.jobs`) shows no payloads and cannot be written.
 * The product uses the view and the functions, and copies the tables into backups (server/backup/tables.ts).
 */
export const JOBS = "graphile_worker._private_jobs";
export const JOB_TASKS = "graphile_worker._private_tasks";
export const JOB_QUEUES = "graphile_worker._private_job_queues";
export const KNOWN_CRONTABS = "graphile_worker._private_known_crontabs";

type Sql = Pick<DataSource, "query">;

/** Deletes all jobs, also those that are running. */
export async function clearJobs(sql: Sql): Promise<void> {
  await sql.query(`delete from ${JOBS}`);
}

/** All jobs that are not running are due now, and a worker looks for them. */
export async function hurryJobs(sql: Sql): Promise<void> {
  await sql.query(
    `with hurried as (
       select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now()), run_at => now())
     )
     select pg_notify('jobs:insert', '{"count":1}') from hurried`,
  );
}
