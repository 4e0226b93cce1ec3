import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPagesApp } from "../testing/pages-app";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

test("an app that stops waits for the pages of readers who have left, so that the database may be closed", async () => {
  const states: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { app, rendered } = await createPagesApp(
    site.dataSource,
    {},
    {
      hold: (path) => held.then(() => states.push(`rendered ${path}`)),
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ maxSockets: Infinity });
  // Two are rendered, and others wait for them.
  const paths = ["/prompt/1", "/prompt/2", "/prompt/3", "/prompt/4"];
  const requests = paths.map((path) => get({ host: "127.0.0.1", port, path, agent }).on("error", () => undefined));
  await expect.poll(() => rendered.length).toBe(2);
  await Promise.all(requests.map((request) => new Promise((closed) => request.on("close", closed).destroy())));
  await expect.poll(() => new Promise((counted) => app.server.getConnections((_, count) => counted(count)))).toBe(0);
  const closing = app.close().then(() => states.push("closed"));
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  expect(states).toEqual([]);
  release();
  await closing;
  expect(states.at(-1)).toBe("closed");
  expect(states.slice(0, -1).sort()).toEqual(paths.map((path) => `rendered ${path}`));
});
