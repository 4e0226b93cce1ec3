import { EventEmitter } from "node:events";
import { Logger, parseCronItems, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { WAKE } from "./abandoned-jobs";
import { type JobLogger, JobPostponed, type JobTask } from "./job";
import { RetryingPool } from "./retrying-pool";

/** How many jobs one process does at a time: one that takes long must not hold up everybody's mails. */
const WORKERS = 4;
/** One for each worker, or a worker that waits for another's would be lost; one that listens, and one for the schedule. */
const CONNECTIONS = WORKERS + 2;
/** Of regular work; afterwards it waits for its next time. */
const REGULAR_ATTEMPTS = 3;

export interface WorkerGroupOptions {
  url: string;
  tasks: readonly JobTask[];
  logger: JobLogger;
  /** How often each worker looks for jobs without being told: for what is to be tried again. */
  pollMs: number;
  /** A worker is lost, or none works: the group needs to be replaced. */
  onBroken(group: WorkerGroup): void;
}

/**
 * The workers of this process until something goes wrong. graphile-worker (0.16.6) does not replace a worker that could not
 * mark its job as done, and workers whose first statement failed never ask again; so a whole group is replaced by a new one.
 */
export class WorkerGroup {
  readonly workerIds: string[] = [];
  private readonly pool: RetryingPool;
  private started: Promise<Runner> | undefined;
  private stopped: Promise<void> | undefined;
  private asked = false;
  private listened: () => void = () => undefined;

  constructor(private readonly options: WorkerGroupOptions) {
    const { url, logger } = options;
    this.pool = new RetryingPool(url, CONNECTIONS, (err) =>
      logger.warn({ err }, "Regular work waits for the database"),
    );
  }

  /** Resolves when the workers are told of new jobs, or cannot be told for now and look for themselves. */
  async start(): Promise<void> {
    const listening = new Promise<void>((listened) => (this.listened = listened));
    this.started = this.run();
    await this.started;
    await listening;
  }

  /** Begins no other job. Resolves when those under way have ended. */
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
            : [{ task: name, match, options: { backfillPeriod: 0, maxAttempts: REGULAR_ATTEMPTS, jobKey: name } }],
        ),
      ),
      concurrency: WORKERS,
      pollInterval: pollMs,
      // It would kill the process on SIGTERM once its jobs have ended.
      noHandleSignals: true,
      logger: graphileLogger(logger),
      events: this.events(),
    });
  }

  private async end(): Promise<void> {
    this.pool.leave();
    this.listened();
    const runner = await this.started?.catch(() => undefined);
    await runner?.stop();
    await this.pool.end();
  }

  private events(): WorkerEvents {
    const { logger, onBroken } = this.options;
    const events: WorkerEvents = new EventEmitter();
    events.on("worker:create", ({ worker }) => this.workerIds.push(worker.workerId));
    events.on("pool:listen:error", () => this.listened());
    // graphile-worker begins to listen right after this event. What was queued since the workers' last look would wait for the next.
    events.on("pool:listen:success", ({ client }) =>
      setImmediate(() => {
        client.query(`select ${WAKE}`).then(this.listened, this.listened);
      }),
    );
    events.on("worker:getJob:empty", () => (this.asked = true));
    events.on("job:start", () => (this.asked = true));
    events.on("worker:getJob:error", () => {
      if (!this.asked) onBroken(this);
    });
    events.on("worker:fatalError", ({ error }) => {
      logger.warn({ err: error }, "The end of a job could not be written down, it will be done again");
      onBroken(this);
    });
    return events;
  }
}

function graphileTask(task: JobTask, logger: JobLogger): Task {
  return async (payload, { job }) => {
    const { id, revision, attempts, created_at: createdAt } = job;
    const isLastAttempt = attempts >= job.max_attempts;
    let err: unknown;
    try {
      await task.run(payload, { id, revision, createdAt, attempts, isLastAttempt });
      return;
    } catch (error) {
      err = error;
    }
    if (!(err instanceof JobPostponed)) {
      const told = { job: id, task: task.name, attempts, err };
      if (isLastAttempt) logger.error(told, "A job is given up");
      else logger.warn(told, "A job has to wait");
    }
    // Done, as far as the queue is concerned: one that has failed for good would be kept with its payload.
    if (isLastAttempt) return;
    throw new Error(err instanceof JobPostponed ? err.message : "failed");
  };
}

/**
 * What graphile-worker says of itself. Only its text: what it hands over beside it holds payloads. Failures that matter are
 * events, and lost connections are told by the one that guards the jobs.
 */
function graphileLogger(logger: JobLogger): Logger {
  return new Logger(() => (level: string, message) => {
    if (level === "warning") logger.warn(message);
    else logger.debug(message);
  });
}
