/** The child process of `job-process.ts`, run from the sources. Sends "ready" to its parent once it is running. */
import { createServer, createServerModuleRunner } from "vite";

const options = JSON.parse(process.argv[2]);
const vite = await createServer({
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
const { createDataSource } = await runner.import("/server/platform/database/data-source.ts");
const { JobRunner } = await runner.import("/server/platform/jobs/job-runner.ts");
const { createLogger } = await runner.import("/server/platform/logging/logger.ts");
const { siteJobs } = await runner.import("/server/jobs.ts");
const logger = createLogger({ logLevel: "error" });
const dataSource = createDataSource({ url: options.url, entities: [], migrations: [] });
const jobs = new JobRunner({ url: options.url, tasks: siteJobs({ config: options, dataSource, logger }), logger });
await jobs.start();
process.send("ready");
process.on("disconnect", () => process.exit());
