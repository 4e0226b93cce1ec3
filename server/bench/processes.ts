import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { childEnvironment } from "../platform/config/config";
import { projectRoot } from "../platform/config/project-root";
import { findFreePort } from "../platform/database/embedded/postmaster";
import type { SentStatement } from "../platform/testing/statements";

export interface ServerProcess {
  origin: string;
  /** Resident memory in MB; undefined if the system does not report it. */
  memory(): number | undefined;
  /** CPU time used so far, in ms; undefined if the system does not report it. */
  processorTime(): number | undefined;
  stop(): Promise<void>;
}

/** Long enough for a build. */
const START_LIMIT_MS = 300_000;

/** Starts the site on this database, as `npm start` does. @param onLog is given each line of its log, which is else passed on */
export async function startSite(
  databaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
  onLog?: (line: string) => void,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...startFlags(), join(projectRoot(), "server/start.mjs")], {
    // Its log goes to standard error, because standard output is for the results.
    stdio: ["ignore", onLog ? "pipe" : 2, "inherit"],
    env: {
      ...childEnvironment(),
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      HOST: "127.0.0.1",
      PORT: String(port),
      // Explicit even if it is the default, so that a developer's .env file has no effect.
      PUBLIC_URL: `http://localhost:${port}`,
      BASE_PATH: "",
      LOG_LEVEL: "warn",
      PAGE_CACHE_MB: "",
      WORK_BUDGET: "0",
      ...settings,
    },
  });
  if (onLog && child.stdout) createInterface(child.stdout).on("line", onLog);
  const origin = `http://127.0.0.1:${port}`;
  const site = serverProcess(child, origin);
  try {
    await waitUntilReady(child, `${origin}/readyz`);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}

/** The flags of Node that `npm start` sets. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const flags = scripts.start.match(/--[\w-]+(=\S+)?/g);
  if (!flags) throw new Error("npm start sets no flags: startFlags is not needed");
  return [...new Set(flags)];
}

/** Starts a bare server that returns the rows of these statements, each at the path of its name. */
export async function startLimitServer(
  databaseUrl: string,
  poolSize: number,
  statements: Record<string, SentStatement>,
): Promise<ServerProcess> {
  return startBaselineServer("limit-server.mjs", { url: databaseUrl, poolSize, statements });
}

/** Starts a bare server that returns the site's responses to these requests from memory. */
export async function startStaticServer(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<ServerProcess> {
  return startBaselineServer("static-server.mjs", { origin, paths, headers });
}

async function startBaselineServer(file: string, task: object): Promise<ServerProcess> {
  const child = fork(join(projectRoot(), "server/bench", file), {
    env: { ...childEnvironment(), NODE_ENV: "production" },
    execArgv: [],
  });
  child.send(task);
  const [port] = (await once(child, "message")) as [number];
  return serverProcess(child, `http://127.0.0.1:${port}`);
}

function serverProcess(child: ChildProcess, origin: string): ServerProcess {
  return {
    origin,
    memory: () => memoryOf(child.pid),
    processorTime: () => processorTimeOf(child.pid),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`The site did not start (exit code ${child.exitCode})`);
    if (Date.now() > deadline) throw new Error(`The site did not start within ${START_LIMIT_MS / 1000} s`);
    await delay(100);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false; // Not listening yet.
  }
}

function memoryOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** The kernel counts in 1/100 s on every platform that Node.js supports. */
const TICK_MS = 10;

function processorTimeOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  // The second field is the program's name in parentheses, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\)/s, "").trim().split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * TICK_MS;
}
