import type { DataSource, EntityManager } from "typeorm";
import { databaseErrorCode, UNIQUE_VIOLATION } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { withdrawMails } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { UserEntity, usernameKey } from "../user";
import { AccountEntity } from "./account.entity";
import type { ChangePasswordInput, DeleteAccountInput, SettingsInput } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { tidyUsername, usernameProblem } from "./account.names";
import { type Account, accountById } from "./account.reader";
import { mailCode } from "./code-mail";
import { CODE_PURPOSES } from "./code-purposes";
import { codeMailKey, hashOf, spendCode } from "./code.service";
import { endFootholds } from "./footholds";
import { withOwnPassword } from "./own-password";
import { hashPassword, newPasswordProblems } from "./password";
import { inOwnAccount } from "./proven-account";
import { setPassword } from "./recovery.service";
import { endOtherSessions, endSession, rotateSession, type SignIn, type StartedSession } from "./session.service";
import { consumeMailToOwnAddress } from "./stranger-mails";
import { isUuid } from "./tokens";
import { usernameSkeleton } from "./username-skeleton";

/** The account of the session that asks. @throws UNAUTHENTICATED, FORBIDDEN */
export async function ownAccount(dataSource: DataSource, actor: Actor): Promise<Account> {
  const account = await accountById(dataSource, requireSession(actor).userId);
  if (!account) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  return account;
}

/**
 * Ends all other sessions, what was sent by mail, a pending change of the address and, unless they are to stay, API tokens; tells
 * the owner by mail. The session that asks goes on with another id.
 */
export async function changePassword(
  dataSource: DataSource,
  actor: Actor,
  { revokeApiTokens, ...input }: ChangePasswordInput,
): Promise<SignIn> {
  let hash: string;
  const changed: { session?: StartedSession } = {};
  const problems = await withOwnPassword(dataSource, actor, input.currentPassword, {
    field: "currentPassword",
    problems: ({ username, email }) => newPasswordProblems(input, [username, email]),
    before: async () => {
      hash = await hashPassword(input.password);
    },
    work: async (manager, own, sessionId) => {
      await setPassword(manager, own, hash);
      const session = await rotateSession(manager, own, sessionId);
      if (!session) throw new Error("The session was there under the same lock.");
      // Of an address that is not confirmed, who registered and who holds it may be two.
      const codesOfHolder = !own.account.emailConfirmed;
      await endFootholds(manager, own, { sessionId: session.id, apiTokens: !revokeApiTokens, codesOfHolder });
      changed.session = session;
      return [];
    },
  });
  return changed.session ? { session: changed.session } : { problems };
}

export async function changeUsername(dataSource: DataSource, actor: Actor, username: string): Promise<Problem[]> {
  const { userId } = requireSession(actor);
  const tidy = tidyUsername(username);
  const key = usernameKey(tidy);
  const wrong = usernameProblem(tidy, "username");
  if (wrong || key === undefined) return [wrong ?? problem(ProblemCode.INVALID_USERNAME, "username")];
  await consumeRateLimit(dataSource, "username", { account: userId }, RATE_LIMITS.username);
  try {
    await inOwnAccount(dataSource, actor, async (manager) => {
      await manager.update(UserEntity, { id: userId }, { username: tidy, usernameKey: key });
      await manager.update(AccountEntity, { userId }, { usernameSkeleton: usernameSkeleton(tidy) });
    });
    return [];
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return [problem(ProblemCode.USERNAME_TAKEN, "username")];
  }
}

/** Sends the link that confirms the account's own address once more. */
export async function sendConfirmationAgain(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { emailConfirmed, userId, emailKey } = await ownAccount(dataSource, actor);
  if (emailConfirmed) return [];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  await consumeMailToOwnAddress(dataSource, actor.caller, emailKey);
  await inOwnAccount(dataSource, actor, async (manager, { account }) => {
    // Once confirmed, such a link would be a reset that works for two days.
    if (account.emailConfirmed) return;
    await mailCode(manager, "confirm-email", account, { locale: account.locale, siteUrl });
  });
  return [];
}

export async function updateSettings(
  dataSource: DataSource,
  actor: Actor,
  { locale }: SettingsInput,
): Promise<Problem[]> {
  await inOwnAccount(dataSource, actor, async (manager, { userId }) => {
    if (locale) await manager.update(AccountEntity, { userId }, { locale });
  });
  return [];
}

/** @throws NOT_FOUND for a session that is none of the viewer's. */
export async function revokeSession(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const ended = await inOwnAccount(dataSource, actor, (manager, { userId }) =>
    isUuid(id) ? endSession(manager, userId, id) : Promise.resolve(false),
  );
  if (!ended) throw new DomainError("NOT_FOUND", "There is no such session.");
}

/** Ends all sessions but the one that asks. */
export async function revokeOtherSessions(dataSource: DataSource, actor: Actor): Promise<void> {
  await inOwnAccount(dataSource, actor, (manager, { userId }, sessionId) =>
    endOtherSessions(manager, userId, sessionId),
  );
}

/**
 * For who has no password: a code that proves who asks to delete the account. Who has not confirmed the address has one, and gets
 * no such mail.
 */
export async function sendDeletionCode(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { emailConfirmed, userId } = await ownAccount(dataSource, actor);
  if (!emailConfirmed) return [problem(ProblemCode.REQUIRED, "password")];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  await inOwnAccount(dataSource, actor, (manager, { account }) =>
    mailCode(manager, "delete-account", account, { locale: account.locale, siteUrl }),
  );
  return [];
}

/** Deletes the account with all that is its own, in one transaction. */
export async function deleteAccount(
  dataSource: DataSource,
  actor: Actor,
  { password, code }: DeleteAccountInput,
): Promise<Problem[]> {
  if (password)
    return withOwnPassword(dataSource, actor, password, {
      field: "password",
      problems: [],
      work: async (manager, { userId }) => {
        await removeAccount(manager, userId);
        return [];
      },
    });
  return inOwnAccount(dataSource, actor, async (manager, { account, userId }) => {
    if (!code) return [problem(ProblemCode.REQUIRED, account.passwordHash === null ? "code" : "password")];
    if (!(await spendCode(manager, account, "delete-account", hashOf(code))))
      return [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")];
    await removeAccount(manager, userId);
    return [];
  });
}

/** Prompts, sessions, codes and tokens go along by their foreign keys; counters follow by triggers. */
async function removeAccount(manager: EntityManager, userId: string): Promise<void> {
  await withdrawMails(
    manager,
    CODE_PURPOSES.map((purpose) => codeMailKey(userId, purpose)),
  );
  await manager.delete(UserEntity, { id: userId });
}
