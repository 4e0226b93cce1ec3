/**
 * `npm run bench`: how fast the built site answers on a large library, beside the fastest answer that the same machine can
 * give at that moment. Absolute times differ from machine to machine, so what counts are the shares.
 *
 *   npm run bench               200,000 generated prompts, made once and kept in DATA_DIR/bench
 *   BENCH_PROMPTS=10000 npm run bench
 *   npm run bench -- --smoke    everything in small, on a database that is removed again; for CI
 *   npm run bench -- api        only the workloads whose group or name contains one of the words given
 *
 * The site under test is the production build in a process of its own. Only the bench itself is TypeScript that Vite runs.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, createServerModuleRunner } from "vite";

const args = process.argv.slice(2);
const smoke = args.includes("--smoke");

const vite = await createServer({
  root: dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
try {
  const { bench } = await runner.import("/server/bench/main.ts");
  await bench({
    smoke,
    prompts: Number(process.env.BENCH_PROMPTS || (smoke ? 2000 : 200_000)),
    only: args.filter((arg) => !arg.startsWith("--")),
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await vite.close();
}
