import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { localePath } from "../contract/locales";
import { PRODUCT_NAME } from "../contract/product";
import { buildApp } from "./app";
import { backUp } from "./backup/backup";
import { recount } from "./backup/counters";
import { openBackup, restore } from "./backup/restore";
import { amount } from "./backup/words";
import { openDatabase } from "./database";
import { rotateSigningKey, setModerator } from "./features/account";
import { docsContent } from "./features/docs";
import { setPromptHidden } from "./features/moderation";
import { parsePromptId } from "./features/prompt";
import { siteJobs } from "./jobs";
import { seedLibrary } from "./library/seed";
import { type Config, ConfigError, loadProcessConfig } from "./platform/config/config";
import { projectRoot } from "./platform/config/project-root";
import { fillPool } from "./platform/database/data-source";
import { migrate } from "./platform/database/migrate";
import { inTransaction } from "./platform/database/transaction";
import { PageChanges } from "./platform/database/page-changes";
import { RenderThread } from "./platform/http/render-thread";
import { EventStreams } from "./platform/live/event-streams";
import { JobRunner } from "./platform/jobs/job-runner";
import { collectGarbage } from "./platform/lifecycle/collect-garbage";
import { Drain } from "./platform/lifecycle/drain";
import { Shutdown } from "./platform/lifecycle/shutdown";
import { StartError } from "./platform/lifecycle/start-error";
import { createLogger } from "./platform/logging/logger";
import { outboxFolder } from "./platform/mail/mail-transport";
import { emitSchema } from "./schema";

/** Shares of the shutdown timeout; the rest is for the database. */
const REQUESTS_SHARE = 0.7;
const JOBS_SHARE = 0.2;

/** Where the site only moves, so that nothing was ended since the backup. */
const KEEP_ACCESS = "--keep-access";

const USAGE = `Usage: main.js [command]
  (none)    serve the site
  migrate   bring the database up to date
  seed      bring the database up to date and load the library
  schema    print the GraphQL schema
  rotate-signing-key
            sign sessions with a new key from now on; nobody is signed out
  hide <number>
            hide a member's prompt from everybody but its author
  show <number>
            show a hidden prompt again
  moderator <username>
            let a member keep order
  moderator:remove <username>
            no longer
  recount   compare all counters with a recount
  backup <file>
            write everything that the database holds to a new file, while the site runs
  restore <file> [${KEEP_ACCESS}]
            fill an empty database from such a file. Ends all sessions, API tokens and codes, unless they are to be kept
`;

/** Commands with one argument. */
const WITH_ARGUMENT = ["hide", "show", "moderator", "moderator:remove", "backup", "restore"];

interface CommandContext {
  config: Config;
  logger: FastifyBaseLogger;
  report: (message: string) => void;
  shutdown: Shutdown;
}

/** @param announce print progress in plain words instead of logging it, for a person at a terminal */
export async function main(args: readonly string[], announce: boolean): Promise<void> {
  const [command = "serve", ...rest] = args;
  const hasArgument = WITH_ARGUMENT.includes(command);
  const isKnown =
    hasArgument || ["serve", "migrate", "seed", "schema", "rotate-signing-key", "recount"].includes(command);
  const hasOption = command === "restore" && rest.length === 2 && rest[1] === KEEP_ACCESS;
  if (!isKnown || (rest.length !== (hasArgument ? 1 : 0) && !hasOption)) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  if (command === "schema") {
    process.stdout.write(emitSchema());
    return;
  }
  const config = readConfig();
  if (!config) return;
  const logger = createLogger(config);
  const report = (message: string) => (announce ? process.stdout.write(`${message}\n`) : logger.info(message));
  const shutdown = new Shutdown(logger, config.shutdownTimeoutMs);
  shutdown.listen();
  const context = { config, logger, report, shutdown };
  try {
    if (command === "serve") await serve(context);
    else if (command === "backup" || command === "restore") await transfer(command, rest, context);
    else if (command === "moderator" || command === "moderator:remove")
      await appoint(rest, command === "moderator", context);
    else if (hasArgument) await hide(rest, command === "hide", context);
    else if (command === "recount") await compareCounters(context);
    else await maintain(command, context);
  } catch (error) {
    if (shutdown.signal.aborted) return shutdown.run(command === "backup" || command === "restore" ? 1 : 0);
    process.stderr.write(`${describe(error)}\n`);
    await shutdown.run(1);
  }
}

function readConfig(): Config | undefined {
  try {
    return loadProcessConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

/** A plain message for errors that the operator can fix; a stack trace for anything else. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const code = "code" in error ? String(error.code) : undefined;
  return code ? `${error.message || "The start failed"} (${code})` : (error.stack ?? error.message);
}

/**
 * How much the heap of each thread grows before its garbage is collected, in percent of what is in use. Each page leaves megabytes of
 * garbage. Together with what `npm start` sets (young objects get 24 MB instead of 48), the site takes some 240 MB while strangers
 * search; with 30 and without that, 258.
 */
const HEAP_GROWTH = 20;

async function serve({ config, logger, report, shutdown }: CommandContext): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${String(HEAP_GROWTH)}`);
  const database = await openDatabase(config, { logger, report });
  shutdown.add("the database", database.close);
  shutdown.signal.throwIfAborted();
  report("Loading the library …");
  await migrate(database.dataSource, (runner) => seedLibrary(database.dataSource, runner));
  shutdown.signal.throwIfAborted();
  const pageChanges = new PageChanges({ url: database.url, logger });
  shutdown.add("the listener for notifications", () => pageChanges.close());
  await pageChanges.start();
  const { dataSource, url } = database;
  const jobs = new JobRunner({ url, tasks: siteJobs({ config, dataSource, logger }), logger });
  shutdown.add("the jobs under way", () => jobs.close(config.shutdownTimeoutMs * JOBS_SHARE));
  await jobs.start();
  const streams = new EventStreams();
  const renderer = renderThread(logger);
  shutdown.add("the rendering thread", () => renderer.close());
  await renderer.ready();
  await fillPool(dataSource).catch((err: unknown) =>
    logger.warn({ err }, "Not all database connections could be opened"),
  );
  const app = await buildApp({
    config,
    dataSource,
    logger,
    streams,
    renderer,
    clientDir: join(projectRoot(), "dist", "client"),
    extensionDir: join(projectRoot(), "dist", "extension"),
    pageChanges,
    isStopping: () => shutdown.signal.aborted,
  });
  shutdown.add("the app", () => app.close());
  // Before the first request waits for it.
  docsContent();
  // What the start leaves behind would raise the size up to which the heap grows from then on, by 35 MB.
  await collectGarbage();
  const drain = new Drain(app.server);
  await listen(app, config);
  shutdown.add("the requests under way", () => drain.run(config.shutdownTimeoutMs * REQUESTS_SHARE));
  // Before it is waited for requests: streams would last.
  shutdown.add("the open streams", () => streams.close());
  shutdown.ready();
  const address = (path: string) => config.publicUrl.origin + config.basePath + path;
  report(
    [
      `${PRODUCT_NAME} is running:`,
      `  ${address(localePath("zh", "/"))} (中文)`,
      `  ${address(localePath("en", "/"))} (English)`,
      `  ${address("/graphql")} (GraphQL)`,
      ...(config.smtpUrl === undefined ? [`  Mails are written to ${outboxFolder(config)}: SMTP_URL is not set.`] : []),
    ].join("\n"),
  );
}

/** Takes effect at once on a site that is running. */
async function hide(
  [number = ""]: readonly string[],
  hidden: boolean,
  { config, logger, report, shutdown }: CommandContext,
): Promise<void> {
  const { dataSource, close } = await openDatabase(config, { logger, report });
  shutdown.add("the database", close);
  const isDone = await setPromptHidden(dataSource, parsePromptId(number), hidden);
  report(isDone ? `Prompt ${number} is ${hidden ? "hidden" : "shown"} now.` : `There is no member's prompt ${number}.`);
  await shutdown.run(isDone ? 0 : 1);
}

/** Takes effect with the member's next request. */
async function appoint(
  [username = ""]: readonly string[],
  isModerator: boolean,
  { config, logger, report, shutdown }: CommandContext,
): Promise<void> {
  const { dataSource, close } = await openDatabase(config, { logger, report });
  shutdown.add("the database", close);
  const isDone = await setModerator(dataSource, username, isModerator);
  report(
    isDone ? `${username} is ${isModerator ? "a moderator" : "no moderator"} now.` : `There is no member ${username}.`,
  );
  await shutdown.run(isDone ? 0 : 1);
}

/** Fails if a counter differs, and says which; it changes nothing. */
async function compareCounters({ config, logger, report, shutdown }: CommandContext): Promise<void> {
  const { dataSource, close } = await openDatabase(config, { logger, report });
  shutdown.add("the database", close);
  const differing = Object.entries(
    await inTransaction(dataSource, async (manager) => {
      // Reads whole tables.
      await manager.query("set local statement_timeout = 0");
      return recount((sql) => manager.query(sql));
    }),
  );
  for (const [counter, count] of differing) report(`${counter} differs from a recount in ${amount(count, "row")}.`);
  if (differing.length === 0) report("All counters equal a recount.");
  await shutdown.run(differing.length === 0 ? 0 : 1);
}

/** A file is looked for where `npm run` was called: npm itself goes to the folder of the site. */
async function transfer(
  command: "backup" | "restore",
  [name = "", option]: readonly string[],
  { config, logger, report, shutdown }: CommandContext,
): Promise<void> {
  const path = resolve(process.env.INIT_CWD ?? "", name);
  const { signal } = shutdown;
  // Before an embedded database is created for it.
  const backup = command === "restore" ? await openBackup(path) : undefined;
  const { url, close } = await openDatabase(config, { logger, report });
  shutdown.add("the database", close);
  if (backup) await restore({ url, backup, keepAccess: option === KEEP_ACCESS, report, signal });
  else await backUp({ url, path, report, signal });
  await shutdown.run(0);
}

async function maintain(command: string, { config, logger, report, shutdown }: CommandContext): Promise<void> {
  const { dataSource, close } = await openDatabase(config, { logger, report });
  shutdown.add("the database", close);
  await migrate(dataSource, command === "seed" ? (runner) => seedLibrary(dataSource, runner) : undefined);
  if (command === "rotate-signing-key") await rotateSigningKey(dataSource);
  report(command === "rotate-signing-key" ? "A new key signs from now on." : "The database is up to date.");
  await shutdown.run(0);
}

/** Of the client's part of the build, which is bundled separately. */
function renderThread(logger: FastifyBaseLogger): RenderThread {
  const built = (name: string) => join(dirname(fileURLToPath(import.meta.url)), name);
  return new RenderThread({ workerFile: built("render-worker.js"), rendererFile: built("entry.server.js"), logger });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new StartError(`Port ${port} on ${host} is taken by another program. Stop that one, or set PORT.`);
  }
}

const startedDirectly =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
if (startedDirectly) await main(process.argv.slice(2), process.stdout.isTTY);
