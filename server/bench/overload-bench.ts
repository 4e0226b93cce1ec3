import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { childEnvironment } from "../platform/config/config";
import { projectRoot } from "../platform/config/project-root";
import type { BenchDatabase } from "./bench-database";
import { type ServerProcess, startSite } from "./processes";
import { say, table } from "./report";

export interface OverloadBenchOptions {
  database: BenchDatabase;
  sql: pg.Client;
  connections: number;
  ms: number;
  wanted(name: string): boolean;
}

interface Crowd {
  name: string;
  addresses: number;
  /** `WORK_BUDGET` */
  budget: string;
  /** Whether searchers wait after a refusal. */
  patient: boolean;
}

interface Times {
  count: number;
  p50: number;
  p99: number;
  most: number;
}

interface CrowdResult {
  statuses: Record<string, number>;
  failed: { readers: number; health: number };
  readers: Times;
  health: Times;
}

interface Overload extends CrowdResult {
  name: string;
  peak: number;
  quick: number;
  recovery: number;
}

const READERS = 20;
const PAGES = ["/", "/en/", "/prompt/1", "/en/prompt/1"];
const MEMORY_MS = 100;
/** An uncached page is quick again when it takes at most this many times as long as before the load. */
const QUICK = 2;
const PATIENCE_MS = 60_000;

/**
 * Many connections that search for random words, beside readers of kept pages and a health check: without budgets, from as many
 * addresses as connections; and with the default budgets, from as many addresses and from ten.
 */
export async function benchOverload(options: OverloadBenchOptions): Promise<string> {
  const { connections, wanted } = options;
  const results: Overload[] = [];
  for (const crowd of [
    { name: "budgets off", addresses: connections, budget: "0", patient: false },
    { name: "budgets off, patient", addresses: connections, budget: "0", patient: true },
    { name: "budgets on", addresses: connections, budget: "", patient: false },
    { name: "budgets on, 10 addresses", addresses: 10, budget: "", patient: false },
  ]) {
    if (wanted(`overload, ${crowd.name}`)) results.push(await overload(crowd, options));
  }
  if (results.length === 0) return "";
  const heading = `Overload: ${String(connections)} connections search for ${String(options.ms / 1000)} s beside ${String(READERS)} readers`;
  return `${heading}\n${overloadTable(results)}`;
}

async function overload(
  { name, addresses, budget, patient }: Crowd,
  { database, sql, connections, ms }: OverloadBenchOptions,
): Promise<Overload> {
  say(`overload, ${name}`);
  const site = await startSite(database.url, { TRUST_PROXY: "true", WORK_BUDGET: budget });
  const { rows } = await sql.query<{ id: number }>("select id from prompt where listed order by id desc limit 2000");
  const uncached = rows.map(({ id }) => `${site.origin}/en/prompt/${String(id)}`);
  try {
    for (const page of PAGES) await timeOf(site.origin + page);
    const before: number[] = [];
    for (const address of uncached.splice(0, 40)) before.push(await timeOf(address));
    const quick = before.sort((one, other) => one - other)[20] ?? Number.NaN;
    let peak = 0;
    const watching = setInterval(() => (peak = Math.max(peak, site.memory() ?? Number.NaN)), MEMORY_MS);
    const { en } = database.examples;
    const words = [en.frequent, en.rare, ...en.six.split(" ")];
    const crowd = await crowdOn(site, { connections, addresses, readers: READERS, pages: PAGES, words, patient, ms });
    const recovery = await recoveryOf(uncached, quick * QUICK);
    clearInterval(watching);
    return { name, ...crowd, peak, quick, recovery };
  } finally {
    await site.stop();
  }
}

async function crowdOn(site: ServerProcess, task: object): Promise<CrowdResult> {
  const child = fork(join(projectRoot(), "server/bench/overload-crowd.mjs"), { env: childEnvironment(), execArgv: [] });
  child.send({ origin: site.origin, ...task });
  try {
    const [result] = (await once(child, "message")) as [CrowdResult];
    return result;
  } finally {
    // Its searches that still wait are given up, and the site has yet to find out.
    child.kill();
  }
}

/** How long after now the first page was asked for that came as quickly as before. */
async function recoveryOf(addresses: string[], limit: number): Promise<number> {
  const begun = performance.now();
  for (const address of addresses) {
    const asked = performance.now() - begun;
    if ((await timeOf(address)) <= limit || asked > PATIENCE_MS) return asked;
    await delay(10);
  }
  return Infinity;
}

/** Infinity for a page that is refused. */
async function timeOf(address: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(address, { headers: { "x-forwarded-for": "127.2.0.1" } });
  await response.arrayBuffer();
  return response.ok ? performance.now() - begun : Infinity;
}

function overloadTable(results: readonly Overload[]): string {
  const others = ({ statuses }: Overload) =>
    Object.entries(statuses)
      .filter(([status]) => !["200", "429", "503"].includes(status))
      .reduce((sum, [, count]) => sum + count, 0);
  return table(
    [
      ["overload", (row: Overload) => row.name],
      ["reader p50 ms", ({ readers }) => readers.p50.toFixed(1)],
      ["p99 ms", ({ readers }) => readers.p99.toFixed(1)],
      ["health p99", ({ health }) => health.p99.toFixed(1)],
      ["failed", ({ failed }) => String(failed.readers + failed.health)],
      ["served", ({ statuses }) => String(statuses["200"] ?? 0)],
      ["429", ({ statuses }) => String(statuses["429"] ?? 0)],
      ["503", ({ statuses }) => String(statuses["503"] ?? 0)],
      ["other", (row) => String(others(row))],
      ["peak MB", ({ peak }) => peak.toFixed(0)],
      ["page ms", ({ quick }) => quick.toFixed(0)],
      ["recovery s", ({ recovery }) => (recovery / 1000).toFixed(2)],
    ],
    results,
  );
}
