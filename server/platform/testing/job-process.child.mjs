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
const { JobRunner } = await runner.import("/server/platform/jobs/job-runner.ts");
const { createLogger } = await runner.import("/server/platform/logging/logger.ts");
const { mailTask } = await runner.import("/server/platform/mail/mail-task.ts");
const { mailTransport } = await runner.import("/server/platform/mail/mail-transport.ts");
const logger = createLogger({ logLevel: "error" });
// Its own texts: those of the features would take several seconds to load.
const text = () => ({ subject: "Subject", preview: "Preview", username: "Reader", lead: "Lead", notes: [] });
const texts = new Proxy({}, { get: () => text });
const tasks = [mailTask({ transport: mailTransport(options), texts, logger })];
const jobs = new JobRunner({ url: options.url, tasks, logger });
await jobs.start();
process.send("ready");
process.on("disconnect", () => process.exit());
