import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { PersistentConnection } from "../database/persistent-connection";
import { AbandonedJobs, deleteExhaustedJobs, lockWorkers, unlockJobs } from "./abandoned-jobs";
import type { JobTask } from "./job";
import type { JobLogger } from "./job";
import { WorkerGroup } from "./worker-group";

const POLL_MS = 5000;
const LOOK_MS = 5000;
/** A process that lives has its connection again after five seconds, unless the database is away. */
const GRACE_MS = 20_000;
/** Unlocking may have to wait for a transaction that replaces the job. */
const PATIENCE_MS = 5000;

export interface JobRunnerOptions {
  url: string;
  tasks: readonly JobTask[];
  logger: JobLogger;
  /** How often jobs are looked for without being told. */
  pollMs?: number;
  /** How often the jobs of processes that are gone are looked for. */
  scanMs?: number;
  /** How long nobody must be seen to hold a worker's lock before its jobs are begun anew. */
  graceMs?: number;
}

/**
 * Does queued jobs; one runs in every process. Its connection guards them: it holds a lock for each worker, by which other
 * processes see that this one lives. When it is lost, no further job is begun until there is a new one.
 */
export class JobRunner {
  private readonly connection: PersistentConnection;
  private readonly abandoned: AbandonedJobs;
  /** Those that stop are here until their jobs have ended. */
  private readonly groups = new Set<WorkerGroup>();
  private working: WorkerGroup | undefined;
  /** Workers whose locks the present connection holds. */
  private readonly locked = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private closed = false;
  private troubled = false;

  constructor(private readonly options: JobRunnerOptions) {
    const { url, logger, graceMs = GRACE_MS } = options;
    this.abandoned = new AbandonedJobs(logger, graceMs);
    this.connection = new PersistentConnection({
      url,
      name: "the queue of jobs",
      logger,
      patienceMs: PATIENCE_MS,
      // A machine that is gone without a word is noticed within half a minute.
      prepare: (client) =>
        client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3"),
      onConnected: () => this.look(),
      onLost: () => {
        this.abandoned.forget();
        this.locked.clear();
        if (this.working) this.retire(this.working);
      },
    });
  }

  /** Resolves after the first try to begin; when that fails, others follow. */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.look(), this.options.scanMs ?? LOOK_MS).unref();
    await this.connection.start();
    await this.looking;
  }

  /** Begins no other job, and waits for those under way; another process does again what has not ended by then. */
  async close(limitMs: number): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    for (const group of this.groups) void group.stop();
    const ended = Promise.all([this.looking, ...[...this.groups].map((group) => group.stop())]);
    await Promise.race([ended, delay(limitMs, undefined, { ref: false })]);
    await this.connection.close();
  }

  /** Keeps everything as it should be; what fails is put right by the next look. */
  private look(): void {
    const { client } = this.connection;
    if (!client || this.looking || this.closed) return;
    this.looking = this.lookWith(client).finally(() => (this.looking = undefined));
  }

  private async lookWith(client: pg.Client): Promise<void> {
    try {
      // First for those that only finish their jobs: whether others can begin is another matter.
      await this.lock(client);
      await this.begin();
      await this.lock(client);
      await this.abandoned.look(client, this.ownWorkers());
      await deleteExhaustedJobs(client, this.options.logger);
      this.troubled = false;
    } catch (err) {
      if (this.connection.client !== client) return;
      if (!this.troubled) this.options.logger.warn({ err }, "The queue of jobs cannot be looked after, trying on");
      this.troubled = true;
      if (hasNoAnswer(err)) await this.connection.drop(client);
    }
  }

  private async begin(): Promise<void> {
    if (this.working || this.closed) return;
    const { url, tasks, logger, pollMs = POLL_MS } = this.options;
    const group = new WorkerGroup({ url, tasks, logger, pollMs, onBroken: (broken) => this.retire(broken) });
    this.working = group;
    this.groups.add(group);
    try {
      await group.start();
    } catch (error) {
      this.retire(group);
      throw error;
    }
  }

  /** The group's jobs under way come to their end, and a new one begins the next. */
  private retire(group: WorkerGroup): void {
    if (this.working !== group) return;
    this.working = undefined;
    void this.dismiss(group);
    this.look();
  }

  private async dismiss(group: WorkerGroup): Promise<void> {
    const { logger } = this.options;
    try {
      await group.stop().finally(() => this.groups.delete(group));
      // What a lost worker has left is known to be abandoned.
      const { client } = this.connection;
      if (client) await unlockJobs(client, group.workerIds);
    } catch (err) {
      // The jobs are then found like those of a process that is gone.
      logger.warn({ err }, "Workers could not be dismissed");
    }
  }

  private ownWorkers(): string[] {
    return [...this.groups].flatMap(({ workerIds }) => workerIds);
  }

  /** In the moment before, nobody takes the workers for gone: that takes many looks. */
  private async lock(client: pg.Client): Promise<void> {
    const wanted = this.ownWorkers().filter((id) => !this.locked.has(id));
    if (wanted.length === 0) return;
    for (const id of await lockWorkers(client, wanted)) this.locked.add(id);
  }
}

/** pg says so by a text alone. What the database refuses leaves the connection as it is. */
function hasNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}
