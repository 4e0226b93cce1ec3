import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../app";
import { entities } from "../../entities";
import { migrations } from "../../migrations";
import { loadConfig } from "../config/config";
import { createDataSource } from "../database/data-source";
import { startDatabaseProxy } from "../testing/database-proxy";
import { createPagesApp } from "../testing/pages-app";
import { createTestApp, type TestApp } from "../testing/test-app";
import { createTestDatabase } from "../testing/test-database";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(async () => {
  await site.close();
});

test("a running process is alive and ready", async () => {
  for (const url of ["/healthz", "/readyz"]) {
    const response = await site.app.inject(url);
    expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "no-store"]);
  }
});

test("a stopping process is alive, but not ready", async () => {
  let stopping = false;
  const { app } = await createPagesApp(site.dataSource, {}, { isStopping: () => stopping });
  expect((await app.inject("/readyz")).statusCode).toBe(200);
  stopping = true;
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  await app.close();
});

test("a process whose connection pool is destroyed is alive, but not ready", async () => {
  const database = await createTestDatabase();
  const { app } = await createPagesApp(database.dataSource);
  await database.dataSource.destroy();
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  await app.close();
  await database.drop();
});

interface ErrorAnswer {
  errors: { extensions: { code: string } }[];
}

test("while the database is unavailable, requests are 503 without details; they succeed when it is back", async () => {
  const database = await createTestDatabase();
  const proxy = await startDatabaseProxy(database.url);
  const dataSource = await createDataSource({ url: proxy.url, entities, migrations }).initialize();
  const app = await buildApp({ config: loadConfig({ NODE_ENV: "test" }), dataSource });
  const requests = [
    "/readyz",
    "/sitemap.xml",
    `/graphql?query={prompts(locale:EN){totalCount}}`,
    `/graphql?query={tags{nodes{slug}}}`,
  ];
  const all = () =>
    Promise.all(requests.map((url) => app.inject({ url, headers: { "apollo-require-preflight": "1" } })));
  expect((await all()).map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
  await proxy.cut();
  for (let round = 0; round < 2; round++) {
    const answers = await all();
    expect(answers.map((response) => response.statusCode)).toEqual([503, 503, 503, 503]);
    expect(answers.slice(1).map((response) => response.headers["retry-after"])).toEqual(["5", "5", "5"]);
    const codes = answers.slice(1).map((answer) => answer.json<ErrorAnswer>().errors[0]?.extensions.code);
    expect(codes).toEqual(["SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"]);
    expect(answers.map((response) => response.body).join()).not.toMatch(/ECONN|connect|terminat|driver|127\.0|stack/i);
  }
  await proxy.restore();
  expect((await all()).map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
  await app.close();
  await dataSource.destroy();
  await proxy.cut();
  await database.drop();
});
