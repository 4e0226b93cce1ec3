import type { Problem } from "../../platform/domain/problem";

/** Problems found after a code was spent: rolling back the transaction makes the code valid again. */
export class RolledBack extends Error {
  constructor(readonly problems: Problem[]) {
    super("Rolled back");
  }
}

/** @param work a transaction, which may throw a `RolledBack` */
export async function catchRollback<Result>(work: Promise<Result>): Promise<Result | { problems: Problem[] }> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RolledBack) return { problems: error.problems };
    throw error;
  }
}
