import type { FastifyBaseLogger } from "fastify";

const EVERY_MS = 10 * 60 * 1000;

export interface SweeperOptions {
  /** Each deletes what nobody needs any more; it does no harm when several processes do it at once. */
  sweeps: readonly (() => Promise<void>)[];
  logger: Pick<FastifyBaseLogger, "warn">;
  everyMs?: number;
}

/** Deletes what has run out, regularly: the privacy policy says so. One runs in every process. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(private readonly options: SweeperOptions) {}

  start(): void {
    const sweep = () => {
      this.sweeping = this.sweeping.then(() => this.sweep());
    };
    sweep();
    this.timer = setInterval(sweep, this.options.everyMs ?? EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  private async sweep(): Promise<void> {
    const results = await Promise.allSettled(this.options.sweeps.map((sweep) => sweep()));
    for (const result of results) {
      if (result.status === "rejected")
        this.options.logger.warn(
          { err: result.reason as unknown },
          "What has run out could not be deleted, trying again later",
        );
    }
  }
}
