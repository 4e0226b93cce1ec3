import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { Pool } from "undici";
import { type ServerProcess, startSite } from "./processes";
import { Random } from "./random";
import { table } from "./report";

const KEPT = "/en/";
/** Never asked for before; the ids of the library's prompts follow. */
const FRESH = "/de/prompt/";
const READERS = 20;
const READER_PAUSE_MS = 20;
const SAMPLE_MS = 100;
/** A fresh page that comes within this time is as quick as on an idle site. */
const QUICK_MS = 250;

export interface OverloadBenchOptions {
  databaseUrl: string;
  sql: pg.Client;
  smoke: boolean;
}

interface Result {
  budgets: string;
  answers: Map<number, number>;
  readers: number[];
  health: number[];
  memory: number;
  recoveryMs: number;
}

/**
 * Strangers who search for random words, each request from another address of a few thousand, beside readers of a page that is kept and the
 * health check: what these feel of it, what the process needs, and when it is as quick as before.
 */
export async function benchOverload({ databaseUrl, sql, smoke }: OverloadBenchOptions): Promise<string> {
  const { rows } = await sql.query<{ word: string }>(
    "select distinct word from (select regexp_split_to_table(lower(title), '\\W+') as word from prompt_text where locale = 'en' limit 20000) w where length(word) > 3",
  );
  const words = rows.map(({ word }) => word);
  const results: Result[] = [];
  for (const [budgets, setting] of [
    ["off", "0"],
    ["on", ""],
  ] as const) {
    const site = await startSite(databaseUrl, { TRUST_PROXY: "true", WORK_BUDGET: setting });
    try {
      results.push({ budgets, ...(await overload(site, words, smoke)) });
    } finally {
      await site.stop();
    }
  }
  const at = (latencies: readonly number[], share: number) =>
    ([...latencies].sort((a, b) => a - b)[Math.ceil(latencies.length * share) - 1] ?? Number.NaN).toFixed(1);
  return table(
    [
      ["overload, budgets", (row: Result) => row.budgets],
      ["readers p50 ms", (row) => at(row.readers, 0.5)],
      ["p99 ms", (row) => at(row.readers, 0.99)],
      ["health p99 ms", (row) => at(row.health, 0.99)],
      ["searches 200", (row) => String(row.answers.get(200) ?? 0)],
      ["429", (row) => String(row.answers.get(429) ?? 0)],
      ["503", (row) => String(row.answers.get(503) ?? 0)],
      ["memory MB", (row) => row.memory.toFixed(0)],
      ["quick after ms", (row) => row.recoveryMs.toFixed(0)],
    ],
    results,
  );
}

async function overload(
  site: ServerProcess,
  words: readonly string[],
  smoke: boolean,
): Promise<Omit<Result, "budgets">> {
  const connections = smoke ? 10 : 200;
  const pool = new Pool(site.origin, { connections: connections + READERS + 1, pipelining: 1 });
  const answers = new Map<number, number>();
  const [readers, health]: [number[], number[]] = [[], []];
  const random = new Random(1);
  const word = () => random.pick(words);
  const timed = async (path: string, address: string): Promise<{ status: number; ms: number }> => {
    const sent = performance.now();
    const headers = { "x-forwarded-for": address, "accept-encoding": "br" };
    const { statusCode, body } = await pool.request({ path, method: "GET", headers });
    await body.arrayBuffer();
    return { status: statusCode, ms: performance.now() - sent };
  };
  let fresh = 0;
  const timeFresh = async () => (await timed(`${FRESH}${String((fresh += 1))}`, "10.3.0.1")).ms;
  try {
    for (let warm = 0; warm < 20; warm += 1) await timeFresh();
    await timed(KEPT, "10.2.0.1");
    const until = performance.now() + (smoke ? 2000 : 20_000);
    const isOver = () => performance.now() >= until;
    let memory = 0;
    const search = async () => {
      while (!isOver()) {
        const query = `${word()} ${word()} ${String(random.between(0, 100_000))}`;
        const address = `10.1.${String(random.between(0, 15))}.${String(random.between(1, 250))}`;
        const { status } = await timed(`/en/?q=${encodeURIComponent(query)}`, address);
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    const read = async (path: string, address: string, latencies: number[], pauseMs: number) => {
      while (!isOver()) {
        const { status, ms } = await timed(path, address);
        if (status !== 200) throw new Error(`${path} was answered with ${String(status)}.`);
        latencies.push(ms);
        await delay(pauseMs);
      }
    };
    const watch = async () => {
      while (!isOver()) {
        memory = Math.max(memory, site.memory() ?? 0);
        await delay(SAMPLE_MS);
      }
    };
    await Promise.all([
      ...Array.from({ length: connections }, search),
      ...Array.from({ length: READERS }, (_, reader) =>
        read(KEPT, `10.2.0.${String(reader)}`, readers, READER_PAUSE_MS),
      ),
      read("/healthz", "10.4.0.1", health, SAMPLE_MS),
      watch(),
    ]);
    const ended = performance.now();
    while ((await timeFresh()) > QUICK_MS) await delay(SAMPLE_MS);
    return { answers, readers, health, memory, recoveryMs: performance.now() - ended };
  } finally {
    await pool.close();
  }
}
