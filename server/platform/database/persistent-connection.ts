import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";

const TIMEOUT_MS = 900;
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5000;
const CLOSE_TIMEOUT_MS = 500;

export interface LastingConnectionOptions {
  url: string;
  /** Its purpose, for the log and for `application_name` in pg_stat_activity. */
  name: string;
  logger?: Pick<FastifyBaseLogger, "warn">;
  queryTimeoutMs?: number;
  /** Prepares a new connection. If it fails, the connection is closed and retried. */
  prepare(client: pg.Client): Promise<unknown>;
  onConnected(client: pg.Client): void;
  onLost?(): void;
}

/** A dedicated connection for session state: `listen` and advisory locks. Reconnects with back-off, for as long as it takes. */
export class PersistentConnection {
  private current: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly options: LastingConnectionOptions) {}

  /** Undefined while disconnected. */
  get client(): pg.Client | undefined {
    return this.current;
  }

  /** Resolves after the first attempt; if it fails, it is retried in the background. */
  async start(): Promise<void> {
    const { url, name, logger, queryTimeoutMs = TIMEOUT_MS, prepare, onConnected } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `polyprompt ${name}`,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    client.on("error", (err) => {
      if (this.current === client) logger?.warn({ err }, `The connection for ${name} was lost`);
      this.onLost(client);
    });
    client.on("end", () => this.onLost(client));
    try {
      await client.connect();
      await prepare(client);
    } catch (err) {
      if (this.failures === 0) logger?.warn({ err }, `No connection for ${name}, retrying`);
      this.failures += 1;
      await endWithTimeout(client);
      this.scheduleRetry();
      return;
    }
    if (this.closed) return endWithTimeout(client);
    this.failures = 0;
    this.current = client;
    onConnected(client);
  }

  /** Replaces a connection that does not respond. */
  async drop(client: pg.Client): Promise<void> {
    this.onLost(client);
    await endWithTimeout(client);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const client = this.current;
    this.current = undefined;
    if (client) await endWithTimeout(client);
  }

  private onLost(client: pg.Client): void {
    if (this.current !== client) return;
    this.current = undefined;
    this.options.onLost?.();
    this.scheduleRetry();
  }

  private scheduleRetry(): void {
    if (this.closed) return;
    const backoff = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** this.failures);
    this.retry = setTimeout(() => void this.start(), backoff).unref();
  }
}

/** Ends a connection, without waiting for a database that does not respond. */
async function endWithTimeout(client: pg.Client): Promise<void> {
  const timeout = new AbortController();
  await Promise.race([
    client.end(),
    delay(CLOSE_TIMEOUT_MS, undefined, { ref: false, signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
}
