import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const PAUSE_MS = 1000;
const CONNECT_MS = 5000;
/** Longer than any transaction holds a row: a worker whose statement fails is lost. */
const STATEMENT_MS = 30_000;

/**
 * The connections of graphile-worker. Its schedule asks by `query`, and when that fails it ends for good, by a rejection that
 * nobody can catch and that would end the process (0.16.6). So `query` waits for the database instead. Workers ask on
 * connections of their own, and get along with failures.
 */
export class RetryingPool extends pg.Pool {
  private leaving = false;

  constructor(url: string, max: number, onWaiting: (err: unknown) => void) {
    super({
      connectionString: url,
      application_name: "polyprompt jobs",
      max,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: STATEMENT_MS,
      keepAlive: true,
    });
    const query = this.query.bind(this) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
    const patiently = async (text: string, values?: unknown[]) => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await query(text, values);
        } catch (err) {
          if (this.leaving) return { rows: [] };
          if (tries === 0) onWaiting(err);
          await delay(PAUSE_MS);
        }
      }
    };
    this.query = patiently as typeof this.query;
    // A lost connection is told by the statement that needed it, and by the connection that guards the jobs.
    this.on("error", () => undefined);
    this.on("connect", (client) => void client.on("error", () => undefined));
  }

  /** From now on `query` no longer waits, and answers nothing where it fails. */
  leave(): void {
    this.leaving = true;
  }
}
