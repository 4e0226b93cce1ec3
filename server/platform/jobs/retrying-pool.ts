import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const RETRY_DELAY_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;
/** Longer than any transaction locks a row, because graphile-worker loses a worker whose statement fails. */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * The connection pool of graphile-worker. Its cron scheduler calls `query`, and if that fails, it stops for good with an unhandled
 * rejection that would end the process (0.16.6). So `query` retries until the database is back. Workers use connections of their
 * own, and cope with failures.
 */
export class RetryingPool extends pg.Pool {
  private isRetrying = true;

  constructor(url: string, max: number, onRetry: (err: unknown) => void) {
    super({
      connectionString: url,
      application_name: "polyprompt jobs",
      max,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    const query = this.query.bind(this) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
    const queryWithRetries = async (text: string, values?: unknown[]) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await query(text, values);
        } catch (err) {
          if (!this.isRetrying) return { rows: [] };
          if (attempt === 0) onRetry(err);
          await delay(RETRY_DELAY_MS);
        }
      }
    };
    this.query = queryWithRetries as typeof this.query;
    // A lost connection is reported by the statement that needed it, and by the job runner's own connection.
    this.on("error", () => undefined);
    this.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** From now on a failing `query` resolves to no rows instead of being retried. */
  stopRetrying(): void {
    this.isRetrying = false;
  }
}
