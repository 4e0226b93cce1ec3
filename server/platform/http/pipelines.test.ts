import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitPipelines } from "./pipelines";

let server: Server;
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = createServer((_request, response) => held.push(response));
  limitPipelines(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

const ASK = "GET / HTTP/1.1\r\nHost: own.example\r\n\r\n";

async function open(): Promise<{ socket: Socket; received(): string }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes: Buffer) => (received += bytes.toString()));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return { socket, received: () => received };
}

test("eight requests may be under way on one connection", async () => {
  const { socket, received } = await open();
  socket.write(ASK.repeat(8));
  await vi.waitFor(() => expect(held).toHaveLength(8));
  for (const response of held) response.end("answer");
  await vi.waitFor(() => expect(received().split("answer")).toHaveLength(9));
  socket.destroy();
});

test("of more nothing is begun, and the connection is closed", async () => {
  const { socket } = await open();
  const closed = once(socket, "close");
  socket.write(ASK.repeat(1000));
  await closed;
  expect(held).toHaveLength(8);
});

test("one after the other there may be any number", async () => {
  const { socket, received } = await open();
  for (let count = 1; count <= 30; count += 1) {
    socket.write(ASK);
    await vi.waitFor(() => expect(held).toHaveLength(count));
    held[count - 1]?.end("answer");
    await vi.waitFor(() => expect(received().split("answer")).toHaveLength(count + 1));
  }
  socket.destroy();
});
