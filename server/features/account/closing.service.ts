import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { NOW } from "../../platform/database/expressions";
import { AccountEntity } from "./account.entity";
import { endFootholds } from "./footholds";
import { lockThreadsOf, promptsCommentedBy } from "./places";
import { proveForModerator } from "./proven-account";

/** Withdrawing 20,000 prompts updates their search entries and counters. */
const TIMEOUT = "60s";

/** Closes an account: everything that acts for it ends, nobody signs in, and what it shared is withdrawn. Tells nobody. */
export async function closeAccount(manager: EntityManager, userId: string): Promise<void> {
  const proven = await proveForModerator(manager, userId);
  if (!proven) return;
  await endFootholds(manager, proven);
  await manager.update(AccountEntity, { userId }, { closedAt: NOW });
  await releaseUnconfirmedAddress(manager, userId);
  await setWithdrawn(manager, userId, true);
}

/** Opens a closed account again: its owner signs in as before, and what it shared is shown. */
export async function reopenAccount(manager: EntityManager, userId: string): Promise<void> {
  if (!(await proveForModerator(manager, userId))) return;
  await manager.update(AccountEntity, { userId }, { closedAt: null });
  await setWithdrawn(manager, userId, false);
}

/**
 * The address may be somebody else's, who could not register with it: after reopening, the member sets another one. The one in its
 * place cannot be guessed: whoever had registered with it could not be closed either.
 */
async function releaseUnconfirmedAddress(manager: EntityManager, userId: string): Promise<void> {
  const nobody = `${randomUUID()}@released.invalid`;
  await manager.query(
    "update account set email = $2, email_key = $2 where user_id = $1 and email_confirmed_at is null",
    [userId, nobody],
  );
}

async function setWithdrawn(manager: EntityManager, userId: string, withdrawn: boolean): Promise<void> {
  await manager.query(`set local statement_timeout = '${TIMEOUT}'`);
  // In the order in which everybody locks them: prompts, their own and those they commented on; threads on the feedback page.
  await manager.query(
    `select 1 from prompt where author_id = $1 or id in (${promptsCommentedBy("$1")}) order by id for no key update`,
    [userId],
  );
  await lockThreadsOf(manager, userId);
  await manager.query("update prompt set withdrawn = $2 where author_id = $1 and withdrawn <> $2", [userId, withdrawn]);
  await manager.query("update comment set withdrawn = $2 where author_id = $1 and withdrawn <> $2", [
    userId,
    withdrawn,
  ]);
}
