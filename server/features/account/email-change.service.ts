import type { DataSource, EntityManager } from "typeorm";
import { isInFuture, NOW } from "../../platform/database/expressions";
import { databaseErrorCode, inTransaction, UNIQUE_VIOLATION } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { doLater } from "../../platform/lifecycle/background-work";
import { queueMail, withdrawMails } from "../../platform/mail/queue-mail";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { AccountEntity } from "./account.entity";
import { RATE_LIMITS } from "./account.limits";
import { codeUrl } from "./account.links";
import { type Account, accountByEmail, lockAccount } from "./account.reader";
import { mailCode } from "./code-mail";
import { CODE_SECONDS } from "./code-purposes";
import { codeMailKey, hashSecret, createCode, voidCodes } from "./code.service";
import { emailKey, emailProblem, maskedEmail, normalizeEmail, type EmailKey } from "./email-address";
import { endFootholds } from "./footholds";
import { withCurrentAccount, proveByCode } from "./proven-account";
import { withCurrentPassword } from "./current-password";
import { OneTimeCodeEntity } from "./session.entity";
import { type ChangeResult, rotateCurrentSession } from "./session.service";
import { mayMailNewAddress } from "./unconfirmed-mails";

export interface PendingEmail {
  email: string;
  expiresAt: Date;
}

const INVALID_CODE = problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token");

/**
 * Sends a link to the new address; opening it in a session of the account completes the change. The current address, if
 * confirmed, is notified with a link that stops the change.
 */
export async function changeEmail(
  dataSource: DataSource,
  actor: Actor,
  { email, currentPassword }: { email: string; currentPassword: string },
  siteUrl: string,
): Promise<Problem[]> {
  const normalized = normalizeEmail(email);
  const key = emailKey(normalized);
  const invalid = emailProblem(normalized, "email");
  let mayMail = false;
  return withCurrentPassword(dataSource, actor, currentPassword, {
    field: "currentPassword",
    problems: invalid ? [invalid] : [],
    before: async ({ userId }) => {
      // A refused request sends no mail and counts only against the member and the caller.
      await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
      // Counted per account alone, each new account would buy five more answers.
      await consumeRateLimit(dataSource, "taken", actor.caller, RATE_LIMITS.taken);
      if (key === null || (await isTaken(dataSource, key, userId))) return;
      mayMail = await mayMailNewAddress(dataSource, actor.caller, key);
    },
    work: async (manager, { account }) => {
      if (key === null) throw new Error("A valid address has a key.");
      if (await isTaken(manager, key, account.userId)) return [problem(ProblemCode.EMAIL_TAKEN, "email")];
      const code = await createCode(manager, {
        userId: account.userId,
        purpose: "change-email",
        sentTo: key,
        email: normalized,
      });
      const seconds = CODE_SECONDS["change-email"];
      if (mayMail) await mailChangeLink(manager, siteUrl, { account, email: normalized, code, seconds });
      // The link of the former change is void now.
      else await withdrawMails(manager, [codeMailKey(account.userId, "change-email")]);
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

/** Resends the link of the pending change and voids the older one. The change still expires at the same time. */
export async function resendEmailChange(dataSource: DataSource, actor: Actor, siteUrl: string): Promise<Problem[]> {
  const { userId } = requireSession(actor);
  const pending = await readPending(dataSource, userId);
  if (!pending) return [INVALID_CODE];
  await consumeRateLimit(dataSource, "own-mail", { account: userId }, RATE_LIMITS.ownMail);
  const mayMail = await mayMailNewAddress(dataSource, actor.caller, pending.sentTo);
  doLater(() =>
    inTransaction(dataSource, async (manager) => {
      const account = await lockAccount(manager, userId);
      const current = await readPending(manager, userId);
      // Meanwhile another address may have been requested, which was not counted.
      if (!account || current?.sentTo !== pending.sentTo || !mayMail) return;
      const code = await createCode(manager, {
        userId,
        purpose: "change-email",
        sentTo: current.sentTo,
        email: current.email,
        expiresAt: current.expiresAt,
      });
      const seconds = (current.expiresAt.getTime() - Date.now()) / 1000;
      await mailChangeLink(manager, siteUrl, { account, email: current.email, code, seconds });
    }),
  );
  return [];
}

/** Cancels the change from the settings. The link that stops it stays valid: the person who cancels may be the attacker. */
export async function cancelEmailChange(dataSource: DataSource, actor: Actor): Promise<void> {
  await withCurrentAccount(dataSource, actor, (manager, { userId }) => voidCodes(manager, userId, ["change-email"]));
}

/**
 * Stops the change with the link sent to the current address, signed in or not. It means that somebody else knows the password:
 * the password is voided and all other access to the account is revoked, so that the change cannot be requested again.
 */
export async function stopEmailChange(dataSource: DataSource, actor: Actor, token: string): Promise<ChangeResult> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "stop-email-change", token);
    if (!proven) return { problems: [INVALID_CODE] };
    const session = await rotateCurrentSession(manager, proven, actor);
    await endFootholds(manager, proven, session ? { sessionId: session.id } : {});
    await manager.update(AccountEntity, { userId: proven.userId }, { passwordHash: null });
    return { problems: [], session };
  });
}

/**
 * Completes an email change, only in a session of the same account: the owner of the address must not be lured into an account
 * that somebody else controls. All other codes were sent to the former address and are voided.
 * @throws FORBIDDEN for another account's link, which is not spent.
 */
export async function confirmEmailChange(dataSource: DataSource, actor: Actor, token: string): Promise<ChangeResult> {
  const { userId } = requireSession(actor);
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  try {
    return await withCurrentAccount(dataSource, actor, async (manager, proven) => {
      const { account } = proven;
      const change = await manager.findOneBy(OneTimeCodeEntity, {
        codeHash: hashSecret(token),
        purpose: "change-email",
        expiresAt: isInFuture(),
      });
      if (!change?.email) return { problems: [INVALID_CODE] };
      if (change.userId !== userId) throw new DomainError("FORBIDDEN", "This link belongs to another account.");
      // The first confirmation, as by `verifyEmail`: somebody else may have registered the account.
      const session = account.emailConfirmed ? null : await rotateCurrentSession(manager, proven, actor);
      if (session) await endFootholds(manager, proven, { sessionId: session.id });
      await voidCodes(manager, userId);
      const { email, sentTo } = change;
      await manager.update(AccountEntity, { userId }, { email, emailKey: sentTo, emailConfirmedAt: NOW });
      if (account.emailConfirmed && sentTo !== account.emailKey) await notifyFormerAddress(manager, account, sentTo);
      return { problems: [], session };
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    return { problems: [problem(ProblemCode.EMAIL_TAKEN, "token")] };
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

async function notifyFormerAddress(
  manager: EntityManager,
  { email, username, locale }: Account,
  newAddress: EmailKey,
): Promise<void> {
  const data = { username, newAddress: maskedEmail(newAddress) };
  await queueMail(manager, { kind: "email-changed", to: email, locale, data });
}
