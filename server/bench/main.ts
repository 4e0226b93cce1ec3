import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadProcessConfig } from "../platform/config/config";
import { startEmbeddedPostgres } from "../platform/database/embedded-postgres";
import { benchApi, type BenchContext } from "./api-bench";
import { benchDatabase } from "./bench-database";
import { benchCrowd } from "./crowd-bench";
import { Client } from "./load";
import { benchPages } from "./page-bench";
import { startSite } from "./processes";
import { say } from "./report";

const BENCHES: Readonly<Record<string, (context: BenchContext) => Promise<string>>> = {
  api: benchApi,
  pages: benchPages,
  crowd: benchCrowd,
};
const THOROUGH = { connections: 8, rounds: 5, warmUp: 64, roundMs: 1200, crowd: { connections: 200, ms: 15_000 } };
const SMOKE = { connections: 2, rounds: 1, warmUp: 8, roundMs: 0, crowd: { connections: 20, ms: 1000 } };

/** @param names of benches; all if there is none. @param smoke a small run that keeps nothing */
export async function bench(names: readonly string[], prompts: number, smoke: boolean): Promise<void> {
  const chosen = (names.length === 0 ? Object.keys(BENCHES) : names).map((name) => {
    const run = BENCHES[name];
    if (!run) throw new Error(`There is no bench "${name}", but ${Object.keys(BENCHES).join(", ")}, search and guard.`);
    return run;
  });
  const directory = smoke
    ? mkdtempSync(join(tmpdir(), "polyprompt-bench-"))
    : join(loadProcessConfig().dataDir, "bench");
  // When run as root, the server runs as another user, who needs access.
  if (smoke) chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres(directory, { notice: say, ...(smoke && { settings: { fsync: "off" } }) });
  try {
    const databaseUrl = await benchDatabase(server, prompts);
    await measure(databaseUrl, prompts, smoke ? SMOKE : THOROUGH, chosen);
  } finally {
    await server.stop();
    if (smoke) rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(
  databaseUrl: string,
  prompts: number,
  effort: BenchContext["effort"],
  chosen: readonly ((context: BenchContext) => Promise<string>)[],
): Promise<void> {
  const site = await startSite(databaseUrl);
  const client = new Client(site, effort.connections);
  const sql = new pg.Client({ connectionString: databaseUrl });
  const print = (result: string) => process.stdout.write(`${result}\n`);
  const memory = () => site.memory().toFixed(0);
  try {
    await sql.connect();
    const idle = memory();
    print(`${prompts.toLocaleString("en")} generated prompts, Node.js ${process.versions.node}\n`);
    for (const run of chosen) print(`${await run({ databaseUrl, prompts, effort, site, client, sql })}\n`);
    print(`Memory of the site: ${idle} MB after the start, ${memory()} MB after the load`);
  } finally {
    await sql.end();
    await client.close();
    await site.stop();
  }
}
