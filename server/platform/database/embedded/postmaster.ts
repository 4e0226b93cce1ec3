import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../../lifecycle/start-error";
import { spawnAs } from "./account";
import { postgresEnvironment, type PostgresBinaries } from "./binaries";
import { clusterOf, type DatabaseLocation } from "./directory";

export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping" … as written by the server. */
  status: string;
}

/** The server exited during its startup. */
export class PostmasterExitError extends StartError {
  constructor(
    reason: string,
    readonly log: string,
  ) {
    super(`PostgreSQL ended while starting (${reason}):\n${log.slice(-1500)}`);
    this.name = "PostmasterExitError";
  }
}

/**
 * As `nice` counts, below the site: searches can take all processors for long, while the site takes little and answers everybody else.
 * Not lower: other programs of the machine would leave nothing to the database.
 */
export const DATABASE_PRIORITY = 5;

const MAX_LOG_BYTES = 10_000_000;
const POLL_MS = 15;

export function dataOf(directory: string): string {
  return join(clusterOf(directory), "data");
}

function pidFileOf(directory: string): string {
  return join(dataOf(directory), "postmaster.pid");
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ESRCH")) return undefined;
    throw error;
  }
}

function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
  // In a container there may be no init process to reap orphaned zombies.
  const state = process.platform === "linux" ? readIfExists(`/proc/${pid}/stat`) : undefined;
  return state === undefined || !/\) Z /.test(state);
}

/** Whether the process with this id is the server of the data directory; after a container restart it may be any other process. */
function isServerOf(pid: number, data: string): boolean {
  if (process.platform === "win32") return true;
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).stdout.includes(data);
  }
  try {
    // The server's working directory is its data directory. Compared by inode, because a mount may give it another path.
    const [workingDirectory, expected] = [statSync(`/proc/${pid}/cwd`), statSync(data)];
    return workingDirectory.ino === expected.ino && workingDirectory.dev === expected.dev;
  } catch (error) {
    if (!hasErrorCode(error, "EACCES", "ENOENT")) throw error;
    // Another user's process, or one that has just exited. We can always inspect our own server.
    return false;
  }
}

/** The server that is running on the directory's data, if any. */
export function findPostmaster(directory: string): Postmaster | undefined {
  const text = readIfExists(pidFileOf(directory));
  // Empty while a server is about to write it.
  if (!text) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  // Keep a dead server's file: the next server uses it to detect processes of the dead one that are still running.
  if (!isRunning(pid)) return undefined;
  if (isServerOf(pid, dataOf(directory)))
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "starting" };
  // PostgreSQL would mistake the other process for a server, and refuse to start.
  removeStaleFile(pidFileOf(directory), text);
  return undefined;
}

/** Never removes a file that another process has written since it was read. */
function removeStaleFile(file: string, stale: string): void {
  const renamedFile = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(file, renamedFile);
    if (readFileSync(renamedFile, "utf8") !== stale) linkSync(renamedFile, file);
  } catch (error) {
    // Other processes may be doing the same; a live server's file is only missing for a moment.
    if (!hasErrorCode(error, "ENOENT", "EEXIST")) throw error;
  }
  rmSync(renamedFile, { force: true });
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a server and waits until it accepts connections. @throws PostmasterExitError if it exits instead */
export async function startPostmaster(
  { directory, account }: DatabaseLocation,
  binaries: PostgresBinaries,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const data = dataOf(directory);
  const logFile = join(directory, "postgres.log");
  const logStart = rotateLog(logFile);
  const log = openSync(logFile, "a", 0o600);
  const options = [
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // On Windows only pg_ctl can drop administrator rights, with which PostgreSQL refuses to run.
  const [program, args] =
    process.platform === "win32"
      ? [binaries.pgCtl, ["start", "-W", "-D", data, "-o", options.join(" ")]]
      : [binaries.postgres, ["-D", data, ...options]];
  const child = spawn(program, args, {
    ...spawnAs(account),
    env: postgresEnvironment(),
    // In its own process group: Ctrl-C must only reach the site, which then stops the database last.
    detached: true,
    stdio: ["ignore", log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  if (child.pid !== undefined) lowerPriority(child.pid);
  let exitReason: string | undefined;
  child.once("error", (error) => (exitReason = error.message));
  child.once("exit", (code, signal) => {
    if (process.platform !== "win32" || code !== 0) exitReason = signal ?? `code ${String(code)}`;
  });
  for (;;) {
    const found = findPostmaster(directory);
    const isOurs = found && (process.platform === "win32" || found.pid === child.pid);
    if (isOurs && found.status === "ready") return found;
    if (exitReason) throw new PostmasterExitError(exitReason, readIfExists(logFile)?.slice(logStart) ?? "");
    await delay(POLL_MS);
  }
}

/** Of the server and all its processes. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, DATABASE_PRIORITY);
  } catch (error) {
    // One that has ended already is told of by its exit.
    const { code } = (error as { info?: { code?: string } }).info ?? {};
    if (code !== "ESRCH") throw error;
  }
}

/** Rotates the log if it is large. @returns its length */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_LOG_BYTES) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** Performs a fast shutdown and waits until the server has exited. */
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
