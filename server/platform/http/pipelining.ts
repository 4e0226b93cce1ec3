import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { networkOf } from "../rate-limit/network";

/** Per connection. Browsers and proxies send one request at a time. */
const MAX_IN_FLIGHT = 4;
const MAX_BLOCKED_NETWORKS = 10_000;

/**
 * Closes connections that pipeline too many requests (RFC 9112, 9.3.2): Node accepts any number, and keeps each in memory until
 * the earlier ones have been answered. This runs before the app, whose first hook alone would cost ten times as much per request.
 * @param blockedMs how long new connections from the same network are closed too: Node parses all requests in a packet, which
 * takes 20 ms, and accepts one connection per turn of the event loop. Open connections of that network are closed as well, because
 * their packets have arrived already. 0 behind a proxy, whose address all connections have.
 */
export function limitPipelining(server: Server, blockedMs: number): void {
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED_NETWORKS, ttl: blockedMs });
  /** The open sockets of each network. */
  const open = new Map<string, Set<Socket>>();
  server.on("connection", (socket) => {
    const network = networkOfSocket(socket);
    if (blocked.has(network)) {
      socket.destroy();
      return;
    }
    const sockets = open.get(network) ?? new Set<Socket>();
    open.set(network, sockets.add(socket));
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0 && open.get(network) === sockets) open.delete(network);
    });
  });
  const inFlight = new WeakMap<Socket, number>();
  const handlers = server.listeners("request") as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners("request");
  const handleLimited = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (inFlight.get(socket) ?? 0) + 1;
    if (count > MAX_IN_FLIGHT) {
      if (blockedMs > 0) {
        blocked.set(networkOfSocket(socket), true);
        for (const other of open.get(networkOfSocket(socket)) ?? []) other.destroy();
      }
      socket.destroy();
      return;
    }
    inFlight.set(socket, count);
    response.once("close", () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle(request, response);
  };
  server.on("request", handleLimited);
  // Node answers an unknown expectation itself if nobody listens, and counts nothing.
  server.on("checkExpectation", handleLimited);
}

function networkOfSocket({ remoteAddress = "" }: Socket): string {
  return networkOf(remoteAddress);
}
