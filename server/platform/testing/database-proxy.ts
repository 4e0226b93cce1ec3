import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface DatabaseProxy {
  /** The database's address, through the proxy. */
  url: string;
  /** From now on the database is away: connections end, new ones are refused. */
  cut(): Promise<void>;
  /** The database is back, at the same address. */
  restore(): Promise<void>;
}

/** Stands between an app and its database, to take the database away from it without stopping the server that all tests share. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      // A cut connection is what this is for.
      from.on("error", () => to.destroy());
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: () => listen(port),
  };
}
