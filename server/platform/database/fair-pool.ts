import { AsyncLocalStorage } from "node:async_hooks";
import type { LimitFunction } from "p-limit";
import { Pool, type PoolClient } from "pg";
import { acquireSlots } from "./slots";

/** The connection limits of the client that the current work is for: of its address, network and account. */
const connectionLimits = new AsyncLocalStorage<readonly LimitFunction[]>();

/** Limits the connections that `work` uses concurrently by `limits`, in addition to any limits already in force. */
export function withConnectionLimits<T>(limits: readonly LimitFunction[], work: () => Promise<T>): Promise<T> {
  return connectionLimits.run([...(connectionLimits.getStore() ?? []), ...limits], work);
}

type Release = (error?: Error | boolean) => void;
type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A connection pool of which no client gets more than its share, however many statements its requests run at once: beyond that
 * they wait for each other, and other clients find free connections. Code that holds a connection must not wait for a second one,
 * or it may deadlock.
 */
export class FairPool extends Pool {
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
    const limits = connectionLimits.getStore() ?? [];
    if (limits.length === 0) super.connect(callback);
    else void acquireSlots(limits).then((releaseSlots) => super.connect(releasingSlots(callback, releaseSlots)));
    return undefined;
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
