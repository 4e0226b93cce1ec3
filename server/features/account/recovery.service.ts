import type { DataSource, EntityManager } from "typeorm";
import { NOW } from "../../platform/database/expressions";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode } from "../../platform/domain/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import type { ResetPasswordArgs } from "./account.input";
import { AccountEntity } from "./account.entity";
import { RATE_LIMITS } from "./account.limits";
import { accountById } from "./account.reader";
import { accountByCode } from "./code.service";
import { endFootholds } from "./footholds";
import { hashPassword, newPasswordProblems } from "./password";
import { proveByCode, type ProvenAccount } from "./proven-account";
import { catchRollback, RolledBack } from "./rolled-back";
import { type ChangeResult, rotateCurrentSession, type SignInResult, startSession } from "./session.service";

/** Sets a new password with a code from a mail. A rejected password does not spend the code. */
export function resetPassword(dataSource: DataSource, actor: Actor, input: ResetPasswordArgs): Promise<SignInResult> {
  return recover(dataSource, actor, "reset-password", input);
}

/** The same with the link that confirms a first address: for its owner, who did not choose the password or does not know it. */
export function verifyEmailWithNewPassword(
  dataSource: DataSource,
  actor: Actor,
  input: ResetPasswordArgs,
): Promise<SignInResult> {
  return recover(dataSource, actor, "confirm-email", input);
}

async function recover(
  dataSource: DataSource,
  actor: Actor,
  purpose: "reset-password" | "confirm-email",
  input: ResetPasswordArgs,
): Promise<SignInResult> {
  const problems = [
    ...(input.code.trim() === "" ? [problem(ProblemCode.REQUIRED, "code")] : []),
    ...newPasswordProblems(input, []),
  ];
  if (problems.length > 0) return { problems };
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  const hash = await hashPassword(input.password);
  return catchRollback(
    inTransaction(dataSource, async (manager) => {
      const proven = await proveByCode(manager, purpose, input.code);
      if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")] };
      const { username, email } = proven.account;
      const nameProblems = newPasswordProblems(input, [username, email]);
      if (nameProblems.length > 0) throw new RolledBack(nameProblems);
      await endFootholds(manager, proven);
      if (!proven.account.emailConfirmed)
        await manager.update(AccountEntity, { userId: proven.userId }, { emailConfirmedAt: NOW });
      await setPassword(manager, proven, hash);
      return { session: await startSession(manager, proven, actor) };
    }),
  );
}

/** Whether a link confirms an address; it is not spent by asking. Links are too long to be guessed. */
export async function confirmationLinkWorks(dataSource: DataSource, token: string): Promise<boolean> {
  return (await accountByCode(dataSource.manager, "confirm-email", token)) !== null;
}

/**
 * Confirms the account's current address. In a session of the account the password stays; for anybody else this is a recovery,
 * because somebody else may have registered the account.
 * @param ownOnly confirm only in a session of the account: otherwise FORBIDDEN, and the link is not spent.
 */
export async function verifyEmail(
  dataSource: DataSource,
  actor: Actor,
  token: string,
  ownOnly: boolean,
): Promise<ChangeResult> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "confirm-email", token);
    if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")] };
    const session = await rotateCurrentSession(manager, proven, actor);
    // The rollback makes the code valid again.
    if (!session && ownOnly) throw new DomainError("FORBIDDEN", "This link belongs to another account.");
    await confirmEmail(manager, proven, session?.id ?? null);
    return { problems: [], session };
  });
}

/**
 * Opening a mail proves ownership of the address. Until then somebody else may have registered with it: the first confirmation
 * revokes all their access and voids the password they chose.
 * @param sessionId of the owner, if the mail was opened in a session of the account: the session and the password are kept
 */
export async function confirmEmail(
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

/** Sets a password and notifies the owner by mail if the address is confirmed. */
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
