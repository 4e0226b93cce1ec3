import type { RequestContext } from "../../platform/graphql/context";
import { databaseErrorCode, inTransaction } from "../../platform/database/transaction";
import { problem, ProblemCode, type Problem } from "../../platform/graphql/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { takeHit } from "../../platform/rate-limit/rate-limit";
import { usernameKey } from "../user";
import type { ChangePasswordInput, DeleteAccountInput, SettingsInput } from "./account.input";
import { emailKey, emailProblem, maskedEmail, tidyEmail, tidyUsername, usernameProblem } from "./account.names";
import { type Account, accountByEmail, accountById } from "./account.reader";
import { requireSession } from "./account.policy";
import { CODE_SECONDS, makeCode, spendCode } from "./code.service";
import { checkPassword, hashPassword } from "./password";
import { newPasswordProblems, sendConfirmation } from "./registration.service";
import { endOtherSessions, endSession } from "./session.service";
import { confirmHolder, setPassword } from "./sign-in.service";
import { isUuid } from "./tokens";
import { usernameSkeleton } from "./username-skeleton";
import { fault } from "../../platform/graphql/errors";

const UNIQUE_VIOLATION = "23505";
/** Wrong passwords of somebody who is signed in: a session that was left open must not help to guess. */
const TRIES = { limit: 10, seconds: 15 * 60 };
const MAILS = { limit: 5, seconds: 60 * 60 };

/** The account of the session that asks. @throws UNAUTHENTICATED, FORBIDDEN */
export async function ownAccount(context: RequestContext): Promise<Account & { sessionId: string }> {
  const { userId, sessionId } = requireSession(context);
  const account = await accountById(context.dataSource, userId);
  if (!account) throw fault("UNAUTHENTICATED", "Sign in first.");
  return { ...account, sessionId };
}

async function currentPasswordProblems(
  { dataSource }: RequestContext,
  account: Account,
  password: string,
  field: string,
): Promise<Problem[]> {
  if (password === "") return [problem(ProblemCode.REQUIRED, field)];
  await takeHit(dataSource, `password:${account.userId}`, TRIES);
  const { right } = await checkPassword(password, account.passwordHash);
  return right ? [] : [problem(ProblemCode.WRONG_PASSWORD, field)];
}

/** Ends all other sessions and tells the owner by mail. */
export async function changePassword(context: RequestContext, input: ChangePasswordInput): Promise<Problem[]> {
  const account = await ownAccount(context);
  const problems = [
    ...newPasswordProblems(input, [account.username, account.email]),
    ...(await currentPasswordProblems(context, account, input.currentPassword, "currentPassword")),
  ];
  if (problems.length > 0) return problems;
  const hash = await hashPassword(input.password);
  await inTransaction(context.dataSource, async (manager) => {
    await setPassword(manager, account.userId, hash);
    await endOtherSessions(manager, account.userId, account.sessionId);
  });
  return [];
}

export async function changeUsername(context: RequestContext, username: string): Promise<Problem[]> {
  const { userId } = await ownAccount(context);
  const tidy = tidyUsername(username);
  const wrong = usernameProblem(tidy, "username");
  if (wrong) return [wrong];
  await takeHit(context.dataSource, `username:${userId}`, TRIES);
  try {
    await inTransaction(context.dataSource, async (manager) => {
      await manager.query(`update user_account set username = $2, username_key = $3 where id = $1`, [
        userId,
        tidy,
        usernameKey(tidy),
      ]);
      await manager.query(`update account set username_skeleton = $2 where user_id = $1`, [
        userId,
        usernameSkeleton(tidy),
      ]);
    });
    return [];
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return [problem(ProblemCode.USERNAME_TAKEN, "username")];
  }
}

/** Sends a link to the new address. The account changes when it is opened. */
export async function changeEmail(context: RequestContext, email: string, currentPassword: string): Promise<Problem[]> {
  const account = await ownAccount(context);
  const tidy = tidyEmail(email);
  const wrong = emailProblem(tidy, "email");
  const problems = [
    ...(wrong ? [wrong] : []),
    ...(await currentPasswordProblems(context, account, currentPassword, "currentPassword")),
  ];
  if (problems.length > 0) return problems;
  await takeHit(context.dataSource, `email:${account.userId}`, MAILS);
  const holder = await accountByEmail(context.dataSource, tidy);
  if (holder && holder.userId !== account.userId) return [problem(ProblemCode.EMAIL_TAKEN, "email")];
  await inTransaction(context.dataSource, (manager) =>
    sendConfirmation(manager, { ...account, email: tidy, siteUrl: context.siteUrl }),
  );
  return [];
}

/** Sends the link that confirms the account's own address once more. */
export async function sendConfirmationAgain(context: RequestContext): Promise<Problem[]> {
  const account = await ownAccount(context);
  if (account.emailConfirmed) return [];
  await takeHit(context.dataSource, `email:${account.userId}`, MAILS);
  await inTransaction(context.dataSource, (manager) =>
    sendConfirmation(manager, { ...account, siteUrl: context.siteUrl }),
  );
  return [];
}

/**
 * Confirms the address that a code was sent to; where it is a new one, the account has it from now on and the old one is told.
 * The first time that an account is confirmed by somebody who is not signed in to it, its password is void: who registered may
 * have been somebody else.
 */
export async function verifyEmail({ dataSource, caller, identity }: RequestContext, token: string): Promise<Problem[]> {
  await takeHit(dataSource, `code:${caller.address}`, { limit: 60, seconds: 15 * 60 });
  try {
    return await inTransaction(dataSource, async (manager) => {
      const spent = await spendCode(manager, "confirm-email", token);
      const account = spent && (await accountById(manager, spent.userId));
      if (!account || spent.email === null) return [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")];
      const ownSession = identity?.userId === account.userId ? identity.sessionId : null;
      if (ownSession === null) await confirmHolder(manager, account.userId);
      else if (!account.emailConfirmed) await endOtherSessions(manager, account.userId, ownSession);
      await manager.query(
        `update account set email = $2, email_key = $3, email_confirmed_at = now() where user_id = $1`,
        [account.userId, spent.email, emailKey(spent.email)],
      );
      if (account.emailConfirmed && emailKey(spent.email) !== emailKey(account.email)) {
        await queueMail(manager, {
          kind: "email-changed",
          to: account.email,
          locale: account.locale,
          data: { username: account.username, newAddress: maskedEmail(spent.email) },
        });
      }
      return [];
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return [problem(ProblemCode.EMAIL_TAKEN, "token")];
  }
}

export async function updateSettings(context: RequestContext, { locale }: SettingsInput): Promise<Problem[]> {
  const { userId } = await ownAccount(context);
  if (locale) await context.dataSource.query(`update account set locale = $2 where user_id = $1`, [userId, locale]);
  return [];
}

/** @throws NOT_FOUND for a session that is none of the viewer's. */
export async function revokeSession(context: RequestContext, id: string): Promise<void> {
  const { userId } = await ownAccount(context);
  const ended = isUuid(id) && (await endSession(context.dataSource.manager, userId, id));
  if (!ended) throw fault("NOT_FOUND", "There is no such session.");
}

/** Ends all sessions but the one that asks. */
export async function revokeOtherSessions(context: RequestContext): Promise<void> {
  const { userId, sessionId } = await ownAccount(context);
  await endOtherSessions(context.dataSource.manager, userId, sessionId);
}

/**
 * For who has no password: a code that proves who asks to delete the account. Who has not confirmed the address has one, and gets
 * no such mail.
 */
export async function sendDeletionCode(context: RequestContext): Promise<Problem[]> {
  const account = await ownAccount(context);
  if (!account.emailConfirmed) return [problem(ProblemCode.REQUIRED, "password")];
  await takeHit(context.dataSource, `delete:${account.userId}`, MAILS);
  await inTransaction(context.dataSource, async (manager) => {
    const code = await makeCode(manager, { userId: account.userId, purpose: "delete-account" });
    await queueMail(manager, {
      kind: "delete-account",
      to: account.email,
      locale: account.locale,
      data: { username: account.username, code, minutes: CODE_SECONDS["delete-account"] / 60 },
    });
  });
  return [];
}

/** Deletes the account with all that is its own, in one transaction. */
export async function deleteAccount(
  context: RequestContext,
  { password, code }: DeleteAccountInput,
): Promise<Problem[]> {
  const account = await ownAccount(context);
  if (password) {
    const problems = await currentPasswordProblems(context, account, password, "password");
    if (problems.length > 0) return problems;
  } else if (!code) {
    return [problem(ProblemCode.REQUIRED, account.passwordHash === null ? "code" : "password")];
  }
  return inTransaction(context.dataSource, async (manager) => {
    if (!password) {
      const spent = await spendCode(manager, "delete-account", code ?? "");
      if (spent?.userId !== account.userId) return [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")];
    }
    // Prompts, sessions, codes and tokens go along by their foreign keys; counters follow by triggers.
    await manager.query(`delete from user_account where id = $1`, [account.userId]);
    return [];
  });
}
