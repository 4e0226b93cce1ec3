import type pg from "pg";
import { buildApp } from "../app";
import { entities } from "../entities";
import { migrations } from "../migrations";
import { loadConfig } from "../platform/config/config";
import { createDataSource } from "../platform/database/data-source";
import { recordStatements, type SentStatement } from "../platform/testing/statements";
import type { BenchDatabase } from "./bench-database";
import { alternate, Client, type Effort, type Speed } from "./load";
import { type ServerProcess, startLimitServer } from "./processes";
import { say, table } from "./report";
import { moderatorCookie } from "./moderator";
import {
  commentWorkloads,
  communityWorkloads,
  countBody,
  favoriteWorkloads,
  moderationWorkloads,
  ownWorkloads,
  type Workload,
  workloads,
} from "./workloads";

export interface BenchContext {
  database: BenchDatabase;
  prompts: number;
  effort: Effort;
  site: ServerProcess;
  /** Sends requests to the site. */
  client: Client;
  sql: pg.Client;
  wanted(name: string): boolean;
}

interface Result {
  name: string;
  found: number;
  statements: number;
  site: Speed;
  limit: Speed;
}

const ROWS = 20;
const DEEP = 100_000;

/** Lists and searches over HTTP, each compared with the bare server. */
export async function benchApi({ database, prompts, effort, client, sql, wanted }: BenchContext): Promise<string> {
  const all = [
    ...(await workloads(sql, database, Math.min(DEEP, prompts / 2))),
    ...(await communityWorkloads(sql, database, Math.min(DEEP, prompts / 2))),
    ...(await ownWorkloads(sql, database)),
    ...(await favoriteWorkloads(sql, database)),
    ...(await moderationWorkloads(sql)),
    ...(await commentWorkloads(sql)),
  ];
  const chosen = all.filter(({ name }) => wanted(`api ${name}`));
  if (chosen.length === 0) return "";
  const sent = await statementsOf(database.url, sql, chosen);
  const statements = Object.fromEntries(
    chosen.map((workload, index) => [String(index), workload.limit ?? pageStatement(sent[index], workload)] as const),
  );
  const limit = await startLimitServer(database.url, effort.connections, statements);
  const bare = new Client(limit.origin, effort.connections);
  const results: Result[] = [];
  let cookie = "";
  try {
    for (const [index, workload] of chosen.entries()) {
      say(workload.name);
      const { name, body } = workload;
      // Not before it is needed: all workloads together take longer than an access token lasts.
      cookie ||= await cookieFor([workload], sql, (request) =>
        client.headers("set-cookie", { path: "/graphql", method: "POST", ...request }),
      );
      const request = { path: "/graphql", method: "POST", headers: headers(workload, cookie), body } as const;
      const found = await check(client, workload, cookie);
      const [speed, limitSpeed] = await alternate(
        [
          { client, request },
          { client: bare, request: { path: `/${index}`, method: "GET" } },
        ],
        effort,
      );
      if (speed && limitSpeed)
        results.push({ name, found, statements: sent[index]?.length ?? 0, site: speed, limit: limitSpeed });
    }
  } finally {
    await bare.close();
    await limit.stop();
  }
  return table(
    [
      ["page of 20", (row: Result) => row.name],
      ["found", ({ found }) => found.toLocaleString("en")],
      ["SQL", (row) => String(row.statements)],
      ["site/s", ({ site }) => site.perSecond.toFixed(0)],
      ["limit/s", (row) => row.limit.perSecond.toFixed(0)],
      ["share", (row) => (row.site.perSecond / row.limit.perSecond).toFixed(2)],
      ["p50 ms", ({ site }) => site.p50.toFixed(1)],
      ["p99 ms", ({ site }) => site.p99.toFixed(1)],
      ["limit p99", (row) => row.limit.p99.toFixed(1)],
      ["kB", ({ site }) => (site.bytes / 1000).toFixed(0)],
    ],
    results,
  );
}

/** The session of a moderator, if one of the workloads needs it. @param send as that of `moderatorCookie` */
async function cookieFor(
  chosen: readonly Workload[],
  sql: pg.Client,
  send: Parameters<typeof moderatorCookie>[0],
): Promise<string> {
  return chosen.some(({ asModerator }) => asModerator) ? moderatorCookie(send, sql) : "";
}

function headers({ token, asModerator }: Workload, cookie: string): Record<string, string> {
  return {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(asModerator && { cookie }),
  };
}

interface PageAnswer {
  errors?: unknown;
  data?: { prompts?: PromptPage; viewer?: { prompts: PromptPage }; parent?: { prompts: PromptPage } };
}

interface PromptPage {
  edges?: unknown[];
  totalCount?: number;
}

/** Checks one page and its total count before measuring, because wrong answers are fast. */
async function check(client: Client, workload: Workload, cookie: string): Promise<number> {
  const ask = async (body: string) => {
    const answer = await client.send({ path: "/graphql", method: "POST", headers: headers(workload, cookie), body });
    const { errors, data } = JSON.parse(answer.toString("utf8")) as PageAnswer;
    if (errors) throw new Error(`${workload.name}: ${JSON.stringify(errors)}`);
    return data?.prompts ?? data?.viewer?.prompts ?? data?.parent?.prompts;
  };
  const rows = (await ask(workload.body))?.edges?.length ?? 0;
  const found = (await ask(countBody(workload)))?.totalCount ?? 0;
  if (rows === 0 || rows !== Math.min(ROWS, found)) throw new Error(`${workload.name}: ${rows} rows of ${found}`);
  return found;
}

/** The SQL statements that the site sends for each page, recorded in this process. */
async function statementsOf(url: string, sql: pg.Client, chosen: readonly Workload[]): Promise<SentStatement[][]> {
  const dataSource = createDataSource({ url, entities, migrations });
  await dataSource.initialize();
  const app = await buildApp({ config: loadConfig({ NODE_ENV: "production", WORK_BUDGET: "0" }), dataSource });
  try {
    // The site's own sessions are not valid here.
    const cookie = await cookieFor(chosen, sql, async ({ headers, body }) => {
      const answer = await app.inject({ method: "POST", url: "/graphql", headers, payload: body });
      return [answer.headers["set-cookie"] ?? []].flat();
    });
    const ask = async (workload: Workload) => {
      const { body: payload } = workload;
      const answer = await app.inject({ method: "POST", url: "/graphql", headers: headers(workload, cookie), payload });
      if (answer.statusCode !== 200 || "errors" in answer.json<PageAnswer>())
        throw new Error(`${payload}: ${answer.statusCode} ${answer.body}`);
    };
    const sent: SentStatement[][] = [];
    for (const workload of chosen) {
      await ask(workload); // The first request of all also reads the tags.
      sent.push(await recordStatements(() => ask(workload)));
    }
    return sent;
  } finally {
    await app.close();
    await dataSource.destroy();
  }
}

/** The statement that reads the page: the last one, if it takes several to find out how. Others read excerpts, the total, or who has the token. */
function pageStatement(sent: readonly SentStatement[] | undefined, { name }: Workload): SentStatement {
  const pages =
    sent?.filter(({ text }) =>
      /page as materialized|favorite_position|select c\.id, c\.prompt_id|^select \* from moderation_act/.test(text),
    ) ?? [];
  const page = pages.at(-1);
  if (!page || (pages.length > 1 && !name.startsWith("closest")))
    throw new Error(`${name}: the site sends ${sent?.length ?? 0} statements`);
  return page;
}
