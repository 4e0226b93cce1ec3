import type { FastifyBaseLogger } from "fastify";

/** A second signal this soon is the same Ctrl-C: the terminal signals the whole process group, and npm forwards its own signal. */
const SAME_SIGNAL_MS = 1000;

/** Shuts the process down: stops everything in reverse order of startup, within a time limit. A second signal exits at once. */
export class Shutdown {
  private readonly steps: { name: string; stop: () => Promise<void> }[] = [];
  private readonly controller = new AbortController();
  private running: Promise<void> | undefined;
  private signalledAt: number | undefined;
  private started = false;
  private exitCode = 0;

  constructor(
    private readonly logger: FastifyBaseLogger,
    private readonly timeoutMs: number,
  ) {}

  /** Aborted by the first signal, so that a startup in progress can stop between two steps. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  add(name: string, stop: () => Promise<void>): void {
    this.steps.push({ name, stop });
  }

  /** From now on, signals and unhandled errors shut the process down. */
  listen(): void {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => this.onSignal(signal));
    for (const event of ["unhandledRejection", "uncaughtException"] as const) {
      process.on(event, (err: unknown) => {
        this.logger.fatal({ err }, "Unhandled error");
        void this.run(1);
      });
    }
  }

  /** Marks the startup as complete: from now on, a signal runs the shutdown. */
  ready(): void {
    this.signal.throwIfAborted();
    this.started = true;
  }

  private onSignal(signal: NodeJS.Signals): void {
    const now = Date.now();
    if (this.signalledAt !== undefined) {
      if (now - this.signalledAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    this.signalledAt = now;
    this.logger.info({ signal }, "Stopping");
    this.armDeadline();
    this.controller.abort();
    if (this.started) void this.run(0);
  }

  private armDeadline(): void {
    setTimeout(() => {
      this.logger.error("Not everything could be stopped in time");
      process.exit(1);
    }, this.timeoutMs).unref();
  }

  /** Stops everything and exits the process. */
  run(exitCode: number): Promise<void> {
    this.exitCode = Math.max(this.exitCode, exitCode);
    this.running ??= this.stopAll();
    return this.running;
  }

  private async stopAll(): Promise<void> {
    if (this.signalledAt === undefined) this.armDeadline();
    for (const { name, stop } of this.steps.toReversed()) {
      try {
        await stop();
      } catch (err) {
        this.exitCode = 1;
        this.logger.error({ err }, `Could not stop: ${name}`);
      }
    }
    process.exit(this.exitCode);
  }
}
