import type { BenchContext } from "./api-bench";
import { COLLECTOR, MOST_SEEN } from "./bench-database";
import { alternate, Client, type Request, type Speed } from "./load";
import { startSite, startStaticServer } from "./processes";
import { say, table } from "./report";

interface Rendering {
  path: string;
  speed: Speed;
  gzip: number;
  brotli: number;
}

interface CachedResult {
  path: string;
  site: Speed;
  bare: Speed;
  unchanged: Speed;
  bareUnchanged: Speed;
}

/**
 * Cached responses are so fast that the usual warm-up ends before the JIT has compiled the code: it would measure the compiler,
 * and yield rounds of a few hundredths of a second.
 */
const WARM_UP_FACTOR = 200;

const BROTLI = { "accept-encoding": "br" };

export async function benchPages(context: BenchContext): Promise<string> {
  const { sql, wanted } = context;
  const { rows } = await sql.query<{ id: number; reply: string; bare: number }>(
    `select id, (select max(c.id) from comment c where c.prompt_id = seen.id) as reply,
       (select max(id) from prompt where listed and comment_count = 0) as bare from (${MOST_SEEN}) seen`,
  );
  const { id = 1, reply = "", bare = 1 } = rows[0] ?? {};
  const paths = [
    "/",
    "/en/",
    `/prompt/${id}`,
    `/en/prompt/${id}`,
    // One of thousands of comments, and a page that has none.
    `/en/prompt/${id}?comment=${reply}`,
    `/en/prompt/${bare}`,
    "/en/community-prompts",
    `/en/community-prompts?author=${COLLECTOR}`,
  ].filter((path) => wanted(`pages ${path}`));
  if (paths.length === 0) return "";
  return [await benchRendering(context, paths), await benchCached(context, paths)].join("\n\n");
}

/** Pages rendered anew for each request, uncompressed, with the page cache disabled; and their compressed sizes. */
async function benchRendering({ database, effort }: BenchContext, paths: readonly string[]): Promise<string> {
  const site = await startSite(database.url, { PAGE_CACHE_MB: "0" });
  const client = new Client(site.origin, effort.connections);
  const results: Rendering[] = [];
  try {
    for (const path of paths) {
      say(`${path} rendered`);
      const encoded = async (encoding: string) =>
        (await client.send({ path, method: "GET", headers: { "accept-encoding": encoding } })).length;
      const request = { path, method: "GET" } as const;
      const [speed] = await alternate([{ client, request, processorTime: site.processorTime }], effort);
      if (speed) results.push({ path, speed, gzip: await encoded("gzip"), brotli: await encoded("br") });
    }
    const memory = site.memory()?.toFixed(0) ?? "?";
    return `${renderingTable(results)}\nMemory of that site after the load: ${memory} MB`;
  } finally {
    await client.close();
    await site.stop();
  }
}

function renderingTable(results: readonly Rendering[]): string {
  return table(
    [
      ["page, rendered", (row: Rendering) => row.path],
      ["site/s", ({ speed }) => speed.perSecond.toFixed(0)],
      ["CPU ms", ({ speed }) => (speed.processor === undefined ? "?" : (speed.processor / 1000).toFixed(1))],
      ["p50 ms", ({ speed }) => speed.p50.toFixed(1)],
      ["p99 ms", ({ speed }) => speed.p99.toFixed(1)],
      ["HTML kB", ({ speed }) => (speed.bytes / 1000).toFixed(1)],
      ["gzip kB", (row) => (row.gzip / 1000).toFixed(1)],
      ["brotli kB", (row) => (row.brotli / 1000).toFixed(1)],
    ],
    results,
  );
}

/**
 * Cached pages, as browsers get them, compared with a bare server that has the same bytes in memory. Both may be faster than the
 * load generator; then the rates are equal and meaningless, and only the CPU time differs.
 */
async function benchCached({ site: server, client, effort }: BenchContext, paths: readonly string[]): Promise<string> {
  const bare = await startStaticServer(client.origin, paths, BROTLI);
  const bareClient = new Client(bare.origin, effort.connections);
  const results: CachedResult[] = [];
  try {
    for (const path of paths) {
      say(`${path} cached`);
      const full: Request = { path, method: "GET", headers: BROTLI };
      const etag = await client.header("etag", full);
      // A page that says how long ago something was is another one when it is rendered again, after a minute.
      const conditional: Request = { ...full, headers: { ...BROTLI, "if-none-match": etag }, status: [304, 200] };
      const compare = (request: Request) =>
        alternate(
          [
            { client, request, processorTime: server.processorTime },
            { client: bareClient, request, processorTime: bare.processorTime },
          ],
          { ...effort, warmUp: effort.warmUp * WARM_UP_FACTOR },
        );
      const [site, baseline] = await compare(full);
      const [unchanged, bareUnchanged] = await compare(conditional);
      if (site && baseline && unchanged && bareUnchanged)
        results.push({ path, site, bare: baseline, unchanged, bareUnchanged });
    }
    return cachedTable(results);
  } finally {
    await bareClient.close();
    await bare.stop();
  }
}

function cachedTable(results: readonly CachedResult[]): string {
  return table(
    [
      ["page, cached", (row: CachedResult) => row.path],
      ["site/s", ({ site }) => site.perSecond.toFixed(0)],
      ["static/s", ({ bare }) => bare.perSecond.toFixed(0)],
      ["share", ({ site, bare }) => (site.perSecond / bare.perSecond).toFixed(2)],
      ["CPU µs", ({ site }) => site.processor?.toFixed(0) ?? "?"],
      ["static", ({ bare }) => bare.processor?.toFixed(0) ?? "?"],
      ["CPU share", ({ site, bare }) => processorShare(site, bare)],
      ["p50 ms", ({ site }) => site.p50.toFixed(2)],
      ["p99 ms", ({ site }) => site.p99.toFixed(2)],
      ["static p99", ({ bare }) => bare.p99.toFixed(2)],
      ["kB", ({ site }) => (site.bytes / 1000).toFixed(1)],
      ["304/s", ({ unchanged }) => unchanged.perSecond.toFixed(0)],
      ["share", (row) => (row.unchanged.perSecond / row.bareUnchanged.perSecond).toFixed(2)],
      ["CPU share", ({ unchanged, bareUnchanged }) => processorShare(unchanged, bareUnchanged)],
    ],
    results,
  );
}

function processorShare(site: Speed, bare: Speed): string {
  return site.processor && bare.processor ? (bare.processor / site.processor).toFixed(2) : "?";
}
