import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPagesApp } from "../testing/pages-app";
import { openRaw, parseRaw, type RawConnection } from "../testing/raw-request";
import { createTestDatabase } from "../testing/test-database";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let trickleTimer: ReturnType<typeof setInterval> | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await createPagesApp(database.dataSource, {}, { requestTimeoutMs: 300 }));
});
afterEach(() => clearInterval(trickleTimer));
afterAll(async () => {
  await app.close();
  await database.drop();
});

const HEAD = [
  "POST /graphql HTTP/1.1",
  "Host: own.example",
  "Content-Type: application/json",
  "Connection: close",
].join("\r\n");
const JSON_TYPE = { "content-type": "application/json" };
const BODY = '{"query":"{site{name}}"}';

/** Keeps sending a byte now and then, and never finishes. */
function trickle({ write }: RawConnection): void {
  trickleTimer = setInterval(() => write("a"), 20);
}

test("a body that never ends times out, and other requests are served meanwhile", async () => {
  const slow = await openRaw(app);
  slow.write(`${HEAD}\r\nContent-Length: 30000\r\n\r\n{"query":"`);
  trickle(slow);
  // Injected: on a busy machine even a fast one may take as long to arrive as is allowed here.
  const fast = await app.inject({ method: "POST", url: "/graphql", headers: JSON_TYPE, payload: BODY });
  expect([fast.statusCode, fast.json()]).toEqual([200, { data: { site: { name: "Polyprompt" } } }]);
  expect(parseRaw(await slow.closed).status).toBe(408);
});

test.each(["POST /graphql", "POST /graphql/stream"])(
  "a body in chunks that never ends for %s times out",
  async (target) => {
    const endless = await openRaw(app);
    endless.write(`${HEAD.replace("POST /graphql", target)}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    trickleTimer = setInterval(() => endless.write("1\r\n \r\n"), 20);
    const { status, body } = parseRaw(await endless.closed);
    expect([status, JSON.parse(body)]).toMatchObject([408, { errors: [{ extensions: { code: "REQUEST_TIMEOUT" } }] }]);
  },
);

test.each(["GET /", "PUT /nowhere"])(
  "%s with a chunked body is refused at once, and the connection closed",
  async (target) => {
    const endless = await openRaw(app);
    endless.write(`${target} HTTP/1.1\r\nHost: own.example\r\nTransfer-Encoding: chunked\r\n\r\n`);
    trickleTimer = setInterval(() => endless.write("1\r\n \r\n"), 5);
    const { status, body } = parseRaw(await endless.closed);
    expect([status, JSON.parse(body)]).toMatchObject([411, { errors: [{ extensions: { code: "LENGTH_REQUIRED" } }] }]);
  },
);

test("a request head that never ends times out", async () => {
  const slow = await openRaw(app);
  slow.write("GET /healthz HTTP/1.1\r\nHost: own.example\r\nX-Filling: ");
  trickle(slow);
  expect(parseRaw(await slow.closed).status).toBe(408);
});

test("a body that arrives in pieces is accepted", async () => {
  const { app: patient } = await createPagesApp(database.dataSource);
  const pieces = await openRaw(patient);
  pieces.write(`${HEAD}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 10)}`);
  // A request on another connection in between makes sure that the pieces arrive separately.
  await fetch(`http://127.0.0.1:${(patient.server.address() as { port: number }).port}/healthz`);
  pieces.write(BODY.slice(10));
  expect(parseRaw(await pieces.closed).status).toBe(200);
  await patient.close();
});

test("an idle socket is closed after twice that time, so that unread responses do not stay in memory", () => {
  expect(app.server.timeout).toBe(600);
});
