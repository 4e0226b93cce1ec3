import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";

const PATIENCE_MS = 900;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const FAREWELL_MS = 500;

export interface NotificationsOptions {
  url: string;
  channel: string;
  /** What is listened for, in the log and in the database's list of connections. */
  name: string;
  logger?: Pick<FastifyBaseLogger, "info" | "warn">;
  /** With undefined anything may have been sent: nobody listened for a while. */
  onNotification(payload: string | undefined): void;
}

/**
 * Hears of what is sent on a channel of PostgreSQL, whichever process sent it. It has a connection of its own for this. When
 * that is lost it connects anew, for as long as it takes, and then tells that anything may have been sent.
 */
export class Notifications {
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly options: NotificationsOptions) {}

  /** Whether anything is heard at present. */
  get listening(): boolean {
    return this.client !== undefined;
  }

  /** Resolves after the first try; when that fails, others follow. */
  async start(): Promise<void> {
    const { url, channel, name, logger, onNotification } = this.options;
    const client = new pg.Client({
      connectionString: url,
      application_name: `polyprompt ${name}`,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    client.on("notification", ({ payload = "" }) => onNotification(payload));
    client.on("error", (err) => logger?.warn({ err }, `Listening for ${name}: the connection was lost`));
    client.on("end", () => this.lost(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (err) {
      if (this.failures === 0) logger?.warn({ err }, `Listening for ${name}: cannot connect, trying on`);
      this.failures += 1;
      await farewell(client);
      this.tryAgain();
      return;
    }
    if (this.closed) return farewell(client);
    this.failures = 0;
    this.client = client;
    onNotification(undefined);
  }

  /**
   * Resolves when everything has been heard whose transaction had ended before the call: PostgreSQL delivers what has been
   * sent to a connection before the end of that connection's next statement.
   */
  async caughtUp(): Promise<void> {
    const { client } = this;
    const { name, logger, onNotification } = this.options;
    try {
      if (!client) throw new Error("Nobody listens");
      await client.query("select 1");
    } catch (err) {
      if (client) {
        logger?.warn({ err }, `Listening for ${name}: no answer`);
        this.lost(client);
        await farewell(client);
      }
      onNotification(undefined);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    if (client) await farewell(client);
  }

  private lost(client: pg.Client): void {
    if (this.client !== client) return;
    this.client = undefined;
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
