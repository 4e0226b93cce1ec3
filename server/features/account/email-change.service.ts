import type { DataSource, EntityManager } from "typeorm";
import { isInFuture, NOW } from "../../platform/database/expressions";
import { databaseErrorCode, inTransaction, UNIQUE_VIOLATION } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { AccountEntity } from "./account.entity";
import { RATE_LIMITS } from "./account.limits";
import { codeUrl } from "./account.links";
import { type Account, accountByEmail } from "./account.reader";
import { mailCode } from "./code-mail";
import { CODE_SECONDS } from "./code-purposes";
import { codeMailKey, hashOf, makeCode, voidCodes } from "./code.service";
import { emailKey, emailProblem, maskedEmail, tidyEmail, type EmailKey } from "./email-address";
import { endFootholds } from "./footholds";
import { inOwnAccount, proveByCode } from "./proven-account";
import { withOwnPassword } from "./own-password";
import { OneTimeCodeEntity } from "./session.entity";
import { type Done, rotateOwnSession } from "./session.service";
import { consumeStrangerMail } from "./stranger-mails";

export interface PendingEmail {
  email: string;
  expiresAt: Date;
}

const INVALID_CODE = problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token");

/**
 * Sends a link to the new address, which the account has once it is opened in a session of the account. The address so far is
 * told, with a link to stop it, if it is known to be the owner's.
 */
export async function changeEmail(
  dataSource: DataSource,
  actor: Actor,
  { email, currentPassword }: { email: string; currentPassword: string },
  siteUrl: string,
): Promise<Problem[]> {
  const tidy = tidyEmail(email);
  const key = emailKey(tidy);
  const wrong = emailProblem(tidy, "email");
  return withOwnPassword(dataSource, actor, currentPassword, {
    field: "currentPassword",
    problems: wrong ? [wrong] : [],
    before: async ({ userId }) => {
      // What is refused sends no mail, and uses up nobody's limit but the member's own and that of who asks.
      await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
      // By account alone, each new account would be good for five more answers.
      await consumeRateLimit(dataSource, "taken", actor.caller, RATE_LIMITS.taken);
      if (key === null || (await isTaken(dataSource, key, userId))) return;
      await consumeStrangerMail(dataSource, actor.caller, key);
    },
    work: async (manager, { account }) => {
      if (key === null) throw new Error("An address without a problem has a key.");
      if (await isTaken(manager, key, account.userId)) return [problem(ProblemCode.EMAIL_TAKEN, "email")];
      const code = await makeCode(manager, {
        userId: account.userId,
        purpose: "change-email",
        sentTo: key,
        email: tidy,
      });
      await mailChangeLink(manager, siteUrl, {
        account,
        email: tidy,
        code,
        seconds: CODE_SECONDS["change-email"],
      });
      if (account.emailConfirmed && key !== account.emailKey) {
        const { locale } = account;
        await mailCode(manager, "stop-email-change", account, {
          locale,
          siteUrl,
          newAddress: maskedEmail(key),
        });
      }
      return [];
    },
  });
}

/** Sends the link of the pending change once more; the older one is void. The change ends when it would have. */
export async function sendEmailChangeAgain(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { userId } = requireSession(actor);
  const pending = await readPending(dataSource, userId);
  if (!pending) return [INVALID_CODE];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  await consumeStrangerMail(dataSource, actor.caller, pending.sentTo);
  return inOwnAccount(dataSource, actor, async (manager, { account }) => {
    const current = await readPending(manager, userId);
    // Another address has been asked for meanwhile, which was not counted.
    if (current?.sentTo !== pending.sentTo) return [INVALID_CODE];
    const code = await makeCode(manager, {
      userId,
      purpose: "change-email",
      sentTo: current.sentTo,
      email: current.email,
      expiresAt: current.expiresAt,
    });
    const seconds = (current.expiresAt.getTime() - Date.now()) / 1000;
    await mailChangeLink(manager, siteUrl, { account, email: current.email, code, seconds });
    return [];
  });
}

/** In the settings. The link that stops the change still works: who cancels may be who should not have asked. */
export async function cancelEmailChange(dataSource: DataSource, actor: Actor): Promise<void> {
  await inOwnAccount(dataSource, actor, (manager, { userId }) => voidCodes(manager, userId, ["change-email"]));
}

/**
 * By whoever reads the mails to the address so far, signed in or not. They say that somebody else knows the password: it is void,
 * and everything else by which anybody could act for the account ends, so that the change is not asked for again.
 */
export async function stopEmailChange(dataSource: DataSource, actor: Actor, token: string): Promise<Done> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "stop-email-change", token);
    if (!proven) return { problems: [INVALID_CODE] };
    const session = await rotateOwnSession(manager, proven, actor);
    await endFootholds(manager, proven, session ? { sessionId: session.id } : {});
    await manager.update(AccountEntity, { userId: proven.userId }, { passwordHash: null });
    return { problems: [], session };
  });
}

/**
 * Gives the account its new address, in a session of that account alone: who holds the address must not get hold of an account
 * that somebody else still has the keys of. All other codes were sent to the former address, and are void.
 * @throws FORBIDDEN for the link of another account, which is not spent.
 */
export async function confirmEmailChange(dataSource: DataSource, actor: Actor, token: string): Promise<Problem[]> {
  const { userId } = requireSession(actor);
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  try {
    return await inOwnAccount(dataSource, actor, async (manager, { account }) => {
      const change = await manager.findOneBy(OneTimeCodeEntity, {
        codeHash: hashOf(token),
        purpose: "change-email",
        expiresAt: isInFuture(),
      });
      if (!change?.email) return [INVALID_CODE];
      if (change.userId !== userId) throw new DomainError("FORBIDDEN", "This link belongs to another account.");
      await voidCodes(manager, userId);
      const { email, sentTo } = change;
      await manager.update(AccountEntity, { userId }, { email, emailKey: sentTo, emailConfirmedAt: NOW });
      if (account.emailConfirmed && sentTo !== account.emailKey) await tellFormerAddress(manager, account, sentTo);
      return [];
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return [problem(ProblemCode.EMAIL_TAKEN, "token")];
  }
}

export async function pendingEmailOf(dataSource: DataSource, userId: string): Promise<PendingEmail | null> {
  const pending = await readPending(dataSource, userId);
  return pending && { email: pending.email, expiresAt: pending.expiresAt };
}

async function readPending(
  database: DataSource | EntityManager,
  userId: string,
): Promise<(PendingEmail & { sentTo: EmailKey }) | null> {
  const change = await database.getRepository(OneTimeCodeEntity).findOneBy({
    userId,
    purpose: "change-email",
    expiresAt: isInFuture(),
  });
  return change?.email ? { email: change.email, sentTo: change.sentTo, expiresAt: change.expiresAt } : null;
}

async function isTaken(database: DataSource | EntityManager, key: EmailKey, userId: string): Promise<boolean> {
  const holder = await accountByEmail(database, key);
  return holder !== null && holder.userId !== userId;
}

async function mailChangeLink(
  manager: EntityManager,
  siteUrl: string,
  { account, email, code, seconds }: { account: Account; email: string; code: string; seconds: number },
): Promise<void> {
  const { userId, username, locale } = account;
  const data = {
    username,
    url: codeUrl(siteUrl, locale, "change-email", code),
    hours: Math.max(1, Math.floor(seconds / 3600)),
  };
  await queueMail(manager, { kind: "change-email", to: email, locale, data }, codeMailKey(userId, "change-email"));
}

async function tellFormerAddress(
  manager: EntityManager,
  { email, username, locale }: Account,
  newAddress: EmailKey,
): Promise<void> {
  const data = { username, newAddress: maskedEmail(newAddress) };
  await queueMail(manager, { kind: "email-changed", to: email, locale, data });
}
