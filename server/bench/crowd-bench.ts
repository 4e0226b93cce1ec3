import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { RENDERED } from "../platform/http/pages.route";
import { Client } from "./load";
import { startSite } from "./processes";
import { Random } from "./random";
import { table } from "./report";

const PATHS = ["/en/", "/en/community-prompts"] as const;
/** Of each page, at each process. */
const READERS = 4;
const PAUSE_MS = 50;
const WRITES_PER_SECOND = 5;
/** As many of the newest prompts are written about. */
const ACTIVE_PROMPTS = 1000;

export interface CrowdBenchOptions {
  databaseUrl: string;
  sql: pg.Client;
  smoke: boolean;
}

interface Row {
  path: string;
  requests: number;
  renders: number;
}

/**
 * How many requests for a page are answered from memory while members edit shared prompts, vote and comment, at two processes. What they
 * write is written by SQL, whose triggers tell the processes the same.
 */
export async function benchCrowd({ databaseUrl, sql, smoke }: CrowdBenchOptions): Promise<string> {
  const renders = new Map<string, number>();
  const count = (line: string) => {
    if (!line.startsWith("{")) return;
    const { msg, page = "" } = JSON.parse(line) as { msg?: string; page?: string };
    if (msg === RENDERED) renders.set(page, (renders.get(page) ?? 0) + 1);
  };
  const settings = { LOG_LEVEL: "debug" };
  const sites = [await startSite(databaseUrl, settings, count), await startSite(databaseUrl, settings, count)];
  const clients = sites.map(({ origin }) => new Client(origin, READERS * PATHS.length));
  const requests = new Map<string, number>();
  let until = 0;
  const read = async (client: Client, path: string) => {
    while (performance.now() < until) {
      await client.send({ path, method: "GET", headers: { "accept-encoding": "br" } });
      requests.set(path, (requests.get(path) ?? 0) + 1);
      await delay(PAUSE_MS);
    }
  };
  let writes = 0;
  const write = async () => {
    const random = new Random(1);
    const { rows } = await sql.query<{ id: number }>(
      `select id from prompt where listed and origin = 'COMMUNITY' order by shared_at desc limit ${String(ACTIVE_PROMPTS)}`,
    );
    while (performance.now() < until) {
      const id = random.pick(rows).id;
      await sql.query("update prompt_text set title = title || '.' where prompt_id = $1", [id]);
      await sql.query("update prompt set updated_at = now() where id = $1", [id]);
      await sql.query("update prompt set upvotes = upvotes + 1 where id = $1", [id]);
      await sql.query("insert into comment (prompt_id, body, html, html_version) values ($1, 'x', '{x}', 1)", [id]);
      writes += 1;
      await delay(1000 / WRITES_PER_SECOND);
    }
  };
  try {
    for (const client of clients) for (const path of PATHS) await client.send({ path, method: "GET" });
    renders.clear();
    until = performance.now() + (smoke ? 2000 : 30_000);
    const readers = clients.flatMap((client) =>
      PATHS.flatMap((path) => Array.from({ length: READERS }, () => read(client, path))),
    );
    await Promise.all([write(), ...readers]);
  } finally {
    for (const client of clients) await client.close();
    for (const site of sites) await site.stop();
  }
  const rows = PATHS.map((path) => ({ path, requests: requests.get(path) ?? 0, renders: renders.get(path) ?? 0 }));
  return [
    `A crowd: ${String(writes)} edits, votes and comments each, ${String(WRITES_PER_SECOND)} a second, beside readers of two processes`,
    table(
      [
        ["page", ({ path }: Row) => path],
        ["requests", (row) => String(row.requests)],
        ["renders", (row) => String(row.renders)],
        ["kept", (row) => (1 - row.renders / row.requests).toFixed(3)],
      ],
      rows,
    ),
  ].join("\n");
}
