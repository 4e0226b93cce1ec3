import type { DataSource, EntityManager } from "typeorm";
import { inTransaction } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { type Account, lockAccount } from "./account.reader";
import { type CodePurpose, hashOf } from "./code.service";

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
  const [found] = await manager.query<{ user_id: string }[]>(
    `select user_id from one_time_code where code_hash = $1 and purpose = $2`,
    [hash, purpose],
  );
  const account = found && (await lockAccount(manager, found.user_id));
  if (!account) return null;
  // It was sent to an address; whoever reads that has no say once the account has another one.
  const [, spent] = await manager.query<[unknown[], number]>(
    `delete from one_time_code c using account a
     where c.code_hash = $1 and c.purpose = $2 and c.expires_at > now() and a.user_id = c.user_id and a.email_key = c.sent_to`,
    [hash, purpose],
  );
  return spent > 0 ? new ProvenAccount(account) : null;
}

async function proveBySession(
  manager: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<ProvenAccount> {
  const account = await lockAccount(manager, userId);
  const [session] = await manager.query<unknown[]>(
    `select 1 from session where id = $1 and user_id = $2 and expires_at > now()`,
    [sessionId, userId],
  );
  if (!account || !session) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
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
