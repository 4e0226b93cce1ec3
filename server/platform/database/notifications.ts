import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";
import type pg from "pg";
import { PersistentConnection } from "./persistent-connection";

/** What each channel is for, the listeners of it say. All share one connection. */
export const CHANNELS = ["page_change", "live"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Once nothing was heard for so long, the connection is asked whether it still answers. */
const QUIET_MS = 1000;
/** It has so long to answer. */
const PATIENCE_MS = 1500;
/** Whether it answers in time is measured here, not by pg, so its own limit comes later. */
const QUESTION: pg.QueryConfig & { query_timeout: number } = { text: "select 1", query_timeout: 2 * PATIENCE_MS };

/** Called with undefined after (re)connecting: any notification may have been missed. */
type Listener = (payload: string | undefined) => void;

export interface NotificationsOptions {
  url: string;
  logger?: Pick<FastifyBaseLogger, "warn">;
}

/** Listens on the channels of the site. Reconnects if the connection is lost, and then reports that notifications may have been missed. */
export class Notifications {
  private readonly connection: PersistentConnection;
  private readonly listeners = new Map<string, Set<Listener>>(CHANNELS.map((channel) => [channel, new Set()]));
  /** pg expects a client to run one query at a time. */
  private readonly oneAtATime = pLimit(1);
  private heardAt = 0;

  /** @param onSilent called when the connection was given up because it does not answer: notifications have been missed for seconds, perhaps */
  constructor(
    private readonly options: NotificationsOptions,
    private readonly onSilent: () => void = () => undefined,
  ) {
    this.connection = new PersistentConnection({
      ...options,
      name: "notifications",
      prepare: (client) => {
        client.on("notification", ({ channel, payload = "" }) => {
          this.heard();
          this.report(channel, payload);
        });
        return client.query(CHANNELS.map((channel) => `listen ${channel}`).join("; "));
      },
      onConnected: (client) => {
        this.heard();
        this.watch(client, QUIET_MS);
        for (const channel of CHANNELS) this.report(channel, undefined);
      },
    });
  }

  /** Whether notifications are being received. */
  get listening(): boolean {
    return this.connection.client !== undefined;
  }

  /** @returns a function that ends the subscription. */
  subscribe(channel: Channel, listener: Listener): () => void {
    const listeners = this.listeners.get(channel);
    listeners?.add(listener);
    return () => listeners?.delete(listener);
  }

  /** Resolves after the first attempt; if it fails, it is retried in the background. */
  start(): Promise<void> {
    return this.connection.start();
  }

  /**
   * Resolves when the notifications of all transactions that ended before the call have been handled: PostgreSQL delivers pending
   * notifications to a connection before its next statement ends.
   * @returns false if that cannot be told
   */
  async caughtUp(): Promise<boolean> {
    const { client } = this.connection;
    if (!client) return false;
    try {
      await this.oneAtATime(() => client.query("select 1"));
      this.heard();
      return true;
    } catch (err) {
      this.options.logger?.warn({ err }, "The connection for notifications does not respond");
      await this.connection.drop(client);
      return false;
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private heard(): void {
    this.heardAt = performance.now();
  }

  /** A connection can hang and not be closed, where packets are dropped or the database's process stands still: it is asked now and then. */
  private watch(client: pg.Client, wait: number): void {
    setTimeout(() => {
      if (this.connection.client !== client) return;
      const left = this.heardAt + QUIET_MS - performance.now();
      if (left > 0) this.watch(client, left);
      else this.ask(client);
    }, wait).unref();
  }

  private ask(client: pg.Client): void {
    const giveUp = () => {
      if (this.connection.client !== client) return;
      this.options.logger?.warn("The connection for notifications does not answer any more");
      void this.connection.drop(client);
      this.onSilent();
    };
    // Where this process itself was busy, the answer may have come and waits to be read, which it is before `setImmediate`.
    let giving: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => (giving = setImmediate(giveUp)), PATIENCE_MS).unref();
    this.oneAtATime(() => client.query(QUESTION))
      .then(() => {
        this.heard();
        this.watch(client, QUIET_MS);
      })
      .catch(giveUp)
      .finally(() => {
        clearTimeout(timer);
        clearImmediate(giving);
      });
  }

  private report(channel: string, payload: string | undefined): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(payload);
  }
}
