import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { entities } from "../../entities";
import { seedLibrary } from "../../library/seed";
import { migrations } from "../../migrations";
import { createDataSource } from "../database/data-source";
import { startEmbeddedPostgres } from "../database/embedded-postgres";
import { migrate } from "../database/migrate";

/** The server that all tests share. */
export interface TestServer {
  /** May create databases. */
  adminUrl: string;
  /** The site's account, which owns the databases. */
  ownerUrl: string;
  /** The migrated and seeded database that tests copy. */
  template: string;
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestServer;
  }
}

/** One PostgreSQL server per test run, at TEST_DATABASE_URL or embedded, with a template database that tests copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { adminUrl: given, ownerUrl: given, stop: () => Promise.resolve() } : await startOwn();
  const template = `polyprompt_template_${randomBytes(6).toString("hex")}`;
  try {
    await makeTemplate(server, template);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("postgres", { adminUrl: server.adminUrl, ownerUrl: server.ownerUrl, template });
  return async () => {
    if (given) await administer(given, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function startOwn() {
  const directory = mkdtempSync(join(tmpdir(), "polyprompt-test-"));
  // If we are root, another account runs the server, and needs access to the directory.
  chmodSync(directory, 0o755);
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };
  const server = await startEmbeddedPostgres(directory, { settings });
  return {
    adminUrl: server.adminUrl,
    ownerUrl: server.url,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function makeTemplate({ adminUrl, ownerUrl }: { adminUrl: string; ownerUrl: string }, template: string) {
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username) || "postgres");
  await administer(adminUrl, `create database ${template} owner ${owner}`);
  const url = new URL(ownerUrl);
  url.pathname = `/${template}`;
  const dataSource = createDataSource({ url: url.href, entities, migrations, hasTimeouts: false });
  await dataSource.initialize();
  try {
    await migrate(dataSource, (runner) => seedLibrary(dataSource, runner));
  } finally {
    await dataSource.destroy();
  }
}

async function administer(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
