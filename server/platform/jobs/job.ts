import type { FastifyBaseLogger } from "fastify";

export type JobLogger = Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;

/** A kind of work that can be queued. Whoever owns the work declares it. */
export interface JobKind<Payload extends object> {
  /** As it stands in the queue: jobs of a name that no process knows wait. */
  readonly name: string;
  /** How often it is tried. The n-th pause is eⁿ seconds, from the tenth on six hours: 13 tries take 22 hours. */
  readonly maxAttempts: number;
  /** Never there: binds the type to the kind. */
  readonly payload?: Payload;
}

/** What a task is told of the job besides its payload. */
export interface Job {
  id: string;
  /** How many payloads with the same key this one has replaced in its place. */
  revision: number;
  createdAt: Date;
  /** Tries, with this one. */
  attempts: number;
  isLastAttempt: boolean;
}

/** What a process does with the jobs of one name. */
export interface JobTask {
  readonly name: string;
  /** For regular work: minute, hour, day, month and weekday in UTC, as in a crontab. */
  readonly pattern?: string;
  /** The job ends when it resolves, and is tried again when it rejects. It may run twice: a process may die just before its end. */
  run(payload: unknown, job: Job): Promise<void>;
}

/** Thrown by a task that has told already why the job has to wait. The message is kept in the queue: no secrets, no addresses. */
export class JobPostponed extends Error {}

export function jobTask<Payload extends object>(
  { name }: JobKind<Payload>,
  run: (payload: Payload, job: Job) => Promise<void>,
): JobTask {
  return { name, run: (payload, job) => run(payload as Payload, job) };
}

/** Work that one of the processes does each time the pattern matches. Times at which no process ran are not made up for. */
export function scheduledJob(name: string, pattern: string, run: () => Promise<void>): JobTask {
  return { name, pattern, run };
}
