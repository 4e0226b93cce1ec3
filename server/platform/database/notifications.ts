import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";
import { PersistentConnection } from "./persistent-connection";

/** What each channel is for, the listeners of it say. All share one connection. */
export const CHANNELS = ["page_change", "live"] as const;
export type Channel = (typeof CHANNELS)[number];

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

  constructor(private readonly options: NotificationsOptions) {
    this.connection = new PersistentConnection({
      ...options,
      name: "notifications",
      prepare: (client) => {
        client.on("notification", ({ channel, payload = "" }) => this.report(channel, payload));
        return client.query(CHANNELS.map((channel) => `listen ${channel}`).join("; "));
      },
      onConnected: () => {
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

  private report(channel: string, payload: string | undefined): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(payload);
  }
}
