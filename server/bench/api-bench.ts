import type pg from "pg";
import { buildApp } from "../app";
import { entities } from "../entities";
import { promptListDigest } from "../features/prompt/prompt-list.reader";
import { migrations } from "../migrations";
import { loadConfig } from "../platform/config/config";
import { createDataSource } from "../platform/database/data-source";
import { encodeCursor } from "../platform/graphql/cursor";
import { recordStatements, type SentStatement } from "../platform/testing/statements";
import { WORDS } from "./bench-database";
import { alternate, Client, type Effort, type Speed } from "./load";
import { type ServerProcess, startBaseline } from "./processes";
import { say, table } from "./report";

export interface BenchContext {
  databaseUrl: string;
  prompts: number;
  effort: Effort & { crowd: { connections: number; ms: number } };
  site: ServerProcess;
  /** Sends requests to the site. */
  client: Client;
  sql: pg.Client;
}

/** A request for a page of 20 prompts. */
interface Workload {
  name: string;
  variables: Record<string, unknown>;
  /** The fastest statement for the page, hand-written; without one, the bare server runs the site's own. */
  limit?: SentStatement;
}

const ROWS = 20;
const DEEP = 100_000;

const PAGE = `query ($locale: Locale!, $filter: PromptFilter, $orderBy: PromptOrder, $after: String) {
  prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: ${String(ROWS)}, after: $after) {
    edges { cursor node { id origin locales author { username } tags { slug label(locale: $locale) }
      upvotes downvotes upvoteDifference favoriteCount copyCount commentCount createdAt text(locale: $locale) { locale title remark content } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** The columns a page needs. Tag names are excluded, because a server caches them. */
const COLUMNS = `p.id, p.origin, p.languages, p.tag_ids, p.upvotes, p.downvotes, p.upvote_difference, p.favorite_count, p.copy_count,
  p.comment_count, p.created_at, u.username, t.locale, t.title, t.remark, t.content`;
const BY_SUPPORT = "p.upvote_difference desc, p.id desc";

function limitStatement(condition = "true", values: unknown[] = [], order = BY_SUPPORT): SentStatement {
  return {
    text: `select ${COLUMNS} from (select * from prompt p where p.listed and ${condition} order by ${order} limit ${String(ROWS)}) p
      join prompt_text t on t.prompt_id = p.id
        and t.locale = case when 'en' = any(p.languages) then 'en' else p.source_locale end
      left join user_account u on u.id = p.author_id order by ${order}`,
    values,
  };
}

async function workloads(sql: pg.Client, depth: number): Promise<Workload[]> {
  const { rows } = await sql.query<{ key: number; id: number }>(
    `select upvote_difference as key, id from prompt p where listed order by ${BY_SUPPORT} offset $1 limit 1`,
    [depth - 1],
  );
  const [deep = { key: 0, id: 0 }] = rows;
  const order = { list: promptListDigest("en", {}, null), sort: "UPVOTE_DIFFERENCE", direction: "DESC" } as const;
  const { rows: pairs } = await sql.query<{ slugs: string[]; ids: number[] }>(
    `select array[a.slug, b.slug] as slugs, array[a.id, b.id] as ids from tag a join tag b on a.id < b.id
     join prompt p on p.listed and p.tag_ids @> array[a.id, b.id] group by a.slug, b.slug, a.id, b.id order by count(*) desc limit 1`,
  );
  const [tags = { slugs: [], ids: [] }] = pairs;
  const tagged = (tagMatch: string) => ({ filter: { tags: tags.slugs, tagMatch } });
  const search = (locale: "en" | "zh", word: "frequent" | "rare", orderBy: object | null): Workload => ({
    name: `search${orderBy ? " by support" : ""}, ${locale} ${word}`,
    variables: { locale: locale.toUpperCase(), filter: { query: WORDS[locale][word] }, orderBy },
  });
  const bySupport = { field: "UPVOTE_DIFFERENCE", direction: "DESC" };
  return [
    { name: "best score", variables: {}, limit: limitStatement() },
    {
      name: "newest",
      variables: { orderBy: { field: "ID", direction: "DESC" } },
      limit: limitStatement("true", [], "p.id desc"),
    },
    {
      name: `depth ${depth.toLocaleString("en")}`,
      variables: { after: encodeCursor({ ...order, key: "integer" }, deep) },
      limit: limitStatement("(p.upvote_difference, p.id) < ($1::int, $2::int)", [deep.key, deep.id]),
    },
    { name: "two tags, any", variables: tagged("ANY"), limit: limitStatement("p.tag_ids && $1::int[]", [tags.ids]) },
    { name: "two tags, all", variables: tagged("ALL"), limit: limitStatement("p.tag_ids @> $1::int[]", [tags.ids]) },
    ...(["en", "zh"] as const).flatMap((locale) =>
      (["frequent", "rare"] as const).flatMap((word) => [search(locale, word, null), search(locale, word, bySupport)]),
    ),
  ];
}

function bodyOf({ variables }: Workload): string {
  return JSON.stringify({ query: PAGE, variables: { locale: "EN", ...variables } });
}

/** Lists and searches over HTTP, each compared with the bare server. */
export async function benchApi({ databaseUrl, prompts, effort, client, sql }: BenchContext): Promise<string> {
  const all = await workloads(sql, Math.min(DEEP, prompts / 2));
  const sent = await statementsOf(databaseUrl, all);
  const statements = Object.fromEntries(
    all.map(({ limit }, index) => [String(index), limit ?? pageStatement(sent[index] ?? [])] as const),
  );
  const limit = await startBaseline({ url: databaseUrl, poolSize: effort.connections, statements });
  const bare = new Client(limit, effort.connections);
  const results: { name: string; statements: number; site: Speed; limit: Speed }[] = [];
  try {
    for (const [index, workload] of all.entries()) {
      const { name } = workload;
      say(name);
      const request = post(bodyOf(workload));
      // Wrong answers are fast.
      if (!String(await client.send(request)).includes('"cursor"')) throw new Error(`${name}: there is no row`);
      const bareRequest = { path: `/${index}`, method: "GET" } as const;
      const [speed, limitSpeed] = await alternate(
        [
          [client, request],
          [bare, bareRequest],
        ],
        effort,
      );
      if (speed && limitSpeed)
        results.push({ name, statements: sent[index]?.length ?? 0, site: speed, limit: limitSpeed });
    }
  } finally {
    await bare.close();
    await limit.stop();
  }
  return table(
    [
      ["page of 20", (row: (typeof results)[number]) => row.name],
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

function post(body: string) {
  return { path: "/graphql", method: "POST", headers: { "content-type": "application/json" }, body } as const;
}

/** The SQL statements that the site sends for each page, recorded in this process. */
async function statementsOf(url: string, all: readonly Workload[]): Promise<SentStatement[][]> {
  const dataSource = await createDataSource({ url, entities, migrations }).initialize();
  const app = await buildApp({ config: loadConfig({ NODE_ENV: "production", WORK_BUDGET: "0" }), dataSource });
  const sent: SentStatement[][] = [];
  try {
    for (const workload of all) {
      const ask = () =>
        app.inject({ method: "POST", url: "/graphql", payload: JSON.parse(bodyOf(workload)) as object });
      await ask(); // The first request of all also reads the tags.
      sent.push(await recordStatements(ask));
    }
    return sent;
  } finally {
    await app.close();
    await dataSource.destroy();
  }
}

/** The statement that reads the page: the last one, if it takes several to find out how. */
function pageStatement(sent: readonly SentStatement[]): SentStatement {
  const page = sent.findLast(({ text }) => text.includes("page as materialized"));
  if (!page) throw new Error("The site reads no page.");
  return page;
}
