import type { Surroundings } from "./api-bench";
import { alternate, Client, type Request, type Speed } from "./load";
import { startSite, startStatic } from "./processes";
import { say, table } from "./report";

interface Rendering {
  path: string;
  speed: Speed;
  gzip: number;
  brotli: number;
}

interface Kept {
  path: string;
  site: Speed;
  bare: Speed;
  unchanged: Speed;
  bareUnchanged: Speed;
}

/**
 * Answers from memory are so quick that the warm-up of other workloads is over before the code is compiled: it would measure
 * the compiler, and make rounds of a few hundredths of a second.
 */
const LONGER_WARM_UP = 200;

const BROTLI = { "accept-encoding": "br" };

export async function benchPages(surroundings: Surroundings): Promise<string> {
  const { sql, wanted } = surroundings;
  const { rows } = await sql.query<{ id: number }>(
    `select id from prompt where listed and languages @> array['en', 'zh'] order by upvote_difference desc, id desc limit 1`,
  );
  const id = rows[0]?.id ?? 1;
  const paths = ["/", "/en/", `/prompt/${id}`, `/en/prompt/${id}`].filter((path) => wanted(`pages ${path}`));
  if (paths.length === 0) return "";
  return [await benchRendering(surroundings, paths), await benchKept(surroundings, paths)].join("\n\n");
}

/** Pages rendered for each request anew, uncompressed, by a site that keeps none; and their size as browsers get them. */
async function benchRendering({ database, effort }: Surroundings, paths: readonly string[]): Promise<string> {
  const site = await startSite(database.url, { PAGE_CACHE_MB: "0" });
  const client = new Client(site.origin, effort.connections);
  const results: Rendering[] = [];
  try {
    for (const path of paths) {
      say(`${path} rendered`);
      const encoded = async (encoding: string) =>
        (await client.send({ path, method: "GET", headers: { "accept-encoding": encoding } })).length;
      const [speed] = await alternate([{ client, request: { path, method: "GET" } }], effort);
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
 * Pages that the site keeps, as browsers get them, beside the bare server that has the same bytes in memory. Both may well be
 * faster than who asks them; then the rates are alike and say nothing, and only the processor's time tells them apart.
 */
async function benchKept({ site: server, client, effort }: Surroundings, paths: readonly string[]): Promise<string> {
  const bare = await startStatic(client.origin, paths, BROTLI);
  const bareClient = new Client(bare.origin, effort.connections);
  const results: Kept[] = [];
  try {
    for (const path of paths) {
      say(`${path} kept`);
      const full: Request = { path, method: "GET", headers: BROTLI };
      const etag = await client.header("etag", full);
      const conditional: Request = { ...full, headers: { ...BROTLI, "if-none-match": etag }, status: 304 };
      const beside = (request: Request) =>
        alternate(
          [
            { client, request, processorTime: server.processorTime },
            { client: bareClient, request, processorTime: bare.processorTime },
          ],
          { ...effort, warmUp: effort.warmUp * LONGER_WARM_UP },
        );
      const [site, theirs] = await beside(full);
      const [unchanged, bareUnchanged] = await beside(conditional);
      if (site && theirs && unchanged && bareUnchanged)
        results.push({ path, site, bare: theirs, unchanged, bareUnchanged });
    }
    return keptTable(results);
  } finally {
    await bareClient.close();
    await bare.stop();
  }
}

function keptTable(results: readonly Kept[]): string {
  return table(
    [
      ["page, kept", (row: Kept) => row.path],
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
