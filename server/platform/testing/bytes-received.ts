import { Socket } from "node:net";
import pg from "pg";

/** How many bytes PostgreSQL sends while `work` runs, on any connection of this process. */
export async function bytesReceived(work: () => Promise<unknown>): Promise<number> {
  const original = pg.Client.prototype.query;
  const before = new Map<pg.Client, number>();
  const counting = function (this: pg.Client, ...args: unknown[]) {
    if (!before.has(this)) before.set(this, bytesRead(this));
    return Reflect.apply(original, this, args) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: counting });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return [...before].reduce((sum, [client, bytes]) => sum + bytesRead(client) - bytes, 0);
}

function bytesRead(client: pg.Client): number {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new Error("The connection to PostgreSQL is no plain socket.");
  return stream.bytesRead;
}
