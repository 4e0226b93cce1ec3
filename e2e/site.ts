import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { SiteLinks } from "../contract/site-links";
import { killSiteDatabase } from "../server/platform/testing/site-database";
import { ALL_LINKS } from "./links";

/** The site may have to be built first, on a busy machine. */
const START_PATIENCE_MS = 240_000;

export interface RunningSite {
  /** The site's origin and base path, without a trailing slash. */
  url: string;
  port: number;
  /** Its data directory, including the database. */
  dataDir: string;
  /** As a crash of the machine would end it: by SIGKILL, the database in the same moment. */
  kill(): Promise<void>;
  /** By SIGKILL, and not the database. */
  killAlone(): Promise<void>;
  stop(): Promise<void>;
}

export interface SiteOptions {
  basePath?: string;
  /** The host in the site's public URL; it must resolve to this machine. */
  host?: string;
  /** The port of a proxy, where browsers find the site. By default its own. */
  publicPort?: number;
  /** The data of a running site, to share it. By default the site creates its own. */
  sharedDataDir?: string;
  /** The owner's configuration; by default every option is set. The rest are the product's defaults. */
  links?: Partial<SiteLinks>;
}

/** What `npm start` runs. Its shell makes way for the server, which signals therefore reach. */
const { start: START } = (JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } }).scripts;

/** Runs the production build as `npm start` does, with data of its own. */
export async function startSite({
  basePath = "",
  host = "localhost",
  links = ALL_LINKS,
  sharedDataDir,
  publicPort,
}: SiteOptions = {}): Promise<RunningSite> {
  const folder = mkdtempSync(join(tmpdir(), "polyprompt-e2e-"));
  chmodSync(folder, 0o755); // When root runs this, another account runs the database and needs access.
  const dataDir = sharedDataDir ?? folder;
  const linksFile = join(folder, "links.json");
  writeFileSync(linksFile, JSON.stringify(links));
  const port = await freePort();
  const url = `http://${host}:${publicPort ?? port}`;
  const server = spawn(START, {
    shell: true,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Journeys set their own client address.
      TRUST_PROXY: "true",
      // Some journeys read hundreds of pages in a minute.
      WORK_BUDGET: "0",
      DATABASE_URL: "",
      BASE_PATH: basePath,
      SITE_LINKS: linksFile,
      PUBLIC_URL: url,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  server.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  server.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  let stopping = false;
  server.on("exit", (code, signal) => {
    if (!stopping) process.stderr.write(`The site ended by itself (${code ?? signal ?? ""}):\n${output.join("")}\n`);
  });
  const killProcess = () => {
    stopping = true;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    return exited;
  };
  await ready(server, `http://localhost:${port}${basePath}/readyz`, output);
  return {
    url: `${url}${basePath}`,
    port,
    dataDir,
    async kill() {
      const exited = killProcess();
      killSiteDatabase(dataDir);
      await exited;
    },
    async killAlone() {
      await killProcess();
    },
    async stop() {
      stopping = true;
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, "exit");
        server.kill("SIGTERM");
        await exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess, probe: string, output: readonly string[]): Promise<void> {
  const until = Date.now() + START_PATIENCE_MS;
  while (server.exitCode === null && Date.now() < until) {
    const response = await fetch(probe).catch(() => undefined); // Not listening yet.
    if (response?.ok) return;
    await delay(100);
  }
  server.kill("SIGKILL");
  throw new Error(`The site did not start:\n${output.join("")}`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
