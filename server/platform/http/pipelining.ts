import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";

/** On one connection. Browsers and proxies send one at a time. */
const MAX_UNDER_WAY = 8;
const MAX_BLOCKED = 10_000;

/**
 * Closes connections on which requests come faster than they are answered (RFC 9112, 9.3.2 calls it pipelining): Node takes as many as
 * are sent, and keeps each in memory until those before it have been answered. This stands before the app, whose first hook would
 * cost ten times as much for each.
 * @param blockedMs how long new connections of the same address are closed too: Node parses all requests of a packet, which takes 20 ms,
 * and accepts one connection a turn of the event loop. With a proxy in front 0: the address is the proxy's.
 */
export function limitPipelining(server: Server, blockedMs: number): void {
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED, ttl: blockedMs });
  server.on("connection", (socket) => {
    if (blocked.has(socket.remoteAddress ?? "")) socket.destroy();
  });
  const underWay = new WeakMap<Socket, number>();
  const handlers = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > MAX_UNDER_WAY) {
      if (blockedMs > 0) blocked.set(socket.remoteAddress ?? "", true);
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle(request, response);
  });
}
