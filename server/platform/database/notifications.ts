import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";
import { PersistentConnection } from "./persistent-connection";

export interface NotificationsOptions {
  url: string;
  channel: string;
  /** What the notifications are about, for the log and for pg_stat_activity. */
  name: string;
  logger?: Pick<FastifyBaseLogger, "warn">;
  /** Called with undefined after (re)connecting: any notification may have been missed. */
  onNotification(payload: string | undefined): void;
}

/** Listens on a PostgreSQL channel. Reconnects if the connection is lost, and then reports that notifications may have been missed. */
export class Notifications {
  private readonly connection: PersistentConnection;
  /** pg expects a client to run one query at a time. */
  private readonly oneAtATime = pLimit(1);

  constructor(private readonly options: NotificationsOptions) {
    const { url, name, logger, channel, onNotification } = options;
    this.connection = new PersistentConnection({
      url,
      name,
      ...(logger ? { logger } : {}),
      prepare: (client) => {
        client.on("notification", ({ payload = "" }) => onNotification(payload));
        return client.query(`listen ${channel}`);
      },
      onConnected: () => onNotification(undefined),
    });
  }

  /** Whether the channel is being listened on. */
  get listening(): boolean {
    return this.connection.client !== undefined;
  }

  /** Resolves after the first attempt; if it fails, it is retried in the background. */
  start(): Promise<void> {
    return this.connection.start();
  }

  /**
   * Resolves when the notifications of all transactions that ended before the call have been handled: PostgreSQL delivers pending
   * notifications to a connection before its next statement ends.
   */
  async caughtUp(): Promise<void> {
    const { client } = this.connection;
    const { name, logger, onNotification } = this.options;
    try {
      if (!client) throw new Error("Not connected");
      await this.oneAtATime(() => client.query("select 1"));
    } catch (err) {
      if (client) {
        logger?.warn({ err }, `The connection for ${name} does not respond`);
        await this.connection.drop(client);
      }
      onNotification(undefined);
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
