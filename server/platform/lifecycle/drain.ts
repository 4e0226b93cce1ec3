import type { RequestListener, Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** How long requests are still taken as ever, so that clients and load balancers learn of the end. */
const NOTICE_MS = 250;
/** How long new requests are held back before the server stops listening. */
const HOLD_MS = 50;

/**
 * Ends an HTTP server without failing a request. Closing it right away would cut off those who have connected and were not
 * yet accepted, and those who send their next request into a connection that is just being closed. So first every answer
 * says that its connection ends. Then requests wait for a moment: the server has nothing else to do than to accept whoever
 * is at the door, and whoever waits for an answer does not connect anew. Then the door is shut, and they are served.
 */
export class Drain {
  private ending = false;
  private held: Promise<void> | undefined;

  constructor(private readonly server: Server) {
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      if (this.ending) response.setHeader("connection", "close");
      const pass = () => {
        for (const listener of listeners) listener.call(server, request, response);
      };
      if (this.held) void this.held.then(pass);
      else pass();
    });
  }

  /** Resolves when every request that was made has been answered, or the time is up. */
  async run(limitMs: number): Promise<void> {
    const cut = setTimeout(() => this.server.closeAllConnections(), limitMs);
    try {
      this.ending = true;
      await delay(Math.min(NOTICE_MS, limitMs / 4));
      let release: () => void = () => undefined;
      this.held = new Promise((resolve) => (release = resolve));
      await delay(Math.min(HOLD_MS, limitMs / 4));
      const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
      release();
      this.held = undefined;
      await closed;
    } finally {
      clearTimeout(cut);
    }
  }
}
