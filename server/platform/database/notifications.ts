import type { FastifyBaseLogger } from "fastify";
import pLimit from "p-limit";
import { PersistentConnection } from "./persistent-connection";

export interface NotificationsOptions {
  url: string;
  channel: string;
  /** What is listened for, in the log and in the database's list of connections. */
  name: string;
  logger?: Pick<FastifyBaseLogger, "warn">;
  /** With undefined anything may have been sent: nobody listened for a while. */
  onNotification(payload: string | undefined): void;
}

/**
 * Hears of what is sent on a channel of PostgreSQL, whichever process sent it. When its connection is lost it connects anew,
 * and then tells that anything may have been sent.
 */
export class Notifications {
  private readonly connection: PersistentConnection;
  /** As pg wants it of one client. */
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

  /** Whether anything is heard at present. */
  get listening(): boolean {
    return this.connection.client !== undefined;
  }

  /** Resolves after the first try; when that fails, others follow. */
  start(): Promise<void> {
    return this.connection.start();
  }

  /**
   * Resolves when everything has been heard whose transaction had ended before the call: PostgreSQL delivers what has been
   * sent to a connection before the end of that connection's next statement.
   */
  async caughtUp(): Promise<void> {
    const { client } = this.connection;
    const { name, logger, onNotification } = this.options;
    try {
      if (!client) throw new Error("Nobody listens");
      await this.oneAtATime(() => client.query("select 1"));
    } catch (err) {
      if (client) {
        logger?.warn({ err }, `The connection for ${name} does not answer`);
        await this.connection.drop(client);
      }
      onNotification(undefined);
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
