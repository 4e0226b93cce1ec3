import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../lifecycle/start-error";
import { spawnAs } from "./account";
import { postgresEnvironment, type PostgresBinaries } from "./binaries";
import { changeOwner, clusterOf, type DatabaseLocation, hasCluster } from "./directory";
import { isRunning } from "./postmaster";

export const SUPERUSER = "postgres";

/**
 * Creates the database unless it exists. It is created in a temporary place and then renamed, so that an interrupted attempt
 * never looks like a database, and so that of two concurrent processes one wins and the other uses its result.
 * @returns whether this call created it
 */
export async function ensureCluster(
  location: DatabaseLocation,
  binaries: PostgresBinaries,
  sync: boolean,
): Promise<boolean> {
  const { directory } = location;
  if (hasCluster(directory)) return false;
  removeAbandonedAttempts(directory);
  const temporaryDirectory = mkdtempSync(join(directory, `init-${process.pid}-`));
  try {
    await initialize(temporaryDirectory, location, binaries, sync);
    renameSync(temporaryDirectory, clusterOf(directory));
    syncDirectory(directory);
    return true;
  } catch (error) {
    if (hasCluster(directory)) return false;
    throw error;
  } finally {
    rmSync(temporaryDirectory, { recursive: true, force: true });
  }
}

async function initialize(
  temporaryDirectory: string,
  { account }: DatabaseLocation,
  binaries: PostgresBinaries,
  sync: boolean,
) {
  const data = join(temporaryDirectory, "data");
  const password = join(temporaryDirectory, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(password, newPassword(), { mode: 0o600, flush: true });
  chmodSync(temporaryDirectory, account ? 0o755 : 0o700);
  changeOwner(account, data);
  changeOwner(account, password);
  const options = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    ...(sync ? [] : ["--no-sync"]),
  ];
  try {
    await promisify(execFile)(binaries.initdb, options, { ...spawnAs(account), env: postgresEnvironment() });
  } catch (error) {
    const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new StartError(`The database could not be made in ${temporaryDirectory}: ${stderr || String(error)}`, {
      cause: error,
    });
  }
}

function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

export function readSuperuserPassword(directory: string): string {
  return readFileSync(join(clusterOf(directory), "password"), "utf8").trim();
}

/** The password of the site's own role; undefined if the role has none yet, or still has the superuser's. */
export function readSitePassword(directory: string): string | undefined {
  const file = sitePasswordFile(directory);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * Gives the site's role its own password. The file is created atomically once the role has the password: after an
 * interrupted attempt, the next one chooses a new password.
 * @param setRolePassword sets the role's password
 */
export async function createSitePassword(
  { directory, account }: DatabaseLocation,
  setRolePassword: (password: string) => Promise<void>,
): Promise<void> {
  const password = newPassword();
  await setRolePassword(password);
  const file = sitePasswordFile(directory);
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, password, { mode: 0o600, flush: true });
  changeOwner(account, temporaryFile);
  renameSync(temporaryFile, file);
  syncDirectory(clusterOf(directory));
}

function sitePasswordFile(directory: string): string {
  return join(clusterOf(directory), "site-password");
}

/** Makes the rename durable: otherwise a power failure could lose the whole database with its committed rows. */
function syncDirectory(directory: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Removes what interrupted attempts left behind. */
function removeAbandonedAttempts(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = /^init-(\d+)-/.exec(name)?.[1];
    if (!pid) continue;
    const path = join(directory, name);
    const startedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // The pid may have been reused by another process, for example in a restarted container.
    const abandoned = Number(pid) !== process.pid && (!isRunning(Number(pid)) || Date.now() - startedAt > 600_000);
    if (abandoned) rmSync(path, { recursive: true, force: true });
  }
}
