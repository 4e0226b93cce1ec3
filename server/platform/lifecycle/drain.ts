import type { RequestListener, Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

/** How long requests are still served as usual, so that clients and load balancers notice the shutdown. */
const NOTICE_MS = 250;
/** How long new requests are held before the server stops listening. */
const HOLD_MS = 50;
/** Turns of the event loop beyond it: a process that was stalled meanwhile has accepted nothing yet. */
const HOLD_TURNS = 10;

/**
 * Shuts an HTTP server down without failing a request. Closing it at once would drop connections in the accept queue, and requests
 * sent on a keep-alive connection just as it is closed. So first, every response carries `Connection: close`. Then requests are held
 * for a moment: the server is free to accept all pending connections, and clients that wait for a response open no new ones. Then
 * the server stops listening, and serves the held requests.
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

  /** Resolves when every request has been answered or the time limit has expired. */
  async run(limitMs: number): Promise<void> {
    const deadline = setTimeout(() => this.server.closeAllConnections(), limitMs);
    try {
      this.ending = true;
      await delay(Math.min(NOTICE_MS, limitMs / 4));
      let release: () => void = () => undefined;
      this.held = new Promise((resolve) => (release = resolve));
      await delay(Math.min(HOLD_MS, limitMs / 4));
      for (let turn = 0; turn < HOLD_TURNS; turn += 1) await nextTurn();
      const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
      release();
      this.held = undefined;
      await closed;
    } finally {
      clearTimeout(deadline);
    }
  }
}
