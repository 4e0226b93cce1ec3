import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface DatabaseProxy {
  /** The database's address, through the proxy. */
  url: string;
  /** Simulates an outage: ends all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Simulates a network that drops packets: all connections stay open, also new ones, but nothing passes any more. */
  hang(): void;
  /** Ends the outage, at the same address. */
  restore(): Promise<void>;
}

/** A proxy between an app and its database, to simulate an outage without stopping the server that all tests share. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => !hangs && to.write(data));
      from.on("end", () => !hangs && to.end());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      // Cutting connections is the purpose of this proxy.
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
    hang() {
      hangs = true;
    },
    async restore() {
      hangs = false;
      await listen(port);
    },
  };
}
