import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { childEnvironment } from "../platform/config/config";
import { projectRoot } from "../platform/config/project-root";
import type { BenchContext } from "./api-bench";
import { WORDS } from "./bench-database";
import { quantile } from "./load";
import { startSite } from "./processes";
import { say, table } from "./report";

interface Seen {
  failed: number;
  times: number[];
}

interface Result {
  name: string;
  /** How often the searchers got each status. */
  statuses: Record<string, number>;
  pages: Seen;
  health: Seen;
  peak: number;
  recovery: number;
}

const READERS = 20;
const PAGES = ["/", "/en/", "/prompt/1", "/en/prompt/1"];
const MEMORY_MS = 100;
/** An uncached page is quick again when it takes at most this many times as long as before the load. */
const QUICK = 2;

/**
 * Many connections that search for random words, beside readers of kept pages and a health check: without budgets, from as many
 * addresses as connections; and with the default budgets, from as many addresses and from ten.
 */
export async function benchCrowd(context: BenchContext): Promise<string> {
  const { connections, ms } = context.effort.crowd;
  const results = [
    await overload("budgets off", connections, "0", context),
    await overload("budgets on", connections, "", context),
    await overload("budgets on, 10 addresses", 10, "", context),
  ];
  const heading = `A crowd: ${String(connections)} connections search for ${String(ms / 1000)} s beside ${String(READERS)} readers`;
  const time = (of: (row: Result) => Seen, share: number) => (row: Result) => quantile(of(row).times, share).toFixed(1);
  const crowds = table(
    [
      ["crowd", (row: Result) => row.name],
      ["reader p50 ms", time(({ pages }) => pages, 0.5)],
      ["p99 ms", time(({ pages }) => pages, 0.99)],
      ["health p99", time(({ health }) => health, 0.99)],
      ["failed", ({ pages, health }) => String(pages.failed + health.failed)],
      ...["200", "429", "503", "0"].map(
        (status) => [status, (row: Result) => String(row.statuses[status] ?? 0)] as const,
      ),
      ["peak MB", ({ peak }) => peak.toFixed(0)],
      ["recovery s", ({ recovery }) => (recovery / 1000).toFixed(2)],
    ],
    results,
  );
  return `${heading}\n${crowds}`;
}

async function overload(
  name: string,
  addresses: number,
  budget: string,
  { databaseUrl, sql, effort }: BenchContext,
): Promise<Result> {
  say(`crowd, ${name}`);
  const site = await startSite(databaseUrl, { TRUST_PROXY: "true", WORK_BUDGET: budget });
  const { rows } = await sql.query<{ id: number }>("select id from prompt where listed order by id desc limit 2000");
  const uncached = rows.map(({ id }) => `${site.origin}/en/prompt/${String(id)}`);
  try {
    for (const page of PAGES) await timeOf(site.origin + page);
    const before: number[] = [];
    for (const address of uncached.splice(0, 40)) before.push(await timeOf(address));
    const quick = quantile(before, 0.5);
    let peak = 0;
    const watching = setInterval(() => (peak = Math.max(peak, site.memory())), MEMORY_MS);
    const task = { origin: site.origin, ...effort.crowd };
    const [statuses, seen] = await Promise.all([
      inProcess<Result["statuses"]>({ ...task, addresses, words: Object.values(WORDS.en) }),
      inProcess<Pick<Result, "pages" | "health">>({ ...task, readers: READERS, pages: PAGES }),
    ]);
    const recovery = await recoveryOf(uncached, quick * QUICK);
    clearInterval(watching);
    return { name, statuses, ...seen, peak, recovery };
  } finally {
    await site.stop();
  }
}

async function inProcess<Figures>(task: object): Promise<Figures> {
  const child = fork(join(projectRoot(), "server/bench/crowd.mjs"), { env: childEnvironment(), execArgv: [] });
  child.send(task);
  const [figures] = (await once(child, "message")) as [Figures];
  // Its searches that still wait are given up, and the site has yet to find out.
  child.kill();
  return figures;
}

/** How long after now the first page was asked for that came as quickly as before. */
async function recoveryOf(addresses: string[], limit: number): Promise<number> {
  const begun = performance.now();
  for (const address of addresses) {
    const asked = performance.now() - begun;
    if ((await timeOf(address)) <= limit) return asked;
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
