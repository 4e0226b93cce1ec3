import { setTimeout as delay } from "node:timers/promises";
import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { inTransaction } from "../../platform/database/transaction";
import { requireSession } from "../../platform/domain/access";
import type { Actor, Caller } from "../../platform/domain/actor";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit, isWithinRateLimit } from "../../platform/rate-limit/rate-limit";
import { AccountEntity } from "./account.entity";
import type { LoginInput } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { type Identifier, parseIdentifier } from "./account.names";
import { type Account, accountByIdentifier, lockAccount } from "./account.reader";
import { mailCode } from "./code-mail";
import { renewCode } from "./code.service";
import { emailKey } from "./email-address";
import { checkPassword, hashPassword } from "./password";
import { proveByCode, proveByPassword } from "./proven-account";
import { confirmHolder } from "./recovery.service";
import { endSession, type SignIn, startSession } from "./session.service";
import { mayMailStranger } from "./stranger-mails";

/** Whether there is such an account must not show in how long the answer takes. */
const ANSWER_AFTER_MS = 250;

export async function login(
  dataSource: DataSource,
  actor: Actor,
  { identifier, password }: LoginInput,
): Promise<SignIn> {
  const problems = [
    ...(identifier.trim() === "" ? [problem(ProblemCode.REQUIRED, "identifier")] : []),
    ...(password === "" ? [problem(ProblemCode.REQUIRED, "password")] : []),
  ];
  if (problems.length > 0) return { problems };
  const { caller } = actor;
  const refused = { problems: [problem(ProblemCode.INVALID_CREDENTIALS)] };
  await consumeRateLimit(dataSource, "login", caller, RATE_LIMITS.login.address);
  const name = parseIdentifier(identifier);
  const account = name && (await withNameLimits(dataSource, caller, name));
  const mayTry = await mayTryAccount(dataSource, caller, account?.userId ?? `nobody:${name?.key ?? ""}`);
  const { isRight, isOutdated } = await checkPassword(password, account?.passwordHash ?? null);
  const checkedHash = account?.passwordHash;
  if (!account || !checkedHash || !isRight || !mayTry) return refused;
  const rehashed = isOutdated ? await hashPassword(password) : null;
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByPassword(manager, account.userId, checkedHash);
    if (!proven) return refused;
    if (rehashed !== null) {
      await manager.update(AccountEntity, { userId: account.userId }, { passwordHash: rehashed });
    }
    return { session: await startSession(manager, proven, actor) };
  });
}

/** Sends a link if there is such an account, and answers alike if not. */
export async function sendLoginLink(
  dataSource: DataSource,
  { caller }: Actor,
  identifier: string,
  mail: { locale: Locale; siteUrl: string },
): Promise<Problem[]> {
  if (identifier.trim() === "") return [problem(ProblemCode.REQUIRED, "identifier")];
  await mailIfKnown(dataSource, caller, "login-link", parseIdentifier(identifier), mail);
  return [];
}

/** Sends a code if an account has that address, and answers alike if not. */
export async function requestPasswordReset(
  dataSource: DataSource,
  { caller }: Actor,
  email: string,
  mail: { locale: Locale; siteUrl: string },
): Promise<Problem[]> {
  if (email.trim() === "") return [problem(ProblemCode.REQUIRED, "email")];
  const key = emailKey(email);
  await mailIfKnown(dataSource, caller, "reset-password", key && { kind: "email", key }, mail);
  return [];
}

export async function loginWithLink(dataSource: DataSource, actor: Actor, token: string): Promise<SignIn> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "login-link", token);
    if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")] };
    await confirmHolder(manager, proven);
    return { session: await startSession(manager, proven, actor) };
  });
}

/** Ends the session that asks. A visitor is signed out already. @throws FORBIDDEN for an API token. */
export async function logout(dataSource: DataSource, actor: Actor): Promise<void> {
  if (actor.kind === "visitor") return;
  const { userId, sessionId } = requireSession(actor);
  await endSession(dataSource.manager, userId, sessionId);
}

/** The limits that are told, which are alike for names that exist and those that do not. */
async function withNameLimits(dataSource: DataSource, caller: Caller, name: Identifier): Promise<Account | null> {
  const subject = { name: name.key };
  await consumeRateLimit(dataSource, "login", [subject, caller], RATE_LIMITS.login.pair);
  await consumeRateLimit(dataSource, "login", subject, RATE_LIMITS.login.everywhere);
  return accountByIdentifier(dataSource, name);
}

/**
 * An account counts once, whichever of its names was used. Past these limits the answer is that of a wrong password: told apart,
 * it would say that an address and a public name belong to the same member.
 * @param member the account, or what stands in for one where there is none, so that both take the same statements
 */
async function mayTryAccount(dataSource: DataSource, caller: Caller, member: string): Promise<boolean> {
  const here = await isWithinRateLimit(dataSource, "login", { member }, RATE_LIMITS.login.pair, caller);
  const everywhere = await isWithinRateLimit(dataSource, "login", { member }, RATE_LIMITS.login.everywhere);
  return here && everywhere;
}

async function mailIfKnown(
  dataSource: DataSource,
  caller: Caller,
  purpose: "login-link" | "reset-password",
  name: Identifier | null,
  mail: { locale: Locale; siteUrl: string },
): Promise<void> {
  await consumeRateLimit(dataSource, purpose, caller, RATE_LIMITS.mail.address);
  if (name) await consumeRateLimit(dataSource, purpose, [{ name: name.key }, caller], RATE_LIMITS.mail.pair);
  await answerAlike(async () => {
    const account = name && (await accountByIdentifier(dataSource, name));
    if (!account) return;
    const mayMail = await mayMailTo(dataSource, caller, purpose, account);
    await inTransaction(dataSource, async (manager) => {
      // It may have been deleted or given another address meanwhile.
      const current = await lockAccount(manager, account.userId);
      if (current?.emailKey !== account.emailKey) return;
      // Strangers who ask too often must not keep the owner out: the link in the last mail works again. At a confirmed address
      // there is another mail where no link works, because it was spent or somebody who knows the password has voided it.
      if (!mayMail && ((await renewCode(manager, current, purpose)) || !current.emailConfirmed)) return;
      await mailCode(manager, purpose, current, mail);
    });
  });
}

/** The limits that are not told. */
async function mayMailTo(
  dataSource: DataSource,
  caller: Caller,
  purpose: string,
  { userId: member, emailConfirmed, emailKey: key }: Account,
): Promise<boolean> {
  const isWithin = await isWithinRateLimit(dataSource, purpose, { member }, RATE_LIMITS.mail.account);
  if (!emailConfirmed) return isWithin && mayMailStranger(dataSource, caller, key);
  return isWithin && isWithinRateLimit(dataSource, "confirmed-mail", { member }, RATE_LIMITS.confirmedMail);
}

async function answerAlike(work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), delay(ANSWER_AFTER_MS)]);
}
