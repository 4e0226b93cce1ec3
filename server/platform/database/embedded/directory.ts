import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartError } from "../../lifecycle/start-error";
import { type Account, canAccess, isRoot, unprivilegedAccount } from "./account";

/** Where a database is stored, and the account that runs it (undefined: our own). */
export interface DatabaseLocation {
  directory: string;
  account?: Account;
}

/** Contains `data`, `password` (the superuser's) and `site-password`. Created atomically with the first two. */
export function clusterOf(directory: string): string {
  return join(directory, "cluster");
}

export function hasCluster(directory: string): boolean {
  return existsSync(join(clusterOf(directory), "data", "PG_VERSION"));
}

/**
 * Decides where the data are stored. Usually in the wanted directory; but the account that replaces root cannot enter a
 * private home directory. Then the data are stored elsewhere, always in the same place for the same wanted directory.
 */
export function chooseLocation(preferred: string, notice: (message: string) => void): DatabaseLocation {
  if (isRoot()) makeAccessible(resolve(preferred));
  else mkdirSync(preferred, { recursive: true, mode: 0o700 });
  const directory = realpathSync(preferred);
  if (!isRoot()) {
    rejectForeignData(directory);
    return { directory };
  }
  if (hasCluster(directory)) {
    const account = ownerOf(directory);
    if (!canAccess(account, directory)) {
      throw new StartError(
        `The database in ${directory} belongs to the account ${account.uid}, which can no longer enter that folder. ` +
          "Open the folders above it (chmod o+x), or set DATA_DIR.",
      );
    }
    return { directory, account };
  }
  const fallbacks = fallbackDirectories(directory);
  const existing = fallbacks.find((candidate) => isOurs(candidate) && hasCluster(candidate));
  const account = existing ? ownerOf(existing) : unprivilegedAccount();
  if (existing) {
    notice(`The database is kept in ${existing}.`);
    return { directory: existing, account };
  }
  if (canAccess(account, directory)) return { directory, account };
  const chosen = fallbacks.find((candidate) => makePrivateFallback(candidate) && canAccess(account, candidate));
  if (!chosen) {
    throw new StartError(
      `The account that runs PostgreSQL for root can enter neither ${directory} nor ${fallbacks.join(" nor ")}. ` +
        "Set DATA_DIR to a folder outside private homes, or DATABASE_URL.",
    );
  }
  notice(`PostgreSQL cannot run below ${directory} for root, so the database is kept in ${chosen}.`);
  return { directory: chosen, account };
}

/** Ensures that even with a umask of 077, the account can enter directories that we create for it. */
function makeAccessible(directory: string): void {
  const first = mkdirSync(directory, { recursive: true });
  if (!first) return;
  for (let folder = directory; folder.startsWith(first); folder = dirname(folder)) chmodSync(folder, 0o755);
}

function fallbackDirectories(directory: string): string[] {
  const name = `polyprompt-${createHash("sha256").update(directory).digest("hex").slice(0, 12)}`;
  return [join("/var/lib", name), join(tmpdir(), name)];
}

/** Anybody may already have created a directory or link of that name in the temporary directory. */
function isOurs(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === 0;
}

function makePrivateFallback(directory: string): boolean {
  if (!existsSync(dirname(directory))) return false;
  try {
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    return true;
  } catch {
    // It already exists, or the file system is read-only: it is only usable in the first case.
    return isOurs(directory);
  }
}

/** The database's owner runs it. A copy made by root belongs to root, which cannot run it: its ownership is changed. */
function ownerOf(directory: string): Account {
  const data = join(clusterOf(directory), "data");
  const { uid, gid } = statSync(data);
  if (uid !== 0) return { uid, gid };
  const account = unprivilegedAccount();
  changeOwnerRecursively(clusterOf(directory), account);
  chmodSync(clusterOf(directory), 0o755);
  return account;
}

function changeOwnerRecursively(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwnerRecursively(join(path, name), account);
}

function rejectForeignData(directory: string): void {
  const cluster = lstatSync(clusterOf(directory), { throwIfNoEntry: false });
  if (!cluster || !process.getuid) return;
  const data = lstatSync(join(clusterOf(directory), "data"), { throwIfNoEntry: false });
  if (data && data.uid === process.getuid()) return;
  throw new StartError(
    `The database in ${directory} belongs to another account, because the site ran as that one (or as root) before. ` +
      "Start it as that account again, hand the folder over with chown -R, or set DATA_DIR.",
  );
}

export function changeOwner(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
