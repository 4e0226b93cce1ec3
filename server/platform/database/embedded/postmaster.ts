import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../../lifecycle/start-error";
import { spawnAs } from "./account";
import { postgresEnvironment, type PostgresBinaries } from "./binaries";
import { clusterOf, type DatabaseHome } from "./directory";

export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping" … as the server writes it. */
  status: string;
}

/** Why a server that was started ended at once. */
export class PostmasterExit extends StartError {
  constructor(
    how: string,
    readonly log: string,
  ) {
    super(`PostgreSQL ended while starting (${how}):\n${log.slice(-1500)}`);
    this.name = "PostmasterExit";
  }
}

const LOG_FILE_LIMIT = 10_000_000;
const POLL_MS = 15;

export function dataOf(directory: string): string {
  return join(clusterOf(directory), "data");
}

function pidFileOf(directory: string): string {
  return join(dataOf(directory), "postmaster.pid");
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH")) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  // In a container nobody may be there to collect ended processes that have lost their parent.
  const state = process.platform === "linux" ? readOptional(`/proc/${pid}/stat`) : undefined;
  return state === undefined || !/\) Z /.test(state);
}

/** Whether the program with this number is the server of the data; after a restart of a container it may be any other. */
function isServerOf(pid: number, data: string): boolean {
  if (process.platform === "win32") return true;
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout.includes(data);
  }
  try {
    // The server works in its data directory. Compared by identity, for a mount may give that another name.
    const [workingDirectory, expected] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return workingDirectory.ino === expected.ino && workingDirectory.dev === expected.dev;
  } catch (error) {
    if (!hasCode(error, "EACCES", "ENOENT")) throw error;
    // Somebody else's program, or one that has just ended. Our own server is always ours to look at.
    return false;
  }
}

/** The server that runs on the directory's data, if there is one. */
export function findPostmaster(directory: string): Postmaster | undefined {
  const text = readOptional(pidFileOf(directory));
  // Empty: a server is about to write it.
  if (!text) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  // A dead server's file stays: the next server reads in it whether remains of the dead one are still at work.
  if (!isRunning(pid)) return undefined;
  if (isServerOf(pid, dataOf(directory)))
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "starting" };
  // The server itself would take the other program for a server of its kind, and refuse to start.
  putAway(pidFileOf(directory), text);
  return undefined;
}

/** Never removes a file that another process has written since it was read. */
function putAway(file: string, stale: string): void {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== stale) linkSync(aside, file);
  } catch (error) {
    // Others may do the same at this moment; a live server's file is never missing for longer than it takes to look.
    if (!hasCode(error, "ENOENT", "EEXIST")) throw error;
  }
  rmSync(aside, { force: true });
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/** Starts a server and waits until it takes connections. Fails with `PostmasterExit` when it ends instead. */
export async function startPostmaster(
  { directory, account }: DatabaseHome,
  binaries: PostgresBinaries,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const data = dataOf(directory);
  const logFile = join(directory, "postgres.log");
  const before = logSize(logFile);
  const log = openSync(logFile, "a", 0o600);
  const options = [
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // On Windows only pg_ctl can give up an administrator's rights, which PostgreSQL refuses to run with.
  const [program, args] =
    process.platform === "win32"
      ? [binaries.pgCtl, ["start", "-W", "-D", data, "-o", options.join(" ")]]
      : [binaries.postgres, ["-D", data, ...options]];
  const child = spawn(program, args, {
    ...spawnAs(account),
    env: postgresEnvironment(),
    // In a process group of its own: Ctrl-C must reach the site, which then stops the database last.
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => {
    if (process.platform !== "win32" || code !== 0) ended = signal ?? `code ${String(code)}`;
  });
  for (;;) {
    const found = findPostmaster(directory);
    const ours = found && (process.platform === "win32" || found.pid === child.pid);
    if (ours && found.status === "ready") return found;
    if (ended) throw new PostmasterExit(ended, readOptional(logFile)?.slice(before) ?? "");
    await delay(POLL_MS);
  }
}

/** @returns the log's length; a log that has grown large is begun anew. */
function logSize(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_FILE_LIMIT) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** Ends all connections, writes everything out and waits for the server to be gone. */
export async function stopPostmaster(pid: number, directory: string, binaries: PostgresBinaries): Promise<void> {
  if (process.platform === "win32") {
    spawn(binaries.pgCtl, ["stop", "-W", "-m", "fast", "-D", dataOf(directory)], {
      stdio: "ignore",
      windowsHide: true,
    });
  } else if (isRunning(pid)) {
    process.kill(pid, "SIGINT");
  }
  while (isRunning(pid)) await delay(POLL_MS);
}
