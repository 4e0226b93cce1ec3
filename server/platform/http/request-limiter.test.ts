import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registerErrorHandlers } from "./errors.route";
import { RequestLimiter } from "./request-limiter";

const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

/** Requests that all last until they may end, and how many of them are under way. */
function heldGate() {
  const requestLimiter = new RequestLimiter(60_000);
  const app = Fastify();
  opened.push(app);
  registerErrorHandlers(app);
  let underWay = 0;
  let release: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const work = async () => {
    underWay += 1;
    await hold;
    underWay -= 1;
  };
  app.get("/", { onRequest: requestLimiter.admit }, (request) => requestLimiter.run(request, work));
  const ask = async (remoteAddress: string) => (await app.inject({ url: "/", remoteAddress })).statusCode;
  const askAs = (userId: string) => requestLimiter.runAsAccount(userId, work);
  return { ask, askAs, release, settled: () => delay(150), underWay: () => underWay };
}

const times = <T>(count: number, ask: () => Promise<T>) => Array.from({ length: count }, ask);

describe("the requestLimiter", () => {
  test("lets four requests of an address begin, and those that wait when these have ended", async () => {
    const { ask, underWay, settled, release } = heldGate();
    const all = times(20, () => ask("192.0.2.1"));
    await settled();
    expect(underWay()).toBe(4);
    const stranger = ask("192.0.2.2");
    await settled();
    expect(underWay()).toBe(5);
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(underWay()).toBe(0);
  });

  test("refuses whom 100 of the same address wait before, and nobody else", async () => {
    const { ask, settled, release } = heldGate();
    const all = times(104, () => ask("192.0.2.1"));
    await settled();
    expect(await ask("192.0.2.1")).toBe(503);
    const stranger = ask("192.0.2.2");
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(await ask("192.0.2.1")).toBe(200);
  });

  test("lets five requests of all networks of one customer begin, of which 100 wait", async () => {
    const { ask, underWay, settled, release } = heldGate();
    const all = [1, 2, 3].flatMap((network) => times(35, () => ask(`2001:db8:1:${String(network)}::1`)));
    await settled();
    expect(underWay()).toBe(5);
    expect(await ask("2001:db8:1:4::1")).toBe(503);
    const stranger = ask("2001:db8:2:1::1");
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(await ask("2001:db8:1:4::1")).toBe(200);
  });

  test("lets four requests of a member begin, wherever they come from", async () => {
    const { askAs, underWay, settled, release } = heldGate();
    const all = times(9, () => askAs("1"));
    const another = askAs("2");
    await settled();
    expect(underWay()).toBe(5);
    release();
    await Promise.all([...all, another]);
  });

  test("goes on after what failed", async () => {
    const requestLimiter = new RequestLimiter(60_000);
    const failing = () => requestLimiter.runAsAccount("1", () => Promise.reject(new Error("no")));
    for (const failed of await Promise.allSettled(times(9, failing))) expect(failed.status).toBe("rejected");
    expect(await requestLimiter.runAsAccount("1", () => Promise.resolve("yes"))).toBe("yes");
  });
});

describe("a place at the requestLimiter", () => {
  const LARGE = Buffer.alloc(30_000_000, "a");
  let app: FastifyInstance;
  let begun = 0;

  beforeEach(async () => {
    begun = 0;
    app = Fastify();
    const requestLimiter = new RequestLimiter(300);
    const answerWith = (body: Buffer | string) => (_request: FastifyRequest, reply: FastifyReply) => {
      begun += 1;
      return reply.send(body);
    };
    app.get("/small", { onRequest: requestLimiter.admit }, answerWith("small"));
    app.get("/large", { onRequest: requestLimiter.admit }, answerWith(LARGE));
    app.post("/read", { onRequest: requestLimiter.admit }, answerWith("read"));
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterEach(() => app.close());

  const portOf = () => (app.server.address() as AddressInfo).port;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: own.example\r\n\r\n`;

  /** Sends requests and reads nothing. */
  async function send(text: string): Promise<Socket> {
    const socket = connect(portOf(), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  async function smallAnswer(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${String(portOf())}/small`)).text();
  }

  test.each(["reset", "closed"])(
    "is free again when a connection is %s, also those of pipelined requests",
    async (how) => {
      for (let times = 0; times < 5; times += 1) {
        const socket = await send(ask("/large").repeat(9));
        await vi.waitFor(() => expect(begun).toBeGreaterThan(0));
        if (how === "reset") socket.resetAndDestroy();
        else socket.destroy();
      }
      expect(await smallAnswer()).toBe("small");
    },
  );

  test("is held by an answer that nobody reads, for as long as it may take", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(ask("/large"))));
    await vi.waitFor(() => expect(begun).toBe(4));
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), "close")));
    for (const socket of sockets) socket.pause();
    const waited = performance.now();
    expect(await smallAnswer()).toBe("small");
    expect(performance.now() - waited).toBeGreaterThan(100);
    for (const socket of sockets) socket.resume();
    await closed;
  });

  test("is not used for a client that has gone while it waited", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(ask("/large"))));
    await vi.waitFor(() => expect(begun).toBe(4));
    const gone = await send(ask("/small"));
    await delay(50);
    gone.destroy();
    await delay(50);
    for (const socket of sockets) socket.destroy();
    expect(await smallAnswer()).toBe("small");
    expect(begun).toBe(5);
  });

  test("is taken before a body is read: what waits is not in memory, and not parsed", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(ask("/large"))));
    await vi.waitFor(() => expect(begun).toBe(4));
    const body = JSON.stringify("x".repeat(200_000));
    const head = `POST /read HTTP/1.1\r\nHost: own.example\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}`;
    const reading = await send(`${head}\r\n\r\n${body}`);
    await delay(50);
    expect(begun).toBe(4);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(begun).toBe(5));
    reading.destroy();
  });

  test("is kept until the work has ended, also when its client has hung up", async () => {
    let [running, most] = [0, 0];
    const requestLimiter = new RequestLimiter(60_000);
    const working = Fastify();
    opened.push(working);
    working.get("/", { onRequest: requestLimiter.admit }, (request) =>
      requestLimiter.run(request, async () => {
        running += 1;
        most = Math.max(most, running);
        await delay(200);
        running -= 1;
      }),
    );
    await working.listen({ port: 0, host: "127.0.0.1" });
    const { port } = working.server.address() as AddressInfo;
    for (let times = 0; times < 20; times += 1) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(ask("/"));
      await delay(10);
      socket.destroy();
    }
    expect(most).toBe(4);
    await vi.waitFor(() => expect(running).toBe(0));
    expect((await fetch(`http://127.0.0.1:${String(port)}/`)).status).toBe(200);
  });
});
