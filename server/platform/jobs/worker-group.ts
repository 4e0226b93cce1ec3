import { EventEmitter } from "node:events";
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { NOTIFY_WORKERS } from "./abandoned-jobs";
import { type JobLogger, JobPostponed, type JobTask } from "./job";
import { RetryingPool } from "./retrying-pool";

/** Concurrent jobs per process: a slow job must not hold up all mails. */
const WORKERS = 4;
/** One per worker, since a worker that times out waiting for a connection is lost; to listen, for the scheduler, and to clean up. */
const CONNECTIONS = WORKERS + 3;
/** For scheduled jobs, which run again at their next time anyway. */
const SCHEDULED_JOB_ATTEMPTS = 3;

export interface WorkerGroupOptions {
  url: string;
  tasks: readonly JobTask[];
  logger: JobLogger;
  /** How often each worker polls for jobs, which finds those that are due for a retry. */
  pollMs: number;
  /** Called when a worker is lost or none has started: the group has to be replaced. */
  onBroken(group: WorkerGroup): void;
}

/**
 * A group of workers, used until one of them fails. graphile-worker (0.16.6) does not replace a worker that could not mark its job
 * as done, and workers whose first statement failed never poll again; so the whole group is replaced.
 */
export class WorkerGroup {
  readonly workerIds: string[] = [];
  readonly pool: RetryingPool;
  private started: Promise<Runner> | undefined;
  private stopped: Promise<void> | undefined;
  private hasPolled = false;
  private resolveListening: () => void = () => undefined;

  constructor(private readonly options: WorkerGroupOptions) {
    const { url, logger } = options;
    this.pool = new RetryingPool(url, CONNECTIONS, (err) =>
      logger.warn({ err }, "Scheduled jobs wait for the database"),
    );
  }

  /** Resolves when the workers are listening for new jobs, or cannot listen for now and only poll. */
  async start(): Promise<void> {
    const listening = new Promise<void>((resolve) => (this.resolveListening = resolve));
    this.started = this.run();
    await this.started;
    await listening;
  }

  /** Starts no more jobs. Resolves when the running ones have ended. */
  stop(): Promise<void> {
    this.stopped ??= this.end();
    return this.stopped;
  }

  private run(): Promise<Runner> {
    const { tasks, logger, pollMs } = this.options;
    return run({
      pgPool: this.pool,
      taskList: Object.fromEntries(tasks.map((task) => [task.name, graphileTask(task, logger)])),
      parsedCronItems: parseCronItems(
        tasks.flatMap(({ name, pattern: match }) =>
          match === undefined
            ? []
            : [
                {
                  task: name,
                  match,
                  options: { backfillPeriod: 0, maxAttempts: SCHEDULED_JOB_ATTEMPTS, jobKey: name },
                },
              ],
        ),
      ),
      concurrency: WORKERS,
      pollInterval: pollMs,
      // Its signal handler would kill the process on SIGTERM once the jobs have ended.
      noHandleSignals: true,
      logger: graphileLogger(logger),
      events: this.events(),
    });
  }

  private async end(): Promise<void> {
    this.pool.stopRetrying();
    this.resolveListening();
    const runner = await this.started?.catch(() => undefined);
    await runner?.stop();
    await this.pool.end();
  }

  private events(): WorkerEvents {
    const { logger, onBroken } = this.options;
    const events: WorkerEvents = new EventEmitter();
    events.on("worker:create", ({ worker }) => this.workerIds.push(worker.workerId));
    events.on("pool:listen:error", () => this.resolveListening());
    // graphile-worker starts listening right after this event. Jobs queued since the last poll would wait for the next one.
    events.on("pool:listen:success", ({ client }) =>
      setImmediate(() => {
        client.query(`select ${NOTIFY_WORKERS}`).then(this.resolveListening, this.resolveListening);
      }),
    );
    events.on("worker:getJob:empty", () => (this.hasPolled = true));
    events.on("job:start", () => (this.hasPolled = true));
    events.on("worker:getJob:error", () => {
      if (!this.hasPolled) onBroken(this);
    });
    events.on("worker:fatalError", ({ error }) => {
      logger.warn({ err: error }, "A job could not be marked as done, it will run again");
      onBroken(this);
    });
    return events;
  }
}

function graphileTask(task: JobTask, logger: JobLogger): Task {
  return async (payload, { job }) => {
    const { id, attempts } = job;
    const isLastAttempt = attempts >= job.max_attempts;
    let err: unknown;
    try {
      await task.run(payload, { id, attempts, isLastAttempt });
      return;
    } catch (error) {
      err = error;
    }
    if (!(err instanceof JobPostponed)) {
      const details = { job: id, task: task.name, attempts, err };
      if (isLastAttempt) logger.error(details, "A job failed for the last time");
      else logger.warn(details, "A job failed, it will be retried");
    }
    // The queue counts it as done: it would keep a permanently failed job with its payload.
    if (isLastAttempt) return;
    throw new Error(err instanceof JobPostponed ? err.message : "failed");
  };
}

/**
 * Logs the messages of graphile-worker, without their metadata, which contains payloads. Failures that matter are reported as events,
 * and lost connections by the job runner.
 */
function graphileLogger(logger: JobLogger): Logger {
  return new Logger(() => (level: string, message) => {
    if (level === "warning") logger.warn(message);
    else logger.debug(message);
  });
}
