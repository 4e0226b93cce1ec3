import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** On one connection. Browsers and proxies send one at a time. */
const MAX_UNDER_WAY = 8;

/**
 * Closes connections on which requests come faster than they are answered (RFC 9112, 9.3.2 calls it pipelining): Node takes as many as
 * are sent, and keeps each in memory until those before it have been answered. This stands before the app, whose first hook would
 * cost ten times as much for each.
 */
export function limitPipelines(server: Server): void {
  const underWay = new WeakMap<Socket, number>();
  const handlers = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > MAX_UNDER_WAY) {
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle(request, response);
  });
}
