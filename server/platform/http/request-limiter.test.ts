import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registerErrorHandlers } from "./errors.route";
import { RequestLimiter } from "./request-limiter";

const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

/** A limiter whose admitted requests run until `release` is called. */
function heldLimiter() {
  const requestLimiter = new RequestLimiter(60_000);
  const app = Fastify();
  opened.push(app);
  registerErrorHandlers(app);
  let [begun, running, visitors] = [0, 0, 0];
  let release: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (release = resolve));
  const work = async () => {
    begun += 1;
    running += 1;
    await hold;
    running -= 1;
  };
  app.get("/", { onRequest: requestLimiter.admit }, (request) => requestLimiter.run(request, work));
  app.get("/file", { onRequest: requestLimiter.admitTransfer(60_000) }, (request) => requestLimiter.run(request, work));
  app.get("/operation", { onRequest: requestLimiter.admit }, (request) =>
    requestLimiter.run(request, () => requestLimiter.runAsVisitor(request, work)),
  );
  const get = async (url: string, remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode;
  const send = (remoteAddress: string) => get("/", remoteAddress);
  const sendFile = (remoteAddress: string) => get("/file", remoteAddress);
  const sendAs = (userId: string, credential = userId) => requestLimiter.runAsAccount(userId, credential, work);
  const sendAsVisitor = () => get("/operation", `10.7.0.${String(visitors++)}`);
  return {
    app,
    send,
    sendFile,
    sendAs,
    sendAsVisitor,
    release,
    settled: () => turns(500),
    begun: () => begun,
    running: () => running,
  };
}

/** Turns of the event loop. One request of all enters in each. */
async function turns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const connectionsOf = ({ server }: FastifyInstance) =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

const times = <T>(count: number, send: () => Promise<T>) => Array.from({ length: count }, send);

describe("the request limiter", () => {
  test("runs five operations of visitors, lets a hundred wait and refuses more, but not members", async () => {
    const { sendAsVisitor, sendAs, running, release } = heldLimiter();
    const all = times(105, sendAsVisitor);
    expect(await sendAsVisitor()).toBe(503);
    await expect.poll(running).toBe(5);
    const member = sendAs("1");
    await expect.poll(running).toBe(6);
    release();
    await member;
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect(await sendAsVisitor()).toBe(200);
  });

  test("does not begin an operation whose client has disconnected while it waited", async () => {
    const { app, sendAsVisitor, begun, settled, release } = heldLimiter();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const all = times(5, sendAsVisitor);
    await expect.poll(begun).toBe(5);
    const connections = () => connectionsOf(app);
    const leaving = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    leaving.write("GET /operation HTTP/1.1\r\nHost: own.example\r\n\r\n");
    await expect.poll(connections).toBe(1);
    await settled();
    leaving.destroy();
    await expect.poll(connections).toBe(0);
    await settled();
    release();
    await Promise.all(all);
    expect(await sendAsVisitor()).toBe(200);
    expect(begun()).toBe(6);
  });

  test("admits four concurrent requests per address, and the others when these have ended", async () => {
    const { send, running, settled, release } = heldLimiter();
    const all = times(20, () => send("192.0.2.1"));
    await settled();
    expect(running()).toBe(4);
    const stranger = send("192.0.2.2");
    await settled();
    expect(running()).toBe(5);
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(running()).toBe(0);
  });

  test("refuses a request if 100 from the same address are waiting, but none from other addresses", async () => {
    const { send, settled, release } = heldLimiter();
    const all = times(104, () => send("192.0.2.1"));
    await settled();
    expect(await send("192.0.2.1")).toBe(503);
    const stranger = send("192.0.2.2");
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(await send("192.0.2.1")).toBe(200);
  });

  test("admits sixteen concurrent requests from all networks of a /48, and lets 100 of them wait that could run at their own", async () => {
    const { send, running, settled, release } = heldLimiter();
    const all = Array.from({ length: 29 }, (_, network) =>
      times(5, () => send(`2001:db8:1:${network.toString(16)}::1`)),
    ).flat();
    await settled();
    expect(running()).toBe(16);
    expect(await send("2001:db8:1:100::1")).toBe(503);
    const stranger = send("2001:db8:2:1::1");
    release();
    expect(new Set(await Promise.all([...all, stranger]))).toEqual(new Set([200]));
    expect(await send("2001:db8:1:100::1")).toBe(200);
  });

  test("refuses nobody of a /48 because of those who wait at, or have given up, their own network's slots", async () => {
    const { send, running, release } = heldLimiter();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const neighbours: Promise<number>[] = [];
    try {
      const held = [1, 2].flatMap((network) => times(4, () => send(`2001:db8:1:${String(network)}::1`)));
      await expect.poll(running).toBe(8);
      const waiting = [1, 2].flatMap((network) => times(100, () => send(`2001:db8:1:${String(network)}::1`)));
      await turns(500);
      neighbours.push(send("2001:db8:1:3::1"));
      await expect.poll(running).toBe(9);
      vi.advanceTimersByTime(10_000);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([503]));
      // Their own network lets others wait in their place.
      neighbours.push(send("2001:db8:1:1::1"), send("2001:db8:1:4::1"));
      await expect.poll(running).toBe(10);
      release();
      expect(new Set(await Promise.all([...held, ...neighbours]))).toEqual(new Set([200]));
    } finally {
      vi.useRealTimers();
    }
  });

  test("refuses after ten seconds who waits for slots that others of the address occupy, and forgets them", async () => {
    const { send, running, release } = heldLimiter();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const all = times(4, () => send("192.0.2.1"));
      await expect.poll(running).toBe(4);
      const late = send("192.0.2.1");
      // Until it waits.
      await turns();
      vi.advanceTimersByTime(9900);
      const inTime = send("192.0.2.1");
      await turns();
      vi.advanceTimersByTime(200);
      expect(await late).toBe(503);
      release();
      expect(new Set(await Promise.all([...all, inTime]))).toEqual(new Set([200]));
    } finally {
      vi.useRealTimers();
    }
    expect(running()).toBe(0);
    expect(new Set(await Promise.all(times(8, () => send("192.0.2.1"))))).toEqual(new Set([200]));
  });

  test("lets no other request of a client wait for its files", async () => {
    const { send, sendFile, running, settled, release } = heldLimiter();
    const files = times(6, () => sendFile("192.0.2.1"));
    await settled();
    expect(running()).toBe(4);
    const others = times(4, () => send("192.0.2.1"));
    await settled();
    expect(running()).toBe(8);
    release();
    expect(new Set(await Promise.all([...files, ...others]))).toEqual(new Set([200]));
  });

  test("admits four concurrent requests per member, from any address", async () => {
    const { sendAs, running, settled, release } = heldLimiter();
    const all = ["a", "b", "c"].flatMap((credential) => times(3, () => sendAs("1", credential)));
    const another = sendAs("2");
    await settled();
    expect(running()).toBe(5);
    release();
    await Promise.all([...all, another]);
  });

  test("admits a member's session at once, however many requests another session or token of theirs has waiting", async () => {
    const { sendAs, running, settled, release } = heldLimiter();
    const all = times(103, () => sendAs("1", "stolen"));
    await settled();
    expect(running()).toBe(3);
    await expect(sendAs("1", "stolen")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const own = sendAs("1", "own");
    await settled();
    expect(running()).toBe(4);
    release();
    await Promise.all([...all, own]);
  });

  test("refuses no session of a member because many others are waiting", async () => {
    const { sendAs, settled, release } = heldLimiter();
    const others = Array.from({ length: 60 }, (_, index) => times(3, () => sendAs("1", `stolen ${String(index)}`)));
    await settled();
    const own = sendAs("1", "own");
    release();
    await Promise.all([...others.flat(), own]);
  });

  test("releases the slots of failed requests", async () => {
    const requestLimiter = new RequestLimiter(60_000);
    const failing = () => requestLimiter.runAsAccount("1", "a", () => Promise.reject(new Error("no")));
    for (const failed of await Promise.allSettled(times(9, failing))) expect(failed.status).toBe("rejected");
    expect(await requestLimiter.runAsAccount("1", "a", () => Promise.resolve("yes"))).toBe("yes");
  });
});

describe("a slot of the request limiter", () => {
  /** Less than a request waits for a slot. */
  const SEND_TIMEOUT_MS = 5000;
  const LARGE = Buffer.alloc(30_000_000, "a");
  let app: FastifyInstance;
  let started = 0;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    started = 0;
    app = Fastify();
    const requestLimiter = new RequestLimiter(SEND_TIMEOUT_MS);
    const answerWith = (body: Buffer | string) => (_request: FastifyRequest, reply: FastifyReply) => {
      started += 1;
      return reply.send(body);
    };
    app.get("/small", { onRequest: requestLimiter.admit }, answerWith("small"));
    app.get("/large", { onRequest: requestLimiter.admit }, answerWith(LARGE));
    app.post("/read", { onRequest: requestLimiter.admit }, answerWith("read"));
    await app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const connections = () => connectionsOf(app);
  const portOf = () => (app.server.address() as AddressInfo).port;
  const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: own.example\r\n\r\n`;

  /** Sends requests without reading the responses. */
  async function send(text: string): Promise<Socket> {
    const socket = connect(portOf(), "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    socket.write(text);
    return socket;
  }

  async function getSmall(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${String(portOf())}/small`)).text();
  }

  test.each(["reset", "closed"])("is released when the connection is %s, for pipelined requests too", async (how) => {
    for (let times = 0; times < 5; times += 1) {
      const socket = await send(requestFor("/large").repeat(9));
      await expect.poll(() => started).toBeGreaterThan(0);
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    }
    expect(await getSmall()).toBe("small");
  });

  test("is occupied by an unread response until the send timeout", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(requestFor("/large"))));
    await expect.poll(() => started).toBe(4);
    const closed = Promise.all(sockets.map((socket) => once(socket.resume(), "close")));
    for (const socket of sockets) socket.pause();
    const small = getSmall();
    await expect.poll(connections).toBe(5);
    await turns(500);
    expect(started).toBe(4);
    vi.advanceTimersByTime(SEND_TIMEOUT_MS);
    expect(await small).toBe("small");
    for (const socket of sockets) socket.resume();
    await closed;
  });

  test("is not given to a client that disconnected while waiting", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(requestFor("/large"))));
    await expect.poll(() => started).toBe(4);
    const gone = await send(requestFor("/small"));
    await expect.poll(connections).toBe(5);
    await turns(500);
    gone.destroy();
    await expect.poll(connections).toBe(4);
    for (const socket of sockets) socket.destroy();
    expect(await getSmall()).toBe("small");
    expect(started).toBe(5);
  });

  test("is acquired before the body is read: waiting bodies are neither in memory nor parsed", async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => send(requestFor("/large"))));
    await expect.poll(() => started).toBe(4);
    const body = JSON.stringify("x".repeat(200_000));
    const head = `POST /read HTTP/1.1\r\nHost: own.example\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}`;
    const reading = await send(`${head}\r\n\r\n${body}`);
    await expect.poll(connections).toBe(5);
    await turns(500);
    expect(started).toBe(4);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => started).toBe(5);
    reading.destroy();
  });

  test("is occupied until the work has ended, even if the client has disconnected", async () => {
    const { app: working, begun, running, release, settled } = heldLimiter();
    await working.listen({ port: 0, host: "127.0.0.1" });
    const { port } = working.server.address() as AddressInfo;
    for (let times = 0; times < 20; times += 1) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(requestFor("/"));
      await expect.poll(() => connectionsOf(working)).toBe(1);
      await settled();
      socket.destroy();
      await expect.poll(() => connectionsOf(working)).toBe(0);
    }
    expect([begun(), running()]).toEqual([4, 4]);
    release();
    await expect.poll(running).toBe(0);
    expect((await fetch(`http://127.0.0.1:${String(port)}/`)).status).toBe(200);
  });
});
