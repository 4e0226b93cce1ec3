import { AsyncLocalStorage } from "node:async_hooks";
import type { LimitFunction } from "p-limit";
import { Pool, type PoolClient } from "pg";
import { acquireSlots } from "./slots";

/** How many connections each of those may hold on whose behalf something runs: an address, a network, an account. */
const limitsOfAsker = new AsyncLocalStorage<readonly LimitFunction[]>();

/** Runs `work` so that whatever it does takes its connections within `limits`, beside those that hold already. */
export function withConnectionLimits<T>(limits: readonly LimitFunction[], work: () => Promise<T>): Promise<T> {
  return limitsOfAsker.run([...(limitsOfAsker.getStore() ?? []), ...limits], work);
}

type Release = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/**
 * A pool of which nobody takes more than their part, however many statements a request of theirs runs at once: past it they
 * wait for their own statements, and others find connections. Who holds a connection must not wait for a second one.
 */
export class FairPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => {
          if (client) resolve(client);
          else reject(error ?? new Error("There is no connection."));
        });
      });
    }
    const limits = limitsOfAsker.getStore() ?? [];
    if (limits.length === 0) super.connect(callback);
    else void acquireSlots(limits).then((giveBack) => super.connect(givingBack(callback, giveBack)));
    return undefined;
  }
}

function givingBack(callback: Connected, giveBack: () => void): Connected {
  return (error, client, release) => {
    if (!client) {
      giveBack();
      callback(error, undefined, release);
      return;
    }
    const releaseBoth: Release = (destroy) => {
      giveBack();
      release(destroy);
    };
    client.release = releaseBoth;
    callback(undefined, client, releaseBoth);
  };
}
