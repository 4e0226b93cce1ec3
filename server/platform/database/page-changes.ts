import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";

/** The number of a prompt of which pages show something else now; or anything may have changed. */
export type PageChange = number | "all";

/** The triggers of 20261121120000-notify-page-changes.ts send there. */
const CHANNEL = "page_change";

const PATIENCE_MS = 900;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5000;
const FAREWELL_MS = 500;

export interface PageChangesOptions {
  url: string;
  logger?: Pick<FastifyBaseLogger, "info" | "warn">;
}

/**
 * Hears of every change of what pages show, whichever process made it: triggers send it with the transaction that makes the
 * change. It has a connection of its own for this. When that is lost it connects anew, for as long as it takes, and then
 * tells that anything may have changed.
 */
export class PageChanges {
  private readonly listeners = new Set<(change: PageChange) => void>();
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private closed = false;

  constructor(private readonly options: PageChangesOptions) {}

  /** Whether changes are heard at present. */
  get listening(): boolean {
    return this.client !== undefined;
  }

  /** @returns what ends the subscription. */
  subscribe(listener: (change: PageChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves after the first try; when that fails, others follow. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: "polyprompt page changes",
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    });
    client.on("notification", ({ payload = "" }) => this.tell(/^\d+$/.test(payload) ? Number(payload) : "all"));
    client.on("error", (err) => this.options.logger?.warn({ err }, "Changes of pages: the connection was lost"));
    client.on("end", () => this.lost(client));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (err) {
      if (this.failures === 0) this.options.logger?.warn({ err }, "Changes of pages: cannot listen, trying on");
      this.failures += 1;
      await farewell(client);
      this.tryAgain();
      return;
    }
    if (this.closed) return farewell(client);
    this.failures = 0;
    this.client = client;
    this.tell("all");
  }

  /**
   * Resolves when every change has been told whose transaction had ended before the call: PostgreSQL delivers what has been
   * sent to a connection before the end of that connection's next statement.
   */
  async caughtUp(): Promise<void> {
    const { client } = this;
    try {
      if (!client) throw new Error("Nobody listens");
      await client.query("select 1");
    } catch (err) {
      if (client) {
        this.options.logger?.warn({ err }, "Changes of pages: no answer");
        this.lost(client);
        await farewell(client);
      }
      this.tell("all");
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    if (client) await farewell(client);
  }

  private tell(change: PageChange): void {
    for (const listener of this.listeners) listener(change);
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
