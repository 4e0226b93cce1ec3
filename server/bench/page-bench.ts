import type { Surroundings } from "./api-bench";
import { alternate, type Speed } from "./load";
import { say, table } from "./report";

interface Result {
  path: string;
  speed: Speed;
  gzip: number;
  brotli: number;
}

/** Pages rendered for each request anew, uncompressed; and their size as browsers get them. */
export async function benchPages({ effort, client, sql, wanted }: Surroundings): Promise<string> {
  const { rows } = await sql.query<{ id: number }>(
    `select id from prompt where listed and languages @> array['en', 'zh'] order by upvote_difference desc, id desc limit 1`,
  );
  const id = rows[0]?.id ?? 1;
  const paths = ["/", "/en/", `/prompt/${id}`, `/en/prompt/${id}`].filter((path) => wanted(`pages ${path}`));
  if (paths.length === 0) return "";
  const results: Result[] = [];
  for (const path of paths) {
    say(path);
    const encoded = async (encoding: string) =>
      (await client.send({ path, method: "GET", headers: { "accept-encoding": encoding } })).length;
    const [speed] = await alternate([{ client, request: { path, method: "GET" } }], effort);
    if (speed) results.push({ path, speed, gzip: await encoded("gzip"), brotli: await encoded("br") });
  }
  return table(
    [
      ["page", (row: Result) => row.path],
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
