import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let site: TestApp;
let url: string;

beforeAll(async () => {
  site = await createTestApp();
  url = `${await site.app.listen({ host: "127.0.0.1", port: 0 })}/graphql`;
});
afterAll(async () => {
  await site.close();
});

test("every MUST of GraphQL over HTTP is met, and at least 55 of its 61 audits", async () => {
  const results = [];
  for (const audit of serverAudits({ url })) results.push(await audit.fn());
  const missed = results.filter((result) => result.status !== "ok");
  const summary = missed.map(
    (result) => `${result.id} ${result.status}: ${result.name} (${"reason" in result ? result.reason : ""})`,
  );
  process.stdout.write(
    `graphql-http: ${String(results.length - missed.length)} of ${String(results.length)} audits met; not met:\n${summary.join("\n")}\n`,
  );
  expect(results).toHaveLength(61);
  expect(summary.filter((line) => line.includes("MUST"))).toEqual([]);
  expect(results.length - missed.length).toBeGreaterThanOrEqual(55);
});
