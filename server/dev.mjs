/**
 * `npm run dev`: runs the site from its sources. Client edits show at once, in the browser and in rendered pages. Server edits
 * restart the server in a new process, because the decorators of TypeORM and TypeGraphQL register globally, so no module can be
 * loaded twice. The database keeps running.
 */
import { fork, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const RESTART_CODE = 75;
const DEBOUNCE_MS = 60;
/** How long a restart waits for running jobs. */
const JOBS_TIMEOUT_MS = 1000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...path) => join(root, ...path);

let codegen;

function log(message) {
  process.stdout.write(`${message}\n`);
}

if (process.send) await runWorker();
else await supervise();

/** Keeps one worker running, and replaces it when it requests a restart. */
async function supervise() {
  if (!existsSync(at("node_modules", "vite"))) {
    process.stderr.write("The packages are not installed: run npm install.\n");
    process.exit(1);
  }
  process.chdir(root);
  let worker;
  let stopping = false;
  const stop = (signal) => {
    stopping = true;
    codegen?.kill();
    if (worker) worker.kill(signal);
    else process.exit(0);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  await generate();
  const run = () => {
    worker = fork(fileURLToPath(import.meta.url), { env: { ...process.env, NODE_ENV: "development" } });
    worker.on("exit", (code) => {
      if (code === RESTART_CODE && !stopping) run();
      else process.exit(code ?? 1);
    });
  };
  run();
}

/** Generates the types of GraphQL documents from them and the schema. Errors in a document are printed but not fatal. */
function generate() {
  const { bin } = JSON.parse(readFileSync(at("node_modules/@graphql-codegen/cli/package.json"), "utf8"));
  const program = at("node_modules/@graphql-codegen/cli", bin["graphql-codegen"]);
  return new Promise((resolve, reject) => {
    codegen = spawn(process.execPath, [program, "--config", "codegen.ts", "--silent", "--errors-only"], {
      cwd: root,
      stdio: "inherit",
    });
    codegen.once("error", reject);
    codegen.once("close", resolve);
  });
}

/** Never runs the task concurrently: calls made during a run are coalesced into one more run. */
function coalesce(task) {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await task();
    }
    running = false;
  };
}

async function runWorker() {
  const { createServer, createServerModuleRunner } = await import("vite");
  const startTime = performance.now();
  const server = createHttpServer();
  const vite = await createServer({
    root,
    appType: "custom",
    server: {
      middlewareMode: { server },
      hmr: { server },
      watch: { ignored: ["**/.data/**", "**/dist/**", "**/coverage/**"] },
    },
    // There is no HTML file in which Vite could find the entry points.
    optimizeDeps: { entries: ["client/runtime/entry.client.tsx", "client/explorer/explorer.tsx"] },
  });
  // Reloads the modules that Vite has found to be changed, without hot replacement in running code.
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const regenerate = coalesce(generate);
  let site;
  let database;
  let jobs;
  let closing;

  const close = (code) => {
    closing ??= (async () => {
      codegen?.kill();
      server.closeAllConnections();
      server.close();
      await site?.close();
      await jobs?.close(JOBS_TIMEOUT_MS);
      // The next worker reuses the running database.
      if (code === RESTART_CODE) process.exit(code);
      await database?.close();
      await vite.close();
      process.exit(code);
    })();
    return closing;
  };
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"]) process.on(signal, () => void close(0));

  let restart;
  vite.watcher.on("all", (event, file) => {
    if (event === "addDir" || event === "unlinkDir") return;
    const path = relative(root, file).split(sep).join("/");
    if (/^server\/.*(?<!\.test)\.(ts|json)$|^product\.config\.ts$|^\.env$/.test(path)) {
      clearTimeout(restart);
      restart = setTimeout(() => void close(RESTART_CODE), DEBOUNCE_MS);
    }
    const isDocument = /^(client\/(?!gql\/)|server\/features\/agents\/).*\.tsx?$/.test(path) && event !== "unlink";
    if (path === "schema.graphql" || (isDocument && /\b(graphql|gql)\(/.test(readFileSync(file, "utf8"))))
      void regenerate();
  });

  try {
    const { loadProcessConfig } = await runner.import("/server/platform/config/config.ts");
    const { createLogger } = await runner.import("/server/platform/logging/logger.ts");
    const { openDatabase } = await runner.import("/server/database.ts");
    const config = loadProcessConfig();
    const logger = createLogger({ logLevel: config.logLevel === "info" ? "warn" : config.logLevel });
    database = await openDatabase(config, { logger, report: log });
    const { migrate } = await runner.import("/server/platform/database/migrate.ts");
    const { seedLibrary } = await runner.import("/server/library/seed.ts");
    await migrate(database.dataSource, (queries) => seedLibrary(database.dataSource, queries));
    const { emitSchema } = await runner.import("/server/schema.ts");
    if (readFileSync(at("schema.graphql"), "utf8") !== emitSchema()) writeFileSync(at("schema.graphql"), emitSchema());
    const { buildApp } = await runner.import("/server/app.ts");
    site = await buildApp({
      config,
      dataSource: database.dataSource,
      logger,
      renderer: async () => (await runner.import("/client/runtime/entry.server.tsx")).renderer,
      assets: { scripts: ["/@vite/client", "/client/runtime/entry.client.tsx"], styles: [], preloads: [] },
    });
    await site.ready();
    const { JobRunner } = await runner.import("/server/platform/jobs/job-runner.ts");
    const { siteJobs } = await runner.import("/server/jobs.ts");
    const { dataSource, url } = database;
    jobs = new JobRunner({ url, tasks: siteJobs({ config, dataSource, logger }), logger });
    await jobs.start();
    server.on("request", (request, response) => {
      vite.middlewares(request, response, () => site.routing(request, response));
    });
    server.once("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      void close(1);
    });
    server.listen(config.port, config.host, () => {
      const address = config.publicUrl.origin + config.basePath;
      log(
        `${address}/  ${address}/en/  ${address}/graphql${config.smtpUrl ? "" : `  ${address}/outbox`}  (${Math.round(performance.now() - startTime)} ms)`,
      );
    });
  } catch (error) {
    if (closing) return;
    vite.ssrFixStacktrace(error);
    process.stderr.write(`${error.stack}\nWaiting for a change …\n`);
  }
}
