import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first of these programs that is on the PATH. */
export function onSystem(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Missing or not executable: try the next one.
  }
}

/** Installs packages of Debian where we may. */
export function installPackages(...names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  // Without a network it fails at once, and not after minutes of attempts.
  const options = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];
  attempt("Reading the system's package lists", "apt-get", [...options, "update"], 120_000);
  for (const name of names)
    attempt(`Installing ${name}`, "apt-get", [...options, "install", "-y", "--no-install-recommends", name], 600_000);
}

/** Reports a failed way and tries the next one. */
export function attempt(what: string, command: string, args: string[], timeout: number): void {
  process.stderr.write(`${what} …\n`);
  try {
    execFileSync(command, args, { stdio: "pipe", timeout, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  } catch (error) {
    process.stderr.write(
      `  failed: ${error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error)}\n`,
    );
  }
}
