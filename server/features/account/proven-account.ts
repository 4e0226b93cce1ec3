import { setTimeout as delay } from "node:timers/promises";
import { type DataSource, type EntityManager, IsNull } from "typeorm";
import { isInFuture } from "../../platform/database/expressions";
import { inTransaction } from "../../platform/database/transaction";
import { checkAccess, requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { AccountEntity } from "./account.entity";
import { type Account, isAccountLocked, lockAccount, shareAccount, tryShareAccount } from "./account.reader";
import type { CodePurpose } from "./code-purposes";
import { hashSecret, spendCode } from "./code.service";
import { ApiTokenEntity, OneTimeCodeEntity, SessionEntity } from "./session.entity";

/**
 * An account that the caller has proved, within this transaction, to be allowed to act for. Its row is locked until the end of the
 * transaction, and the proof (password, code, session) was checked under that lock: a recovery that commits first is seen, and one
 * that commits later undoes what was done here. Only this file creates one, and everything that grants access requires one.
 */
class ProvenAccount {
  constructor(readonly account: Account) {}

  get userId(): string {
    return this.account.userId;
  }
}
export type { ProvenAccount };

/** @param checkedHash the hash that the password was checked against, outside the transaction because that is slow */
export async function proveByPassword(
  manager: EntityManager,
  userId: string,
  checkedHash: string,
): Promise<ProvenAccount | null> {
  const account = await lockAccount(manager, userId);
  return account?.passwordHash === checkedHash ? new ProvenAccount(account) : null;
}

/** For an account created in this transaction. */
export async function proveByRegistration(manager: EntityManager, userId: string): Promise<ProvenAccount> {
  const account = await lockAccount(manager, userId);
  if (!account) throw new Error("The account could not be created.");
  return new ProvenAccount(account);
}

/** Spends a code: of concurrent requests with the same code, only one succeeds. */
export async function proveByCode(
  manager: EntityManager,
  purpose: Exclude<CodePurpose, "change-email">,
  code: string,
): Promise<ProvenAccount | null> {
  const hash = hashSecret(code);
  const row = await manager.findOneBy(OneTimeCodeEntity, { codeHash: hash, purpose });
  const account = row && (await lockAccount(manager, row.userId));
  // Codes end when an account is closed; one that was made in the same moment does not work either.
  if (!account || account.isClosed) return null;
  // A code sent to an address is void once the account has another one.
  return (await spendCode(manager, account, purpose, hash)) ? new ProvenAccount(account) : null;
}

/** For a moderator, who may close the account and reopen it, and nothing else. */
export async function proveForModerator(manager: EntityManager, userId: string): Promise<ProvenAccount | null> {
  const account = await lockAccount(manager, userId);
  return account && new ProvenAccount(account);
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
 * The only way to change data of the signed-in account.
 * @throws UNAUTHENTICATED for a visitor and for a session that has ended since the request began, FORBIDDEN for an API token.
 */
export async function withCurrentAccount<Result>(
  dataSource: DataSource,
  actor: Actor,
  work: (manager: EntityManager, proven: ProvenAccount, sessionId: string) => Promise<Result>,
): Promise<Result> {
  const session = requireSession(actor);
  return inTransaction(dataSource, async (manager) =>
    work(manager, await proveBySession(manager, session), session.sessionId),
  );
}

/**
 * The only way to change what a member has written. The session or token of the request is checked again, under a lock that a
 * recovery waits for: what a thief has sent is not written once the owner has recovered the account.
 * @throws UNAUTHENTICATED for a visitor, and for a session or token that has ended since the request began, FORBIDDEN for a token
 * that may only read.
 */
export async function withWriter<Result>(
  dataSource: DataSource,
  actor: Actor,
  work: (manager: EntityManager, userId: string) => Promise<Result>,
): Promise<Result> {
  checkAccess(actor, "write");
  return inTransaction(dataSource, async (manager) => {
    if (actor.kind === "visitor" || !(await lockWriter(manager, actor)))
      throw new DomainError("UNAUTHENTICATED", "Sign in first.");
    return work(manager, actor.userId);
  });
}

/**
 * The only way to decide as a moderator. Whether the session and the right to do so still exist is checked again, under a lock.
 * @throws UNAUTHENTICATED, FORBIDDEN for everybody else
 */
export function withModerator<Result>(
  dataSource: DataSource,
  actor: Actor,
  work: (manager: EntityManager, moderatorId: string) => Promise<Result>,
): Promise<Result> {
  checkAccess(actor, "moderator");
  return withWriter(dataSource, actor, async (manager, userId) => {
    if (!(await manager.existsBy(AccountEntity, { userId, isModerator: true })))
      throw new DomainError("FORBIDDEN", "Only a moderator may do this.");
    return work(manager, userId);
  });
}

/** How long somebody who changes the account may make a long transaction wait, before it makes way. */
const PATIENCE_MS = 1500;
const LOCK_POLL_MS = 25;

/**
 * Like `withWriter`, for transactions of many seconds, in which nobody may have to wait for the account's lock: it is locked, and the
 * session or token checked, at the end. Whoever changes the account (a recovery, its deletion) goes first, and what was written
 * here is then undone.
 * @param work calls `goOn` between its statements, which ends it early if it will be undone
 * @throws like `withWriter`, and SERVICE_UNAVAILABLE when it has made way
 */
export async function withLongWriter<Result>(
  dataSource: DataSource,
  actor: Actor,
  work: (manager: EntityManager, userId: string, goOn: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  checkAccess(actor, "write");
  if (actor.kind === "visitor") throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const { userId } = actor;
  return inTransaction(dataSource, async (manager) => {
    let lockedSince: number | undefined;
    const goOn = async (): Promise<void> => {
      await requireCurrentActor(manager, actor);
      lockedSince = (await isAccountLocked(manager, userId)) ? (lockedSince ?? Date.now()) : undefined;
      makeWay(lockedSince);
    };
    await goOn();
    const result = await work(manager, userId, goOn);
    // Not waited for by the database: whoever has the lock may wait for the rows that were written here.
    const since = Date.now();
    while (!(await tryShareAccount(manager, userId))) {
      makeWay(since);
      await delay(LOCK_POLL_MS);
    }
    await requireCurrentActor(manager, actor);
    return result;
  });
}

function makeWay(lockedSince: number | undefined): void {
  if (lockedSince !== undefined && Date.now() - lockedSince > PATIENCE_MS)
    throw new DomainError("SERVICE_UNAVAILABLE", "The account is being changed.", { retryAfter: 5 });
}

/** @returns whether the session or token still exists */
async function lockWriter(manager: EntityManager, actor: Exclude<Actor, { kind: "visitor" }>): Promise<boolean> {
  await shareAccount(manager, actor.userId);
  return isCurrent(manager, actor);
}

/**
 * For what is read long after the request came: the session or token still exists.
 * @throws UNAUTHENTICATED
 */
export async function requireCurrentActor(manager: EntityManager, actor: Actor): Promise<void> {
  if (actor.kind === "visitor" || !(await isCurrent(manager, actor)))
    throw new DomainError("UNAUTHENTICATED", "Sign in first.");
}

function isCurrent(manager: EntityManager, actor: Exclude<Actor, { kind: "visitor" }>): Promise<boolean> {
  const { userId } = actor;
  return actor.kind === "session"
    ? manager.existsBy(SessionEntity, { id: actor.sessionId, userId, expiresAt: isInFuture() })
    : manager.existsBy(ApiTokenEntity, [
        { id: actor.tokenId, userId, expiresAt: isInFuture() },
        { id: actor.tokenId, userId, expiresAt: IsNull() },
      ]);
}
