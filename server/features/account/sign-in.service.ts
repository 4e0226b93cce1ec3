import { setTimeout as delay } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { Locale } from "../../../product.config";
import { inTransaction } from "../../platform/database/transaction";
import type { RequestContext } from "../../platform/graphql/context";
import { problem, ProblemCode, type Problem } from "../../platform/graphql/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { takeHit } from "../../platform/rate-limit/rate-limit";
import { codeUrl } from "./account.links";
import { emailKey, tidyEmail } from "./account.names";
import { accountByEmail, accountById, accountByIdentifier } from "./account.reader";
import type { LoginInput, ResetPasswordInput } from "./account.input";
import { CODE_SECONDS, makeCode, spendCode } from "./code.service";
import { checkPassword, hashPassword } from "./password";
import { newPasswordProblems } from "./registration.service";
import { endOtherSessions, type StartedSession, startSession } from "./session.service";

/** The account is not told: whoever may not know it learns nothing from what is answered. */
export type SignIn = { session: StartedSession; problems?: never } | { session?: never; problems: Problem[] };

const QUARTER = 15 * 60;
const LIMITS_OF_TRIES = {
  /** A wrong password from one address. */
  pair: { limit: 10, seconds: QUARTER },
  address: { limit: 60, seconds: QUARTER },
  /** From everywhere. An owner who is kept out so can still come in by a link. */
  account: { limit: 100, seconds: 60 * 60 },
} as const;
const LIMITS_OF_MAILS = {
  account: { limit: 5, seconds: QUARTER },
  address: { limit: 20, seconds: QUARTER },
} as const;
/** Whether there is such an account must not show in how long the answer takes. */
const ANSWER_AFTER_MS = 250;

export async function login(context: RequestContext, { identifier, password }: LoginInput): Promise<SignIn> {
  const problems = [
    ...(identifier.trim() === "" ? [problem(ProblemCode.REQUIRED, "identifier")] : []),
    ...(password === "" ? [problem(ProblemCode.REQUIRED, "password")] : []),
  ];
  if (problems.length > 0) return { problems };
  const { dataSource, caller } = context;
  const name = limitKey(identifier);
  await takeHit(dataSource, `login:${caller.address}`, LIMITS_OF_TRIES.address);
  await takeHit(dataSource, `login:${name}:${caller.address}`, LIMITS_OF_TRIES.pair);
  await takeHit(dataSource, `login:${name}`, LIMITS_OF_TRIES.account);
  const account = await accountByIdentifier(dataSource, identifier.trim());
  const { right, outdated } = await checkPassword(password, account?.passwordHash ?? null);
  if (!account || !right) return { problems: [problem(ProblemCode.INVALID_CREDENTIALS)] };
  const rehashed = outdated ? await hashPassword(password) : null;
  return inTransaction(dataSource, async (manager) => {
    if (rehashed !== null) {
      await manager.query(`update account set password_hash = $2 where user_id = $1 and password_hash = $3`, [
        account.userId,
        rehashed,
        account.passwordHash,
      ]);
    }
    return { session: await startSession(manager, account.userId, caller.userAgent) };
  });
}

/** Sends a link if there is such an account, and answers alike if not. */
export async function sendLoginLink(context: RequestContext, identifier: string, locale: Locale): Promise<Problem[]> {
  if (identifier.trim() === "") return [problem(ProblemCode.REQUIRED, "identifier")];
  const { dataSource, caller, siteUrl } = context;
  await takeHit(dataSource, `login-link:${caller.address}`, LIMITS_OF_MAILS.address);
  await takeHit(dataSource, `login-link:${limitKey(identifier)}`, LIMITS_OF_MAILS.account);
  await answerAlike(async () => {
    const account = await accountByIdentifier(dataSource, identifier.trim());
    if (!account) return;
    await inTransaction(dataSource, async (manager) => {
      const code = await makeCode(manager, { userId: account.userId, purpose: "login-link" });
      await queueMail(manager, {
        kind: "login-link",
        to: account.email,
        locale,
        data: {
          username: account.username,
          url: codeUrl(siteUrl, locale, "login-link", code),
          minutes: CODE_SECONDS["login-link"] / 60,
        },
      });
    });
  });
  return [];
}

export async function loginWithLink({ dataSource, caller }: RequestContext, token: string): Promise<SignIn> {
  await takeHit(dataSource, `code:${caller.address}`, LIMITS_OF_TRIES.address);
  return inTransaction(dataSource, async (manager) => {
    const spent = await spendCode(manager, "login-link", token);
    if (!spent) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")] };
    await confirmHolder(manager, spent.userId);
    return { session: await startSession(manager, spent.userId, caller.userAgent) };
  });
}

/** Sends a code if an account has that address, and answers alike if not. */
export async function requestPasswordReset(context: RequestContext, email: string, locale: Locale): Promise<Problem[]> {
  if (tidyEmail(email) === "") return [problem(ProblemCode.REQUIRED, "email")];
  const { dataSource, caller, siteUrl } = context;
  await takeHit(dataSource, `reset:${caller.address}`, LIMITS_OF_MAILS.address);
  await takeHit(dataSource, `reset:${limitKey(email)}`, LIMITS_OF_MAILS.account);
  await answerAlike(async () => {
    const account = await accountByEmail(dataSource, tidyEmail(email));
    if (!account) return;
    await inTransaction(dataSource, async (manager) => {
      const code = await makeCode(manager, { userId: account.userId, purpose: "reset-password" });
      await queueMail(manager, {
        kind: "reset-password",
        to: account.email,
        locale,
        data: {
          username: account.username,
          url: codeUrl(siteUrl, locale, "reset-password", code),
          code,
          minutes: CODE_SECONDS["reset-password"] / 60,
        },
      });
    });
  });
  return [];
}

/** A new password by a code. All sessions end, and one begins. What is wrong with the password spends no code. */
export async function resetPassword(context: RequestContext, input: ResetPasswordInput): Promise<SignIn> {
  const { dataSource, caller } = context;
  const problems = [
    ...(input.code.trim() === "" ? [problem(ProblemCode.REQUIRED, "code")] : []),
    ...newPasswordProblems(input, []),
  ];
  if (problems.length > 0) return { problems };
  await takeHit(dataSource, `code:${caller.address}`, LIMITS_OF_TRIES.address);
  const hash = await hashPassword(input.password);
  return inTransaction(dataSource, async (manager) => {
    const spent = await spendCode(manager, "reset-password", input.code);
    if (!spent) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "code")] };
    await confirmHolder(manager, spent.userId);
    await setPassword(manager, spent.userId, hash);
    await endOtherSessions(manager, spent.userId, null);
    return { session: await startSession(manager, spent.userId, caller.userAgent) };
  });
}

/** Sets a password and tells the owner by mail, where the address is known to be the owner's. */
export async function setPassword(manager: EntityManager, userId: string, hash: string): Promise<void> {
  await manager.query(`update account set password_hash = $2 where user_id = $1`, [userId, hash]);
  // Links that were sent to whoever knew the old one are void.
  await manager.query(`delete from one_time_code where user_id = $1 and purpose in ('login-link', 'reset-password')`, [
    userId,
  ]);
  const account = await accountById(manager, userId);
  if (!account?.emailConfirmed) return;
  await queueMail(manager, {
    kind: "password-changed",
    to: account.email,
    locale: account.locale,
    data: { username: account.username, when: new Date().toISOString() },
  });
}

/**
 * Who opens a mail to an address holds it. Before that somebody else may have registered with it: their sessions end and the
 * password that they chose is void.
 */
export async function confirmHolder(manager: EntityManager, userId: string): Promise<void> {
  const [, confirmed] = await manager.query<[unknown[], number]>(
    `update account set email_confirmed_at = now(), password_hash = null where user_id = $1 and email_confirmed_at is null`,
    [userId],
  );
  if (confirmed > 0) await endOtherSessions(manager, userId, null);
}

async function answerAlike(work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), delay(ANSWER_AFTER_MS)]);
}

/** One key for all spellings, of any length. */
function limitKey(identifier: string): string {
  const tidy = identifier.normalize("NFKC").trim().toLowerCase();
  return (emailKey(tidy) ?? tidy).slice(0, 300);
}
