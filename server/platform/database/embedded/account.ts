import { spawnSync } from "node:child_process";
import { StartError } from "../../lifecycle/start-error";
import { readFileSync } from "node:fs";

export interface Account {
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account to run PostgreSQL as instead of root, which it refuses. It must be listed in /etc/passwd. */
export function unprivilegedAccount(): Account {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const found = accounts.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new StartError(
    'PostgreSQL does not run as root, and there is neither an account "postgres" nor "nobody" to run it as. ' +
      "Start as another user, or set DATABASE_URL.",
  );
}

/** Options to spawn a program as that account, in a working directory that the account can enter. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number; cwd?: string } {
  return account ? { ...account, cwd: "/" } : {};
}

/** Asks the system itself, because the mode bits of the parent directories are not everything (ACLs, mounts). */
export function canAccess(account: Account, directory: string): boolean {
  const result = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", directory], {
    ...spawnAs(account),
    stdio: "ignore",
  });
  return result.status === 0;
}
