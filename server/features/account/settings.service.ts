import pLimit from "p-limit";
import type { DataSource, EntityManager } from "typeorm";
import {
  databaseErrorCode,
  inTransaction,
  LOCK_NOT_AVAILABLE,
  UNIQUE_VIOLATION,
} from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { doLater } from "../../platform/lifecycle/background-work";
import { queueMail, withdrawMails } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { UserEntity, usernameKey } from "../user";
import { AccountEntity } from "./account.entity";
import type { ChangePasswordArgs, DeleteAccountArgs, UpdateSettingsArgs } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { normalizeUsername, usernameProblem } from "./account.names";
import { type Account, accountById, lockAccount } from "./account.reader";
import { mailCode } from "./code-mail";
import { CODE_PURPOSES } from "./code-purposes";
import { codeMailKey, hashSecret, spendCode } from "./code.service";
import { endFootholds } from "./footholds";
import { withCurrentPassword } from "./current-password";
import { hashPassword, newPasswordProblems } from "./password";
import { deleteCommentsOf, lockThreadsOf, promptsCommentedBy } from "./places";
import { withCurrentAccount } from "./proven-account";
import { setPassword } from "./recovery.service";
import { endOtherSessions, endSession, rotateSession, type SignInResult, type StartedSession } from "./session.service";
import { mayMailOwnAddress } from "./unconfirmed-mails";
import { isUuid } from "./tokens";
import { usernameSkeleton } from "./username-skeleton";

/** The account of the caller's session. @throws UNAUTHENTICATED, FORBIDDEN */
export async function currentAccount(dataSource: DataSource, actor: Actor): Promise<Account> {
  const account = await accountById(dataSource, requireSession(actor).userId);
  if (!account) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  return account;
}

/**
 * Ends all other sessions, codes sent by mail, a pending email change and, unless they are to be kept, API tokens; notifies the
 * owner by mail. The current session continues with a new id.
 */
export async function changePassword(
  dataSource: DataSource,
  actor: Actor,
  { revokeApiTokens, ...input }: ChangePasswordArgs,
): Promise<SignInResult> {
  let hash: string;
  const changed: { session?: StartedSession } = {};
  const problems = await withCurrentPassword(dataSource, actor, input.currentPassword, {
    field: "currentPassword",
    problems: ({ username, email }) => newPasswordProblems(input, [username, email]),
    before: async () => {
      hash = await hashPassword(input.password);
    },
    work: async (manager, proven, sessionId) => {
      await setPassword(manager, proven, hash);
      const session = await rotateSession(manager, proven, sessionId);
      // While the address is unconfirmed, its owner may be somebody other than the person who registered.
      const ownAddressCodes = !proven.account.emailConfirmed;
      await endFootholds(manager, proven, { sessionId: session.id, apiTokens: !revokeApiTokens, ownAddressCodes });
      changed.session = session;
      return [];
    },
  });
  return changed.session ? { session: changed.session } : { problems };
}

export async function changeUsername(dataSource: DataSource, actor: Actor, username: string): Promise<Problem[]> {
  const { userId } = requireSession(actor);
  const normalized = normalizeUsername(username);
  const key = usernameKey(normalized);
  const invalid = usernameProblem(normalized, "username");
  if (invalid || key === undefined) return [invalid ?? problem(ProblemCode.INVALID_USERNAME, "username")];
  await consumeRateLimit(dataSource, "username", { account: userId }, RATE_LIMITS.username);
  // Counted per account alone, every new account would be good for ten more answers.
  await consumeRateLimit(dataSource, "taken", actor.caller, RATE_LIMITS.taken);
  try {
    await withCurrentAccount(dataSource, actor, async (manager) => {
      await manager.update(UserEntity, { id: userId }, { username: normalized, usernameKey: key });
      await manager.update(AccountEntity, { userId }, { usernameSkeleton: usernameSkeleton(normalized) });
    });
    return [];
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return [problem(ProblemCode.USERNAME_TAKEN, "username")];
  }
}

/** Resends the link that confirms the account's current address. */
export async function resendConfirmation(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { emailConfirmed, userId, emailKey } = await currentAccount(dataSource, actor);
  if (emailConfirmed) return [];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  const mayMail = await mayMailOwnAddress(dataSource, actor.caller, emailKey);
  doLater(() =>
    inTransaction(dataSource, async (manager) => {
      const account = await lockAccount(manager, userId);
      // Once the address is confirmed, such a link would be a password reset that is valid for two days.
      if (!account || account.isClosed || account.emailConfirmed || account.emailKey !== emailKey || !mayMail) return;
      await mailCode(manager, "confirm-email", account, { locale: account.locale, siteUrl });
    }),
  );
  return [];
}

export async function updateSettings(
  dataSource: DataSource,
  actor: Actor,
  { locale }: UpdateSettingsArgs,
): Promise<Problem[]> {
  await withCurrentAccount(dataSource, actor, async (manager, { userId }) => {
    if (locale) await manager.update(AccountEntity, { userId }, { locale });
  });
  return [];
}

/** @throws NOT_FOUND for a session that is not the viewer's. */
export async function revokeSession(dataSource: DataSource, actor: Actor, id: string): Promise<void> {
  const ended = await withCurrentAccount(dataSource, actor, (manager, { userId }) =>
    isUuid(id) ? endSession(manager, userId, id) : Promise.resolve(false),
  );
  if (!ended) throw new DomainError("NOT_FOUND", "There is no such session.");
}

/** Ends all sessions except the caller's. */
export async function revokeOtherSessions(dataSource: DataSource, actor: Actor): Promise<void> {
  await withCurrentAccount(dataSource, actor, (manager, { userId }, sessionId) =>
    endOtherSessions(manager, userId, sessionId),
  );
}

/**
 * For members without a password: mails a code that confirms the deletion of the account. A member whose address is unconfirmed
 * has a password, and gets no such mail.
 */
export async function sendDeletionCode(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { emailConfirmed, userId } = await currentAccount(dataSource, actor);
  if (!emailConfirmed) return [problem(ProblemCode.REQUIRED, "password")];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  await withCurrentAccount(dataSource, actor, (manager, { account }) =>
    mailCode(manager, "delete-account", account, { locale: account.locale, siteUrl }),
  );
  return [];
}

/** One at a time, or two accounts that keep each other's prompts would wait for each other. Whoever waits holds no connection. */
const removals = pLimit(1);

/** Deletes the account with everything that belongs to it, in one transaction. A mail confirms it. */
export function deleteAccount(dataSource: DataSource, actor: Actor, args: DeleteAccountArgs): Promise<Problem[]> {
  return removals(() => confirmAndRemove(dataSource, actor, args));
}

async function confirmAndRemove(
  dataSource: DataSource,
  actor: Actor,
  { password, code, deleteComments }: DeleteAccountArgs,
): Promise<Problem[]> {
  if (password)
    return withCurrentPassword(dataSource, actor, password, {
      field: "password",
      problems: [],
      work: async (manager, { account }) => {
        await removeAccount(manager, account, deleteComments);
        return [];
      },
    });
  await consumeRateLimit(dataSource, "code", { account: requireSession(actor).userId }, RATE_LIMITS.code);
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return withCurrentAccount(dataSource, actor, async (manager, { account }) => {
    if (!code) return [problem(ProblemCode.REQUIRED, account.passwordHash === null ? "code" : "password")];
    if (!(await spendCode(manager, account, "delete-account", hashSecret(code))))
      return [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")];
    await removeAccount(manager, account, deleteComments);
    return [];
  });
}

/** For the deletion of an account with tens of thousands of prompts, favourites and votes. */
const REMOVAL_TIMEOUT = "60s";
/** Ordinary changes of a prompt take a few milliseconds. */
const LOCK_TIMEOUT = "500ms";

/**
 * What others wrote that the deletion changes: prompts that the account keeps, votes on or comments on, and threads of the feedback page.
 * Among the prompts may be one that a long import holds, and the rest of the library, which everybody keeps and votes on: it must not be
 * locked while waiting for the one.
 * @throws SERVICE_UNAVAILABLE
 */
async function lockOthersPrompts(manager: EntityManager, userId: string): Promise<void> {
  await manager.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await manager.query(
      `select 1 from prompt
       where id in (select prompt_id from favorite where user_id = $1 union all select prompt_id from vote where user_id = $1
         union all ${promptsCommentedBy("$1")})
       order by id for no key update`,
      [userId],
    );
    await lockThreadsOf(manager, userId);
  } catch (error) {
    if (databaseErrorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new DomainError(
      "SERVICE_UNAVAILABLE",
      "A prompt or thread in which the account takes part is being changed.",
      {
        retryAfter: 5,
      },
    );
  }
  await manager.query("set local lock_timeout = 0");
}

/**
 * Foreign keys cascade to prompts, favourites, votes, sessions, codes and tokens; triggers update the counters. What may take long comes first,
 * and locks nothing that others use: prompts that only the member sees, which no tag counts. Then the prompts of others are locked, in
 * order and before threads and tags, as whoever changes one of them does.
 */
async function removeAccount(manager: EntityManager, account: Account, deletesComments: boolean): Promise<void> {
  const { userId, username, email, emailConfirmed, locale } = account;
  await manager.query(`set local statement_timeout = '${REMOVAL_TIMEOUT}'`);
  // For the deletions in other processes.
  await manager.query("select pg_advisory_xact_lock(hashtextextended('account removal', 0))");
  await manager.query(
    `delete from prompt where id in (select id from prompt where author_id = $1 and not listed order by id for update)`,
    [userId],
  );
  await manager.query("select 1 from prompt where author_id = $1 order by id for update", [userId]);
  await lockOthersPrompts(manager, userId);
  await withdrawMails(
    manager,
    CODE_PURPOSES.map((purpose) => codeMailKey(userId, purpose)),
  );
  if (deletesComments) await deleteCommentsOf(manager, userId);
  await manager.delete(UserEntity, { id: userId });
  // An unconfirmed address may be somebody else's.
  if (!emailConfirmed) return;
  const data = { username, comments: deletesComments ? "deleted" : "kept" } as const;
  await queueMail(manager, { kind: "account-deleted", to: email, locale, data });
}
