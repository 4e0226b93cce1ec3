import type { EntityManager } from "typeorm";
import type { Locale } from "../../../product.config";
import { databaseErrorCode, inTransaction } from "../../platform/database/transaction";
import type { RequestContext } from "../../platform/graphql/context";
import { problem, ProblemCode, type Problem } from "../../platform/graphql/problem";
import { queueMail } from "../../platform/mail/queue-mail";
import { takeHit } from "../../platform/rate-limit/rate-limit";
import { usernameKey } from "../user";
import type { RegisterInput } from "./account.input";
import { codeUrl } from "./account.links";
import { emailKey, emailProblem, tidyEmail, tidyUsername, usernameProblem } from "./account.names";
import { CODE_SECONDS, makeCode } from "./code.service";
import { hashPassword, passwordProblem } from "./password";
import { startSession } from "./session.service";
import { usernameSkeleton } from "./username-skeleton";
import type { SignIn } from "./sign-in.service";

/** Registering tells whether a name or an address is taken: this many tries an hour and address. */
const TRIES = { limit: 30, seconds: 60 * 60 };
const UNIQUE_VIOLATION = "23505";

export async function register(context: RequestContext, input: RegisterInput): Promise<SignIn> {
  const { dataSource, caller, siteUrl } = context;
  const username = tidyUsername(input.username);
  const email = tidyEmail(input.email);
  const problems = [
    usernameProblem(username, "username"),
    emailProblem(email, "email"),
    ...newPasswordProblems(input, [username, email]),
    input.acceptTerms ? null : problem(ProblemCode.TERMS_NOT_ACCEPTED, "acceptTerms"),
  ].filter((each) => each !== null);
  if (problems.length > 0) return { problems };
  await takeHit(dataSource, `register:${caller.address}`, TRIES);
  const names = {
    username,
    usernameKey: usernameKey(username) ?? "",
    usernameSkeleton: usernameSkeleton(username),
    email,
    emailKey: emailKey(email) ?? "",
  };
  const taken = () => takenProblems(dataSource.manager, names);
  const found = await taken();
  if (found.length > 0) return { problems: found };
  const hash = await hashPassword(input.password);
  try {
    return await inTransaction(dataSource, async (manager) => {
      const userId = await insertAccount(manager, { ...names, hash, locale: input.locale });
      await sendConfirmation(manager, { userId, username, email, locale: input.locale, siteUrl });
      return { session: await startSession(manager, userId, caller.userAgent) };
    });
  } catch (error) {
    if (databaseErrorCode(error) !== UNIQUE_VIOLATION) throw error;
    // Somebody else was a moment earlier.
    return { problems: await taken() };
  }
}

export function newPasswordProblems(
  { password, passwordConfirmation }: { password: string; passwordConfirmation: string },
  names: readonly string[],
): Problem[] {
  const wrong = passwordProblem(password, names);
  if (wrong) return [problem(wrong.code, "password", wrong.limit)];
  return password === passwordConfirmation ? [] : [problem(ProblemCode.PASSWORDS_DIFFER, "passwordConfirmation")];
}

/** Sends the link that confirms an address of an account: its own, or the one that it is to have. */
export async function sendConfirmation(
  manager: EntityManager,
  to: { userId: string; username: string; email: string; locale: Locale; siteUrl: string },
): Promise<void> {
  const code = await makeCode(manager, { userId: to.userId, purpose: "confirm-email", email: to.email });
  await queueMail(manager, {
    kind: "confirm-email",
    to: to.email,
    locale: to.locale,
    data: {
      username: to.username,
      url: codeUrl(to.siteUrl, to.locale, "confirm-email", code),
      hours: CODE_SECONDS["confirm-email"] / 3600,
    },
  });
}

async function takenProblems(
  manager: EntityManager,
  names: { usernameKey: string; usernameSkeleton: string; emailKey: string },
): Promise<Problem[]> {
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

async function insertAccount(
  manager: EntityManager,
  account: {
    username: string;
    usernameKey: string;
    usernameSkeleton: string;
    email: string;
    emailKey: string;
    hash: string;
    locale: Locale;
  },
): Promise<string> {
  const [user] = await manager.query<{ id: string }[]>(
    `insert into user_account (username, username_key) values ($1, $2) returning id`,
    [account.username, account.usernameKey],
  );
  if (!user) throw new Error("The account could not be made.");
  await manager.query(
    `insert into account (user_id, username_skeleton, email, email_key, password_hash, locale, terms_accepted_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [user.id, account.usernameSkeleton, account.email, account.emailKey, account.hash, account.locale],
  );
  return user.id;
}
