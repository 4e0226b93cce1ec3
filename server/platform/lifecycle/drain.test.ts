import { Agent, createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Drain } from "./drain";

let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer((_request, response) => {
    setImmediate(() => response.end("answer"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function ask(agent?: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
      response.once("error", reject);
    });
    request.once("error", reject);
  });
}

describe("a server that shuts down", () => {
  it("answers every request it has accepted, under load", async () => {
    const drain = new Drain(server);
    const agent = new Agent({ keepAlive: true });
    let answered = 0;
    // Each client repeats its request until the connection is refused.
    const askUntilRefused = async () => {
      for (;;) {
        expect(await ask(agent)).toBe(200);
        answered += 1;
      }
    };
    const clients = Promise.allSettled(Array.from({ length: 20 }, askUntilRefused));
    await expect.poll(() => answered).toBeGreaterThan(100);
    const before = answered;
    await drain.run(60_000);
    const failures = (await clients).map((client) => (client.status === "rejected" ? (client.reason as object) : {}));
    expect(failures).toEqual(Array(20).fill(expect.objectContaining({ code: "ECONNREFUSED" })));
    expect(answered).toBeGreaterThan(before);
  });

  it("cuts off a request that takes too long", async () => {
    server.removeAllListeners("request");
    const arrived = new Promise<void>((resolve) => server.on("request", () => resolve()));
    const drain = new Drain(server);
    const failed = expect(ask()).rejects.toMatchObject({ code: "ECONNRESET" });
    await arrived;
    await drain.run(50);
    await failed;
  });
});
