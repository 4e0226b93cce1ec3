import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { limitPipelining } from "./pipelining";

let server: Server;
let held: ServerResponse[];

async function listen(blockedMs: number): Promise<void> {
  held = [];
  server = createServer((_request, response) => held.push(response));
  limitPipelining(server, blockedMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

beforeEach(() => listen(0));
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Vitest's default interval would be most of the time of these tests. */
const OFTEN = { interval: 2 };

const REQUEST = "GET / HTTP/1.1\r\nHost: own.example\r\n\r\n";

async function open(): Promise<{ socket: Socket; received(): string }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes: Buffer) => (received += bytes.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, received: () => received };
}

test("a connection may have four requests in flight", async () => {
  const { socket, received } = await open();
  socket.write(REQUEST.repeat(4));
  await expect.poll(() => held, OFTEN).toHaveLength(4);
  for (const response of held) response.end("answer");
  await expect.poll(() => received().split("answer"), OFTEN).toHaveLength(5);
  socket.destroy();
});

test("a connection with more requests in flight is closed, and the excess is not handled", async () => {
  const { socket } = await open();
  const closed = once(socket, "close");
  socket.write(REQUEST.repeat(1000));
  await closed;
  expect(held).toHaveLength(4);
});

test("requests with an unknown expectation count too", async () => {
  const { socket } = await open();
  const closed = once(socket, "close");
  socket.write(REQUEST.replace("\r\n\r\n", "\r\nExpect: the-unexpected\r\n\r\n").repeat(1000));
  await closed;
  expect(held).toHaveLength(4);
});

test("a connection may send any number of requests one after another", async () => {
  const { socket, received } = await open();
  for (let count = 1; count <= 30; count += 1) {
    socket.write(REQUEST);
    await expect.poll(() => held, OFTEN).toHaveLength(count);
    held[count - 1]?.end("answer");
    await expect.poll(() => received().split("answer"), OFTEN).toHaveLength(count + 1);
  }
  socket.destroy();
});

describe("after a connection was closed for pipelining, a new one from the same address", () => {
  /** Whether a new connection is served rather than closed. */
  async function isServed(): Promise<boolean> {
    const { socket } = await open();
    const closed = once(socket, "close").then(() => false);
    const served = once(server, "request").then(() => true);
    socket.write(REQUEST);
    return Promise.race([closed, served]);
  }

  async function pipeline(): Promise<void> {
    const { socket } = await open();
    const closed = once(socket, "close");
    socket.write(REQUEST.repeat(1000));
    await closed;
  }

  test("is accepted if there may be a proxy", async () => {
    await pipeline();
    expect(await isServed()).toBe(true);
  });

  test("is closed for a while if clients connect directly", async () => {
    server.close();
    const blockedMs = 60_000;
    const now = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    await listen(blockedMs);
    expect(await isServed()).toBe(true);
    const neighbor = once((await open()).socket, "close");
    await pipeline();
    await neighbor;
    expect(await isServed()).toBe(false);
    clock.mockReturnValue(now + blockedMs + 1);
    await expect.poll(isServed, OFTEN).toBe(true);
  });
});
