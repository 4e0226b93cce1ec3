import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address before several processes of a site, as a load balancer has it. */
export interface SwitchingProxy {
  port: number;
  /** New connections go there. */
  target: number;
  close(): Promise<void>;
}

export async function startSwitchingProxy(): Promise<SwitchingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const tunnel = connect(proxy.target, "127.0.0.1");
    tunnel.pipe(socket).pipe(tunnel);
    for (const end of [tunnel, socket]) {
      sockets.add(end);
      end.on("error", () => end.destroy());
      end.on("close", () => {
        sockets.delete(end);
        tunnel.destroy();
        socket.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: SwitchingProxy = {
    port: (server.address() as AddressInfo).port,
    target: 0,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
  return proxy;
}
