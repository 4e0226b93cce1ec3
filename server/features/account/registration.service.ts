import type { DataSource, EntityManager } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { NOW } from "../../platform/database/expressions";
import { databaseErrorCode, inTransaction, UNIQUE_VIOLATION } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { UserEntity, usernameKey, type UsernameKey } from "../user";
import { AccountEntity } from "./account.entity";
import type { RegisterArgs } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { normalizeUsername, usernameProblem } from "./account.names";
import { mailCode } from "./code-mail";
import { emailKey, emailProblem, normalizeEmail, type EmailKey } from "./email-address";
import { hashPassword, newPasswordProblems } from "./password";
import { proveByRegistration } from "./proven-account";
import { type SignInResult, startSession } from "./session.service";
import { isCallerWithinMailboxLimit, isCallerWithinMailLimit, mayMailUnconfirmed } from "./unconfirmed-mails";
import { usernameSkeleton } from "./username-skeleton";

interface Names {
  username: string;
  usernameKey: UsernameKey;
  usernameSkeleton: string;
  email: string;
  emailKey: EmailKey;
}

export async function register(
  dataSource: DataSource,
  actor: Actor,
  input: RegisterArgs,
  siteUrl: string,
): Promise<SignInResult> {
  const { locale } = input;
  const username = normalizeUsername(input.username);
  const email = normalizeEmail(input.email);
  const problems = [
    usernameProblem(username, "username"),
    emailProblem(email, "email"),
    ...newPasswordProblems(input, [username, email]),
    input.acceptTerms ? null : problem(ProblemCode.TERMS_NOT_ACCEPTED, "acceptTerms"),
  ].filter((each) => each !== null);
  const keys = { username: usernameKey(username), email: emailKey(email) };
  if (problems.length > 0 || keys.username === undefined || keys.email === null) return { problems };
  await consumeRateLimit(dataSource, "taken", actor.caller, RATE_LIMITS.taken);
  const names = {
    username,
    usernameKey: keys.username,
    usernameSkeleton: usernameSkeleton(username),
    email,
    emailKey: keys.email,
  };
  const readTaken = () => takenProblems(dataSource.manager, names);
  const taken = await readTaken();
  if (taken.length > 0) return { problems: taken };
  // Past the limit the account is created without a mail, which can be resent from the settings: nobody can block a registration.
  const mayMail =
    (await isCallerWithinMailLimit(dataSource, actor.caller)) &&
    (await isCallerWithinMailboxLimit(dataSource, actor.caller, names.emailKey)) &&
    (await mayMailUnconfirmed(dataSource, names.emailKey));
  const hash = await hashPassword(input.password);
  try {
    return await inTransaction(dataSource, async (manager) => {
      const proven = await proveByRegistration(manager, await insertAccount(manager, names, hash, locale));
      if (mayMail) await mailCode(manager, "confirm-email", proven.account, { locale, siteUrl });
      return { session: await startSession(manager, proven, actor) };
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    // A concurrent registration came first, unless its account is gone again.
    const problems = await readTaken();
    if (problems.length === 0) throw new DomainError("SERVICE_UNAVAILABLE", "Try again.");
    return { problems };
  }
}

async function takenProblems(manager: EntityManager, names: Names): Promise<Problem[]> {
  const [row] = await manager.query<{ username: boolean; email: boolean }[]>(
    `select exists (select 1 from user_account where username_key = $1) or exists (select 1 from account where username_skeleton = $2) as username,
       exists (select 1 from account where email_key = $3) as email`,
    [names.usernameKey, names.usernameSkeleton, names.emailKey],
  );
  return [
    ...(row?.username ? [problem(ProblemCode.USERNAME_TAKEN, "username")] : []),
    ...(row?.email ? [problem(ProblemCode.EMAIL_TAKEN, "email")] : []),
  ];
}

async function insertAccount(manager: EntityManager, names: Names, hash: string, locale: Locale): Promise<string> {
  const { username, usernameKey: key, usernameSkeleton: skeleton, email, emailKey: keyOfEmail } = names;
  const { identifiers } = await manager.insert(UserEntity, { username, usernameKey: key });
  const { id: userId } = identifiers[0] as Pick<UserEntity, "id">;
  await manager.insert(AccountEntity, {
    userId,
    usernameSkeleton: skeleton,
    email,
    emailKey: keyOfEmail,
    passwordHash: hash,
    locale,
    termsAcceptedAt: NOW,
  });
  return userId;
}
