import type { DataSource, EntityManager } from "typeorm";
import { isInFuture } from "../../platform/database/expressions";
import { inTransaction } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { type Account, lockAccount } from "./account.reader";
import type { CodePurpose } from "./code-purposes";
import { hashOf, spendCode } from "./code.service";
import { OneTimeCodeEntity, SessionEntity } from "./session.entity";

/**
 * An account for which somebody has proved within this transaction that they may act. Its row is locked until the end of the
 * transaction, and what was proved (password, code, session) was looked at under that lock: a recovery that comes first is
 * seen, one that comes later undoes what was done here. Only this file makes one, and nothing that gives access to an account
 * goes without.
 */
class ProvenAccount {
  constructor(readonly account: Account) {}

  get userId(): string {
    return this.account.userId;
  }
}
export type { ProvenAccount };

/** @param checkedHash the hash that the password was checked against, outside the transaction: checking takes its time */
export async function proveByPassword(
  manager: EntityManager,
  userId: string,
  checkedHash: string,
): Promise<ProvenAccount | null> {
  const account = await lockAccount(manager, userId);
  return account?.passwordHash === checkedHash ? new ProvenAccount(account) : null;
}

/** The account was made in this transaction. */
export async function proveByRegistration(manager: EntityManager, userId: string): Promise<ProvenAccount> {
  const account = await lockAccount(manager, userId);
  if (!account) throw new Error("The account could not be made.");
  return new ProvenAccount(account);
}

/** Spends a code: of requests that bring it at once, one gets the account. */
export async function proveByCode(
  manager: EntityManager,
  purpose: Exclude<CodePurpose, "change-email">,
  code: string,
): Promise<ProvenAccount | null> {
  const hash = hashOf(code);
  const found = await manager.findOneBy(OneTimeCodeEntity, { codeHash: hash, purpose });
  const account = found && (await lockAccount(manager, found.userId));
  if (!account) return null;
  // It was sent to an address; whoever reads that has no say once the account has another one.
  return (await spendCode(manager, account, purpose, hash)) ? new ProvenAccount(account) : null;
}

async function proveBySession(
  manager: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<ProvenAccount> {
  const account = await lockAccount(manager, userId);
  const isSignedIn = await manager.existsBy(SessionEntity, { id: sessionId, userId, expiresAt: isInFuture() });
  if (!account || !isSignedIn) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  return new ProvenAccount(account);
}

/**
 * The one way to change what belongs to the account that is signed in.
 * @throws UNAUTHENTICATED for a visitor and for a session that has ended since the request began, FORBIDDEN for an API token.
 */
export async function inOwnAccount<Result>(
  dataSource: DataSource,
  actor: Actor,
  work: (manager: EntityManager, own: ProvenAccount, sessionId: string) => Promise<Result>,
): Promise<Result> {
  const session = requireSession(actor);
  return inTransaction(dataSource, async (manager) =>
    work(manager, await proveBySession(manager, session), session.sessionId),
  );
}
