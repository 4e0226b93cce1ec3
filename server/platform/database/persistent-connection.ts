import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";

const PATIENCE_MS = 900;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const FAREWELL_MS = 500;

export interface LastingConnectionOptions {
  url: string;
  /** What it is for, in the log and in the database's list of connections. */
  name: string;
  logger?: Pick<FastifyBaseLogger, "warn">;
  /** How long a statement may take before it counts as unanswered. */
  patienceMs?: number;
  /** Makes a new connection ready. When it fails, the connection is given up for the next one. */
  prepare(client: pg.Client): Promise<unknown>;
  onConnected(client: pg.Client): void;
  onLost?(): void;
}

/**
 * A connection of its own for what ends with a connection: listening, and advisory locks. When it is lost, it connects anew,
 * for as long as it takes.
 */
export class PersistentConnection {
  private current: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly options: LastingConnectionOptions) {}

  /** The connection, where there is one at present. */
  get client(): pg.Client | undefined {
    return this.current;
  }

  /** Resolves after the first try; when that fails, others follow. */
  async start(): Promise<void> {
    const { url, name, logger, patienceMs = PATIENCE_MS, prepare, onConnected } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `polyprompt ${name}`,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    client.on("error", (err) => {
      if (this.current === client) logger?.warn({ err }, `The connection for ${name} was lost`);
      this.lost(client);
    });
    client.on("end", () => this.lost(client));
    try {
      await client.connect();
      await prepare(client);
    } catch (err) {
      if (this.failures === 0) logger?.warn({ err }, `No connection for ${name}, trying on`);
      this.failures += 1;
      await farewell(client);
      this.tryAgain();
      return;
    }
    if (this.closed) return farewell(client);
    this.failures = 0;
    this.current = client;
    onConnected(client);
  }

  /** Gives up a connection that does not answer, for a new one. */
  async drop(client: pg.Client): Promise<void> {
    this.lost(client);
    await farewell(client);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const client = this.current;
    this.current = undefined;
    if (client) await farewell(client);
  }

  private lost(client: pg.Client): void {
    if (this.current !== client) return;
    this.current = undefined;
    this.options.onLost?.();
    this.tryAgain();
  }

  private tryAgain(): void {
    if (this.closed) return;
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures);
    this.retry = setTimeout(() => void this.start(), pause).unref();
  }
}

/** Ends a connection, but does not wait for a database that no longer answers. */
async function farewell(client: pg.Client): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([
    client.end(),
    delay(FAREWELL_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined),
  ]);
  waiting.abort();
}
