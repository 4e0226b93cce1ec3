import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadProcessConfig } from "../platform/config/config";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/database/embedded-postgres";
import { benchApi } from "./api-bench";
import { benchDatabase, type BenchDatabase } from "./bench-database";
import { benchCrowd } from "./crowd-bench";
import { benchLive } from "./live-bench";
import { Client, type Effort } from "./load";
import { benchOverload } from "./overload-bench";
import { benchPages } from "./page-bench";
import { startSite } from "./processes";
import { say } from "./report";

export interface BenchOptions {
  /** A small run that keeps nothing. */
  smoke: boolean;
  prompts: number;
  /** Only workloads whose group or name contains one of these words; empty: all workloads. */
  only: readonly string[];
}

const THOROUGH: Effort = { connections: 8, rounds: 5, warmUp: 64, roundMs: 1200 };
const SMOKE: Effort = { connections: 2, rounds: 1, warmUp: 8, roundMs: 0 };

export async function bench({ smoke, prompts, only }: BenchOptions): Promise<void> {
  const server = smoke ? await temporaryServer() : await persistentServer();
  try {
    const database = await benchDatabase(server, prompts);
    await measure(database, prompts, smoke ? SMOKE : THOROUGH, only);
  } finally {
    await server.stop();
  }
}

async function measure(
  database: BenchDatabase,
  prompts: number,
  effort: Effort,
  only: readonly string[],
): Promise<void> {
  const site = await startSite(database.url);
  const client = new Client(site.origin, effort.connections);
  const sql = new pg.Client({ connectionString: database.url });
  try {
    await sql.connect();
    const context = {
      database,
      prompts,
      effort,
      site,
      client,
      sql,
      wanted: (name: string) => isWanted(name, only),
    };
    const idle = site.memory();
    print(`${prompts.toLocaleString("en")} generated prompts, Node.js ${process.versions.node}`);
    print(await benchApi(context));
    print(await benchPages(context));
    if (context.wanted("live")) {
      const size = effort === SMOKE ? { streams: 50, comments: 2 } : { streams: 2000, comments: 10 };
      print(await benchLive({ databaseUrl: database.url, sql, ...size }));
    }
    if (context.wanted("crowd")) print(await benchCrowd({ databaseUrl: database.url, sql, smoke: effort === SMOKE }));
    const crowd = effort === SMOKE ? { connections: 20, ms: 1000 } : { connections: 200, ms: 15_000 };
    print(await benchOverload({ ...context, ...crowd }));
    const [before, after] = [idle, site.memory()].map((megabytes) =>
      megabytes === undefined ? "?" : megabytes.toFixed(0),
    );
    print(`Memory of the site: ${before} MB after the start, ${after} MB after the load`);
  } finally {
    await sql.end();
    await client.close();
    await site.stop();
  }
}

function print(result: string): void {
  if (result !== "") process.stdout.write(`${result}\n\n`);
}

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((word) => name.includes(word));
}

async function persistentServer(): Promise<EmbeddedPostgres> {
  const { dataDir } = loadProcessConfig();
  return startEmbeddedPostgres(join(dataDir, "bench"), { notice: say });
}

async function temporaryServer(): Promise<EmbeddedPostgres> {
  const directory = mkdtempSync(join(tmpdir(), "polyprompt-bench-"));
  // When run as root, the server runs as another user, who needs access.
  chmodSync(directory, 0o755);
  const server = await startEmbeddedPostgres(directory, { settings: { fsync: "off" } });
  return {
    ...server,
    async stop() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
