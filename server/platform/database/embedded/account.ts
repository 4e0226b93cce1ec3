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

/** PostgreSQL refuses to run as root, and wants an account that has an entry in the list of accounts. */
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

/** How to start a program as that account: its working directory must be one that the account can enter. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number; cwd?: string } {
  return account ? { ...account, cwd: "/" } : {};
}

/** Asks the system itself, because the bits of the folders above do not tell everything (access lists, mounts). */
export function canEnter(account: Account, directory: string): boolean {
  const answer = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", directory], {
    ...spawnAs(account),
    stdio: "ignore",
  });
  return answer.status === 0;
}
