import type { DataSource } from "typeorm";
import { backgroundWorkEnded } from "../lifecycle/background-work";
import { JOBS } from "./job-queue";

export interface TestMail {
  kind: string;
  locale: string;
  data: Record<string, string>;
}

/** A mail in the queue, with its job's properties. */
export interface QueuedTestMail extends TestMail {
  to: string;
  /** The key for removing it. */
  key: string | null;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  /** Seconds until the next attempt. */
  wait: number;
  isBeingSent: boolean;
}

/** The mails that have not been sent, the newest first, with those that are due after an answer. */
export async function queuedMails(dataSource: DataSource): Promise<QueuedTestMail[]> {
  await backgroundWorkEnded();
  return dataSource.query<QueuedTestMail[]>(
    `select payload ->> 'kind' as kind, payload ->> 'to' as "to", payload ->> 'locale' as locale, payload -> 'data' as data,
            substr(job.key, length('mail:') + 1) as key, job.attempts, job.max_attempts as "maxAttempts", job.last_error as "lastError",
            extract(epoch from job.run_at - clock_timestamp())::float as wait, job.locked_at is not null as "isBeingSent"
       from graphile_worker.jobs job join ${JOBS} queued using (id)
      where job.task_identifier = 'mail' order by job.updated_at desc, id desc`,
  );
}

/** How many jobs have ever been queued, including those that replaced another one and those that are due after an answer. */
export async function jobsSoFar(dataSource: DataSource): Promise<number> {
  await backgroundWorkEnded();
  const [row] = await dataSource.query<{ last: string | null }[]>(
    `select pg_sequence_last_value(pg_get_serial_sequence('${JOBS}', 'id')) as last`,
  );
  return Number(row?.last);
}
