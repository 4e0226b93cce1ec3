import type { DataSource, EntityManager } from "typeorm";
import { NOW } from "../../platform/database/expressions";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import type { ResetPasswordInput } from "./account.input";
import { AccountEntity } from "./account.entity";
import { RATE_LIMITS } from "./account.limits";
import { accountById } from "./account.reader";
import { endFootholds } from "./footholds";
import { hashPassword, newPasswordProblems } from "./password";
import { proveByCode, type ProvenAccount } from "./proven-account";
import { type Done, rotateOwnSession, type SignIn, startSession } from "./session.service";

/** A new password by a code. What is wrong with the password spends no code. */
export function resetPassword(dataSource: DataSource, actor: Actor, input: ResetPasswordInput): Promise<SignIn> {
  return recover(dataSource, actor, "reset-password", input);
}

/** The same by the link that confirms a first address: who holds it, but does not know the password or did not choose it. */
export function verifyEmailWithNewPassword(
  dataSource: DataSource,
  actor: Actor,
  input: ResetPasswordInput,
): Promise<SignIn> {
  return recover(dataSource, actor, "confirm-email", input);
}

async function recover(
  dataSource: DataSource,
  actor: Actor,
  purpose: "reset-password" | "confirm-email",
  input: ResetPasswordInput,
): Promise<SignIn> {
  const problems = [
    ...(input.code.trim() === "" ? [problem(ProblemCode.REQUIRED, "code")] : []),
    ...newPasswordProblems(input, []),
  ];
  if (problems.length > 0) return { problems };
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  const hash = await hashPassword(input.password);
  return undoing(
    inTransaction(dataSource, async (manager) => {
      const proven = await proveByCode(manager, purpose, input.code);
      if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")] };
      const { username, email } = proven.account;
      const found = newPasswordProblems(input, [username, email]);
      if (found.length > 0) throw new Undone(found);
      await endFootholds(manager, proven);
      if (!proven.account.emailConfirmed)
        await manager.update(AccountEntity, { userId: proven.userId }, { emailConfirmedAt: NOW });
      await setPassword(manager, proven, hash);
      return { session: await startSession(manager, proven, actor) };
    }),
  );
}

/** What was found wrong once a code was spent: the transaction is undone, and the code is good again. */
class Undone extends Error {
  constructor(readonly problems: Problem[]) {
    super("Undone");
  }
}

async function undoing(work: Promise<SignIn>): Promise<SignIn> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Undone) return { problems: error.problems };
    throw error;
  }
}

/**
 * Confirms the account's own address. In a session of the account the password stays; to anybody else it is recovery: who
 * registered may have been somebody else.
 * @param ownOnly confirms in a session of the account alone: FORBIDDEN otherwise, and the link is not spent.
 */
export async function verifyEmail(
  dataSource: DataSource,
  actor: Actor,
  token: string,
  ownOnly: boolean,
): Promise<Done> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "confirm-email", token);
    if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")] };
    const session = await rotateOwnSession(manager, proven, actor);
    // Undoes what was spent.
    if (!session && ownOnly) throw new DomainError("FORBIDDEN", "This link belongs to another account.");
    await confirmHolder(manager, proven, session?.id ?? null);
    return { problems: [], session };
  });
}

/**
 * Who opens a mail to an address holds it. Before that somebody else may have registered with it: the first time, whatever they
 * could act by ends, and the password that they chose is void.
 * @param sessionId of the holder, where the mail was opened in a session of the account: it goes on, with the password
 */
export async function confirmHolder(
  manager: EntityManager,
  proven: ProvenAccount,
  sessionId: string | null = null,
): Promise<void> {
  if (proven.account.emailConfirmed) return;
  await endFootholds(manager, proven, sessionId === null ? {} : { sessionId });
  await manager.update(
    AccountEntity,
    { userId: proven.userId },
    { emailConfirmedAt: NOW, ...(sessionId === null && { passwordHash: null }) },
  );
}

/** Sets a password and tells the owner by mail, where the address is known to be the owner's. */
export async function setPassword(manager: EntityManager, { userId }: ProvenAccount, hash: string): Promise<void> {
  await manager.update(AccountEntity, { userId }, { passwordHash: hash });
  const account = await accountById(manager, userId);
  if (!account?.emailConfirmed) return;
  await queueMail(manager, {
    kind: "password-changed",
    to: account.email,
    locale: account.locale,
    data: { username: account.username, when: new Date().toISOString() },
  });
}
