import type { BenchContext } from "./api-bench";
import { alternate, Client, type Request, type Speed } from "./load";
import { startBaseline, startSite } from "./processes";
import { say, table } from "./report";

interface Result {
  path: string;
  rendered: Speed;
  gzip: number;
  cached: Speed;
  bare: Speed;
}

/** Cached pages are so fast that the usual warm-up ends before the JIT has compiled the code. */
const WARM_UP_FACTOR = 200;
const BROTLI = { "accept-encoding": "br" };

/**
 * Pages rendered anew for each request, with the page cache disabled; and cached pages, as browsers get them, compared with a bare server that
 * has the same bytes in memory. Both may be faster than the load generator: then their rates are equal, and only the CPU time differs.
 */
export async function benchPages({ databaseUrl, sql, effort, site, client }: BenchContext): Promise<string> {
  const { rows } = await sql.query<{ id: number }>(
    "select id from prompt where listed and languages @> '{en,zh}' order by upvote_difference desc, id desc limit 1",
  );
  const paths = ["/en/", `/en/prompt/${String(rows[0]?.id ?? 1)}`, "/en/community-prompts"];
  const uncached = await startSite(databaseUrl, { PAGE_CACHE_MB: "0" });
  const renderer = new Client(uncached, effort.connections);
  const bareServer = await startBaseline({ origin: site.origin, paths, headers: BROTLI });
  const bareClient = new Client(bareServer, effort.connections);
  const results: Result[] = [];
  try {
    for (const path of paths) {
      say(path);
      const page: Request = { path, method: "GET" };
      const [rendered] = await alternate([[renderer, page]], effort);
      const gzip = await renderer.send({ ...page, headers: { "accept-encoding": "gzip" } });
      const request = { ...page, headers: BROTLI };
      const compressed = { ...effort, warmUp: effort.warmUp * WARM_UP_FACTOR };
      const [cached, bare] = await alternate(
        [
          [client, request],
          [bareClient, request],
        ],
        compressed,
      );
      if (rendered && cached && bare) results.push({ path, rendered, gzip: gzip.length, cached, bare });
    }
    const pages = table(
      [
        ["page", (row: Result) => row.path],
        ["rendered/s", ({ rendered }) => rendered.perSecond.toFixed(0)],
        ["CPU ms", ({ rendered }) => (rendered.processor / 1000).toFixed(1)],
        ["p99 ms", ({ rendered }) => rendered.p99.toFixed(1)],
        ["gzip kB", ({ gzip }) => (gzip / 1000).toFixed(1)],
        ["cached/s", ({ cached }) => cached.perSecond.toFixed(0)],
        ["static/s", ({ bare }) => bare.perSecond.toFixed(0)],
        ["share", ({ cached, bare }) => (cached.perSecond / bare.perSecond).toFixed(2)],
        ["CPU share", ({ cached, bare }) => (bare.processor / cached.processor).toFixed(2)],
        ["p99 ms", ({ cached }) => cached.p99.toFixed(2)],
        ["brotli kB", ({ cached }) => (cached.bytes / 1000).toFixed(1)],
      ],
      results,
    );
    return `${pages}\nMemory of the site that renders, after: ${uncached.memory().toFixed(0)} MB`;
  } finally {
    for (const each of [renderer, bareClient]) await each.close();
    for (const each of [uncached, bareServer]) await each.stop();
  }
}
