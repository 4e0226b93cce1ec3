import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { childEnvironment } from "../platform/config/config";
import { projectRoot } from "../platform/config/project-root";
import { findFreePort } from "../platform/database/embedded/postmaster";

export interface ServerProcess {
  origin: string;
  /** Resident memory in MB; NaN if the system does not report it. */
  memory(): number;
  /** CPU time used so far, in ms; NaN if the system does not report it. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Long enough for a build. */
const START_LIMIT_MS = 300_000;
/** The kernel counts in 1/100 s on every platform that Node.js supports. */
const TICK_MS = 10;

/** Starts the site on this database, with the flags of `npm start`. */
export async function startSite(databaseUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const port = await findFreePort();
  const { scripts } = JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const flags = new Set(scripts.start.match(/--[\w-]+(=\S+)?/g));
  const child = spawn(process.execPath, [...flags, join(projectRoot(), "server/start.mjs")], {
    // Its log goes to standard error, because standard output is for the results.
    stdio: ["ignore", 2, "inherit"],
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
  const site = serverProcess(child, `http://127.0.0.1:${port}`);
  const deadline = Date.now() + START_LIMIT_MS;
  const isReady = () =>
    fetch(`${site.origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await site.stop();
      throw new Error(`The site did not start (exit code ${child.exitCode ?? "none"})`);
    }
    await delay(100);
  }
  return site;
}

/** Starts a bare server. */
export async function startBaseline(task: object): Promise<ServerProcess> {
  const child = fork(join(projectRoot(), "server/bench/baseline-server.mjs"), {
    env: { ...childEnvironment(), NODE_ENV: "production" },
    execArgv: [],
  });
  child.send(task);
  const [port] = (await once(child, "message")) as [number];
  return serverProcess(child, `http://127.0.0.1:${port}`);
}

function serverProcess(child: ChildProcess, origin: string): ServerProcess {
  const read = (file: string) =>
    process.platform === "linux" ? readFileSync(`/proc/${String(child.pid)}/${file}`, "utf8") : "";
  return {
    origin,
    memory: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(read("status"))?.[1]) / 1024,
    processorTime() {
      // The second field is the program's name in parentheses, which may contain anything.
      const fields = read("stat").replace(/^.*\)/s, "").trim().split(" ");
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
