/**
 * `npm run bench`: measures how fast the built site answers with many prompts, relative to the fastest possible answers on the same
 * machine at the same time. Absolute times differ between machines, so the ratios are what counts.
 *
 *   npm run bench               api, pages and crowd, with 200,000 generated prompts, created once and kept in DATA_DIR/bench
 *   BENCH_PROMPTS=10000 npm run bench
 *   npm run bench -- --smoke    a small run on a temporary database; for CI
 *   npm run bench -- api        lists and searches of the API
 *   npm run bench -- pages      pages, rendered and cached
 *   npm run bench -- crowd      many connections that search, beside readers of kept pages
 *   npm run bench -- search <file> …     how much of what people look for the search finds; with --misses, also what it does not
 *   npm run bench -- guard      how the time for hostile texts grows with their length; needs no database, and judges nothing
 *
 * The site under test is the production build in its own process. Only the benchmark itself is TypeScript run by Vite.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, createServerModuleRunner } from "vite";

const args = process.argv.slice(2);
const smoke = args.includes("--smoke");
const names = args.filter((arg) => !arg.startsWith("--"));

const vite = await createServer({
  root: dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
const load = (file) => runner.import(`/server/bench/${file}.ts`);
try {
  if (names[0] === "search") await (await load("search-bench")).benchSearch(names.slice(1), args.includes("--misses"));
  else if (names[0] === "guard") (await load("guard-bench")).benchGuards();
  else await (await load("main")).bench(names, Number(process.env.BENCH_PROMPTS || (smoke ? 2000 : 200_000)), smoke);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await vite.close();
}
