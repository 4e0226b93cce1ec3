import { AsyncLocalStorage } from "node:async_hooks";
import type { LimitFunction } from "p-limit";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { acquireSlots } from "./slots";

/** The connection limits of the client that the current work is for: of its address, network and account. */
const connectionLimits = new AsyncLocalStorage<readonly LimitFunction[]>();

/** Limits the connections that `work` uses concurrently by `limits`, in addition to any limits already in force. */
export function withConnectionLimits<T>(limits: readonly LimitFunction[], work: () => Promise<T>): Promise<T> {
  return connectionLimits.run([...(connectionLimits.getStore() ?? []), ...limits], work);
}

/** Whether the current work holds a connection already. */
const holding = new AsyncLocalStorage<true>();

export function holdingConnection<T>(work: () => Promise<T>): Promise<T> {
  return holding.run(true, work);
}

export interface FairPoolConfig extends PoolConfig {
  /** Called when work that holds a connection asks for a second one. What it throws is what the work gets. */
  onSecondConnection?: (error: Error) => void;
}

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A connection pool of which no client gets more than its share, however many statements its requests run at once: beyond that
 * they wait for each other, and other clients find free connections. Code that holds a connection must not wait for a second one:
 * if others wait for what it has locked, and have all that is left, nobody goes on until a timeout.
 */
export class FairPool extends Pool {
  constructor(private readonly config: FairPoolConfig = {}) {
    super(config);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => {
          if (client) resolve(client);
          else reject(error ?? new Error("There is no connection."));
        });
      });
    }
    if (holding.getStore()) {
      try {
        this.config.onSecondConnection?.(new Error("Code that holds a connection asked for a second one."));
      } catch (error) {
        callback(error as Error, undefined, () => undefined);
        return undefined;
      }
    }
    const limits = connectionLimits.getStore() ?? [];
    if (limits.length === 0) super.connect(callback);
    else void acquireSlots(limits).then((releaseSlots) => super.connect(releasingSlots(callback, releaseSlots)));
    return undefined;
  }

  /** Opens as many connections as there may be, one after the other. */
  async fill(): Promise<void> {
    const clients: PoolClient[] = [];
    try {
      while (clients.length < this.options.max) clients.push(await this.connect());
    } finally {
      for (const client of clients) client.release();
    }
  }
}

function releasingSlots(callback: ConnectCallback, releaseSlots: () => void): ConnectCallback {
  return (error, client, release) => {
    if (!client) {
      releaseSlots();
      callback(error, undefined, release);
      return;
    }
    const releaseBoth: Release = (destroy) => {
      releaseSlots();
      release(destroy);
    };
    client.release = releaseBoth;
    callback(undefined, client, releaseBoth);
  };
}
