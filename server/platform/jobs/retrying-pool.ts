import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const RETRY_DELAY_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
/** Longer than any transaction locks a row, because graphile-worker loses a worker whose statement fails. */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * The connection pool of graphile-worker. Its cron scheduler calls `query`, and if that fails, it stops for good with an unhandled
 * rejection that would end the process (0.16.6; 0.18, which needs Node 22.18, starts it again). So `query` retries until the database is back.
 * Workers use connections of their own, and cope with failures.
 */
export class RetryingPool extends pg.Pool {
  private isRetrying = true;

  constructor(
    url: string,
    max: number,
    private readonly onRetry: (err: unknown) => void,
  ) {
    super({
      connectionString: url,
      application_name: "polyprompt jobs",
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    // A lost connection is reported by the statement that needed it, and by the job runner's own connection.
    this.on("error", () => undefined);
    this.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** As graphile-worker calls it: with a text and values, for a promise. The pool's other forms, for callbacks and streams, are never used. */
  override query(...request: unknown[]): never {
    const [text, values] = request as [string, unknown[] | undefined];
    return this.queryWithRetries(text, values) as never;
  }

  /** From now on a failing `query` resolves to no rows instead of being retried. */
  stopRetrying(): void {
    this.isRetrying = false;
  }

  private async queryWithRetries(text: string, values?: unknown[]): Promise<Pick<pg.QueryResult, "rows">> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await super.query(text, values);
      } catch (err) {
        if (!this.isRetrying) return { rows: [] };
        if (attempt === 0) this.onRetry(err);
        await delay(RETRY_DELAY_MS);
      }
    }
  }
}
