import type { FastifyBaseLogger } from "fastify";

export type JobLogger = Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;

/** A kind of job, declared by the module that owns the work. */
export interface JobKind<Payload extends object> {
  /** Its task identifier in the queue. Jobs whose name no process knows stay queued. */
  readonly name: string;
  /** The back-off before the n-th retry is eⁿ seconds, from the tenth on six hours: 13 attempts take 22 hours. */
  readonly maxAttempts: number;
  /** A phantom property, never set: binds the payload type to the kind. */
  readonly payload?: Payload;
}

/** What a task gets besides the payload. */
export interface Job {
  id: string;
  /** Including the current one. */
  attempts: number;
  isLastAttempt: boolean;
}

/** The handler for all jobs of one name. */
export interface JobTask {
  readonly name: string;
  /** A crontab pattern in UTC (minute, hour, day, month, weekday), for scheduled jobs. */
  readonly pattern?: string;
  /** The job is done when this resolves, and is retried when it rejects. It may run twice, since a process can die just before the end. */
  run(payload: unknown, job: Job): Promise<void>;
}

/** Thrown by a task that has already logged why the job has to be retried. The message is stored in the queue: no secrets, no addresses. */
export class JobPostponed extends Error {}

export function jobTask<Payload extends object>(
  { name }: JobKind<Payload>,
  run: (payload: Payload, job: Job) => Promise<void>,
): JobTask {
  return { name, run: (payload, job) => run(payload as Payload, job) };
}

/** A task that one of the processes runs each time the pattern matches. Runs missed while no process was up are not caught up on. */
export function scheduledJob(name: string, pattern: string, run: () => Promise<void>): JobTask {
  return { name, pattern, run };
}
