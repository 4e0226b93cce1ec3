import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { PersistentConnection } from "../database/persistent-connection";
import { AbandonedJobs, deleteExhaustedJobs, lockWorkers, unlockJobs } from "./abandoned-jobs";
import type { JobTask } from "./job";
import type { JobLogger } from "./job";
import { WorkerGroup } from "./worker-group";

const POLL_MS = 5000;
const SCAN_MS = 5000;
/** A live process reconnects within five seconds, unless the database is unavailable. */
const GRACE_MS = 20_000;
/** Unlocking may have to wait for a transaction that replaces the job. */
const QUERY_TIMEOUT_MS = 5000;

export interface JobRunnerOptions {
  url: string;
  tasks: readonly JobTask[];
  logger: JobLogger;
  /** How often the workers poll for jobs. */
  pollMs?: number;
  /** How often to look for the jobs of dead processes. */
  scanMs?: number;
  /** How long a worker's lock must have been free before its jobs are released. */
  graceMs?: number;
}

/**
 * Runs queued jobs, in every process. Its connection holds a lock for each worker, which shows other processes that this one is
 * alive. While that connection is lost, no further job is started.
 */
export class JobRunner {
  private readonly connection: PersistentConnection;
  private readonly abandoned: AbandonedJobs;
  /** The active group, and retired ones until their jobs have ended. */
  private readonly groups = new Set<WorkerGroup>();
  private activeGroup: WorkerGroup | undefined;
  /** Workers whose locks the current connection holds. */
  private readonly locked = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private pendingScan: Promise<void> | undefined;
  private closed = false;
  private isFailing = false;

  constructor(private readonly options: JobRunnerOptions) {
    const { url, logger, graceMs = GRACE_MS } = options;
    this.abandoned = new AbandonedJobs(logger, graceMs);
    this.connection = new PersistentConnection({
      url,
      name: "the queue of jobs",
      logger,
      queryTimeoutMs: QUERY_TIMEOUT_MS,
      // The server notices within half a minute if this machine disappears without closing the connection.
      prepare: (client) =>
        client.query("set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3"),
      onConnected: () => this.scan(),
      onLost: () => {
        this.abandoned.reset();
        this.locked.clear();
        if (this.activeGroup) this.retire(this.activeGroup);
      },
    });
  }

  /** Resolves after the first attempt to start; if it fails, it is retried in the background. */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.scan(), this.options.scanMs ?? SCAN_MS).unref();
    await this.connection.start();
    await this.pendingScan;
  }

  /** Starts no more jobs, and waits for the running ones; another process repeats those that have not ended within the limit. */
  async close(limitMs: number): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    for (const group of this.groups) void group.stop();
    const ended = Promise.all([this.pendingScan, ...[...this.groups].map((group) => group.stop())]);
    await Promise.race([ended, delay(limitMs, undefined, { ref: false })]);
    await this.connection.close();
  }

  /** Locks and starts workers as needed, and releases abandoned jobs. If a step fails, the next scan repeats it. */
  private scan(): void {
    const { client } = this.connection;
    if (!client || this.pendingScan || this.closed) return;
    this.pendingScan = this.scanWith(client).finally(() => (this.pendingScan = undefined));
  }

  private async scanWith(client: pg.Client): Promise<void> {
    try {
      // Lock the workers of retired groups first: they need their locks even if no new group can be started.
      await this.lock(client);
      await this.startGroup();
      await this.lock(client);
      await this.abandoned.scan(client, this.ownWorkers());
      if (this.activeGroup) await deleteExhaustedJobs(client, this.activeGroup.pool, this.options.logger);
      this.isFailing = false;
    } catch (err) {
      if (this.connection.client !== client) return;
      if (!this.isFailing) this.options.logger.warn({ err }, "Maintenance of the job queue failed, retrying");
      this.isFailing = true;
      if (isQueryTimeout(err)) await this.connection.drop(client);
    }
  }

  private async startGroup(): Promise<void> {
    if (this.activeGroup || this.closed) return;
    const { url, tasks, logger, pollMs = POLL_MS } = this.options;
    const group = new WorkerGroup({ url, tasks, logger, pollMs, onBroken: (broken) => this.retire(broken) });
    this.activeGroup = group;
    this.groups.add(group);
    try {
      await group.start();
    } catch (error) {
      this.retire(group);
      throw error;
    }
  }

  /** Lets the group finish its running jobs, and starts a new group for the next ones. */
  private retire(group: WorkerGroup): void {
    if (this.activeGroup !== group) return;
    this.activeGroup = undefined;
    void this.stopGroup(group);
    this.scan();
  }

  private async stopGroup(group: WorkerGroup): Promise<void> {
    const { logger } = this.options;
    try {
      await group.stop().finally(() => this.groups.delete(group));
      // Jobs that its lost workers still have locked are certainly abandoned.
      const { client } = this.connection;
      if (client) await unlockJobs(client, group.workerIds);
    } catch (err) {
      // The jobs are then found like those of a dead process.
      logger.warn({ err }, "A group of workers could not be stopped");
    }
  }

  private ownWorkers(): string[] {
    return [...this.groups].flatMap(({ workerIds }) => workerIds);
  }

  /** Workers may run for a moment without their locks: other processes consider them dead only after the grace period. */
  private async lock(client: pg.Client): Promise<void> {
    const wanted = this.ownWorkers().filter((id) => !this.locked.has(id));
    if (wanted.length === 0) return;
    for (const id of await lockWorkers(client, wanted)) this.locked.add(id);
  }
}

/** pg reports it only in the message. Other errors leave the connection usable. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}
