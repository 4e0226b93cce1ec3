import type { DataSource, EntityManager } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { NOW } from "../../platform/database/expressions";
import { databaseErrorCode, inTransaction, UNIQUE_VIOLATION } from "../../platform/database/transaction";
import type { Actor } from "../../platform/domain/actor";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { UserEntity, usernameKey, type UsernameKey } from "../user";
import { AccountEntity } from "./account.entity";
import type { RegisterInput } from "./account.input";
import { RATE_LIMITS } from "./account.limits";
import { tidyUsername, usernameProblem } from "./account.names";
import { mailCode } from "./code-mail";
import { emailKey, emailProblem, tidyEmail, type EmailKey } from "./email-address";
import { hashPassword, newPasswordProblems } from "./password";
import { proveByRegistration } from "./proven-account";
import { type SignIn, startSession } from "./session.service";
import { mayMailStranger } from "./stranger-mails";
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
  input: RegisterInput,
  siteUrl: string,
): Promise<SignIn> {
  const { locale } = input;
  const username = tidyUsername(input.username);
  const email = tidyEmail(input.email);
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
  const taken = () => takenProblems(dataSource.manager, names);
  const found = await taken();
  if (found.length > 0) return { problems: found };
  // Past it the account is made without a mail, which its settings send later: others must not keep anybody from registering.
  const mayMail = await mayMailStranger(dataSource, actor.caller, names.emailKey);
  const hash = await hashPassword(input.password);
  try {
    return await inTransaction(dataSource, async (manager) => {
      const own = await proveByRegistration(manager, await insertAccount(manager, names, hash, locale));
      if (mayMail) await mailCode(manager, "confirm-email", own.account, { locale, siteUrl });
      return { session: await startSession(manager, own, actor) };
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    // Somebody else was a moment earlier.
    return { problems: await taken() };
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
