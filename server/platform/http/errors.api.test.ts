import { afterAll, beforeAll, expect, test } from "vitest";
import { member } from "../testing/member";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

test("refreshing a session too often is answered with 429, not 500", async () => {
  const browser = await member(site, "Restless");
  expect(await browser.refresh()).toBe(204);
  await site.dataSource.query("update rate_limit set hits = 1000000");
  expect(await browser.refresh()).toBe(429);
  await site.dataSource.query("update rate_limit set hits = 0");
  expect(await browser.refresh()).toBe(204);
});
