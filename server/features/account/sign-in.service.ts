import type { DataSource } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { inTransaction } from "../../platform/database/transaction";
import type { Actor, Caller } from "../../platform/domain/actor";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { doLater } from "../../platform/lifecycle/background-work";
import { consumeRateLimit, isWithinRateLimit, type RateLimit } from "../../platform/rate-limit/rate-limit";
import { AccountEntity } from "./account.entity";
import type { LoginArgs } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { type Identifier, parseIdentifier } from "./account.names";
import { type Account, accountByIdentifier, lockAccount } from "./account.reader";
import { mailCode } from "./code-mail";
import { accountByCode, renewCode } from "./code.service";
import { emailKey } from "./email-address";
import { checkPassword, hashPassword } from "./password";
import { proveByCode, proveByPassword, withCurrentAccount } from "./proven-account";
import { confirmEmail } from "./recovery.service";
import { endSession, type SignInResult, startSession } from "./session.service";
import { isCallerWithinMailboxLimit, isCallerWithinMailLimit, mayMailUnconfirmed } from "./unconfirmed-mails";

export async function login(
  dataSource: DataSource,
  actor: Actor,
  { identifier, password }: LoginArgs,
): Promise<SignInResult> {
  const problems = [
    ...(identifier.trim() === "" ? [problem(ProblemCode.REQUIRED, "identifier")] : []),
    ...(password === "" ? [problem(ProblemCode.REQUIRED, "password")] : []),
  ];
  if (problems.length > 0) return { problems };
  const { caller } = actor;
  const refused = { problems: [problem(ProblemCode.INVALID_CREDENTIALS)] };
  await consumeRateLimit(dataSource, "login", caller, RATE_LIMITS.login.address);
  const name = parseIdentifier(identifier);
  const account = name && (await findAccountWithinLimits(dataSource, caller, name));
  const mayTry = await isWithinAccountLimits(dataSource, caller, account?.userId ?? `nobody:${name?.key ?? ""}`);
  const { isCorrect, isOutdated } = await checkPassword(password, account?.passwordHash ?? null);
  const checkedHash = account?.passwordHash;
  if (!account || !checkedHash || !isCorrect || !mayTry) return refused;
  const newHash = isOutdated ? await hashPassword(password) : null;
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByPassword(manager, account.userId, checkedHash);
    if (!proven) return refused;
    if (proven.account.isClosed) return { problems: [problem(ProblemCode.ACCOUNT_CLOSED)] };
    if (newHash !== null) {
      await manager.update(AccountEntity, { userId: account.userId }, { passwordHash: newHash });
    }
    return { session: await startSession(manager, proven, actor) };
  });
}

/** Sends a sign-in link if the account exists; the answer is the same either way. */
export async function sendLoginLink(
  dataSource: DataSource,
  { caller }: Actor,
  identifier: string,
  mail: { locale: Locale; siteUrl: string },
): Promise<Problem[]> {
  if (identifier.trim() === "") return [problem(ProblemCode.REQUIRED, "identifier")];
  await mailIfExists(dataSource, caller, "login-link", parseIdentifier(identifier), mail);
  return [];
}

/** Sends a reset code if an account has this address; the answer is the same either way. */
export async function requestPasswordReset(
  dataSource: DataSource,
  { caller }: Actor,
  email: string,
  mail: { locale: Locale; siteUrl: string },
): Promise<Problem[]> {
  if (email.trim() === "") return [problem(ProblemCode.REQUIRED, "email")];
  const key = emailKey(email);
  await mailIfExists(dataSource, caller, "reset-password", key && { kind: "email", key }, mail);
  return [];
}

export async function loginWithLink(dataSource: DataSource, actor: Actor, token: string): Promise<SignInResult> {
  await consumeRateLimit(dataSource, "code", actor.caller, RATE_LIMITS.code);
  return inTransaction(dataSource, async (manager) => {
    const proven = await proveByCode(manager, "login-link", token);
    if (!proven) return { problems: [problem(ProblemCode.INVALID_OR_EXPIRED_CODE, "token")] };
    await confirmEmail(manager, proven);
    return { session: await startSession(manager, proven, actor) };
  });
}

/** Whom a sign-in link is for, which is not spent by asking. Null if it does not work. Links are too long to be guessed. */
export function loginLinkOwner(dataSource: DataSource, token: string): Promise<Account | null> {
  return accountByCode(dataSource.manager, "login-link", token);
}

/**
 * Ends the caller's session; does nothing for a visitor.
 * @throws FORBIDDEN for an API token; UNAUTHENTICATED if the session has got another id meanwhile, under which it would live on
 */
export async function logout(dataSource: DataSource, actor: Actor): Promise<void> {
  if (actor.kind === "visitor") return;
  await withCurrentAccount(dataSource, actor, (manager, { userId }, sessionId) =>
    endSession(manager, userId, sessionId),
  );
}

/** Applies the limits that are reported to the caller; they are the same whether or not the name exists. */
async function findAccountWithinLimits(
  dataSource: DataSource,
  caller: Caller,
  name: Identifier,
): Promise<Account | null> {
  // Not counted from everywhere: that would tell how often, and when, somebody else used the name.
  await consumeRateLimit(dataSource, "login", [{ name: name.key }, caller], RATE_LIMITS.login.pair);
  return accountByIdentifier(dataSource, name);
}

/**
 * Counts attempts per account, whichever of its names was used. Past these limits the answer is the same as for a wrong password:
 * a distinct answer would reveal that an address and a public name belong to the same member.
 * @param member the account, or a placeholder if there is none, so that both cases run the same statements
 */
async function isWithinAccountLimits(dataSource: DataSource, caller: Caller, member: string): Promise<boolean> {
  const here = await isWithinRateLimit(dataSource, "login", { member }, RATE_LIMITS.login.pair, caller);
  const everywhere = await isWithinRateLimit(dataSource, "login", { member }, RATE_LIMITS.login.everywhere);
  return here && everywhere;
}

async function mailIfExists(
  dataSource: DataSource,
  caller: Caller,
  purpose: "login-link" | "reset-password",
  name: Identifier | null,
  mail: { locale: Locale; siteUrl: string },
): Promise<void> {
  await consumeRateLimit(dataSource, purpose, caller, RATE_LIMITS.mail.address);
  if (name) await consumeRateLimit(dataSource, purpose, [{ name: name.key }, caller], RATE_LIMITS.mail.pair);
  const isCallerWithin = await isCallerWithinMailLimit(dataSource, caller);
  doLater(async () => {
    const account = name && (await accountByIdentifier(dataSource, name));
    if (!account) return;
    const allowed = await allowedMail(dataSource, caller, purpose, account, isCallerWithin);
    if (allowed === "nothing") return;
    await inTransaction(dataSource, async (manager) => {
      // The account may have been deleted or its address changed in the meantime.
      const current = await lockAccount(manager, account.userId);
      if (current?.emailKey !== account.emailKey || current.isClosed) return;
      // Strangers who exceed the limit must not lock the owner out: the link in the last mail is renewed. A confirmed address gets
      // another mail if no link is left to renew, because it was spent or voided by somebody who knows the password.
      if (allowed === "renewal" && ((await renewCode(manager, current, purpose)) || !current.emailConfirmed)) return;
      await mailCode(manager, purpose, current, mail);
    });
  });
}

/**
 * Applies the limits that are not reported to the caller. A link is renewed where others may have used up a limit of the account, not
 * for callers past their own: they could keep it valid without anybody noticing.
 */
async function allowedMail(
  dataSource: DataSource,
  caller: Caller,
  purpose: string,
  { userId: member, emailConfirmed, emailKey: key }: Account,
  isCallerWithin: boolean,
): Promise<"mail" | "renewal" | "nothing"> {
  const isWithin = (action: string, limit: RateLimit) => isWithinRateLimit(dataSource, action, { member }, limit);
  if (emailConfirmed) {
    const mayMail =
      (await isWithin(purpose, RATE_LIMITS.mail.account)) &&
      (await isWithin("confirmed-mail", RATE_LIMITS.confirmedMail));
    return mayMail ? "mail" : "renewal";
  }
  // A request that ends here uses up nothing of the account's: its owner may need it.
  if (!isCallerWithin || !(await isCallerWithinMailboxLimit(dataSource, caller, key))) return "nothing";
  const mayMail = (await isWithin(purpose, RATE_LIMITS.mail.account)) && (await mayMailUnconfirmed(dataSource, key));
  return mayMail ? "mail" : "renewal";
}
