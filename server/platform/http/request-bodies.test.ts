import { once } from "node:events";
import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takesAnyBody } from "./request-bodies";

let app: FastifyInstance;
let failed: Promise<unknown>;

beforeEach(async () => {
  app = Fastify();
  failed = new Promise((resolve) => {
    app.addHook("onError", (_request, _reply, error, done) => {
      resolve(error);
      done();
    });
  });
  app.post("/", takesAnyBody(1000), () => "read");
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => app.close());

test.each([
  ["in chunks", 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"que'],
  ["in chunks between two", 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n'],
  ["in gzip", "Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f"],
  ["in chunks of gzip", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\x1f\r\n"],
])("a body %s that breaks off ends its request, as a fault of the caller's", async (_name, rest) => {
  const { port } = app.server.address() as { port: number };
  const arrived = once(app.server, "request");
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST / HTTP/1.1\r\nHost: own.example\r\nContent-Type: application/json\r\n${rest}`, "latin1");
  await arrived;
  socket.destroy();
  expect(await failed).toMatchObject({ code: "BAD_USER_INPUT", message: "The body did not arrive in full." });
});
