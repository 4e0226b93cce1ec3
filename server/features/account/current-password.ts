import type { DataSource, EntityManager } from "typeorm";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { type Account, accountById } from "./account.reader";
import { checkPassword } from "./password";
import { withCurrentAccount, type ProvenAccount } from "./proven-account";

interface CurrentPasswordOptions {
  /** The input field of the password, for problems. */
  field: string;
  /** Problems with the other fields. */
  problems: readonly Problem[] | ((account: Account) => readonly Problem[]);
  /** Slow or rate-limited work: runs after validation and before the transaction. */
  before?(account: Account): Promise<void>;
  /** Runs in a transaction in which the session and the password are still those that were checked. */
  work(manager: EntityManager, proven: ProvenAccount, sessionId: string): Promise<Problem[]>;
}

/** Does work that requires the current password. @throws as `withCurrentAccount` does, RATE_LIMITED after too many attempts. */
export async function withCurrentPassword(
  dataSource: DataSource,
  actor: Actor,
  password: string,
  { field, problems, before, work }: CurrentPasswordOptions,
): Promise<Problem[]> {
  const account = await accountById(dataSource, requireSession(actor).userId);
  if (!account) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const allProblems = [
    ...(typeof problems === "function" ? problems(account) : problems),
    ...(await passwordProblems(dataSource, account, password, field)),
  ];
  if (allProblems.length > 0) return allProblems;
  await before?.(account);
  return withCurrentAccount(dataSource, actor, (manager, proven, sessionId) => {
    if (proven.account.passwordHash !== account.passwordHash)
      return Promise.resolve([problem(ProblemCode.WRONG_PASSWORD, field)]);
    return work(manager, proven, sessionId);
  });
}

async function passwordProblems(
  dataSource: DataSource,
  { userId, passwordHash }: Account,
  password: string,
  field: string,
): Promise<Problem[]> {
  if (password === "") return [problem(ProblemCode.REQUIRED, field)];
  await consumeRateLimit(dataSource, "password", { account: userId }, RATE_LIMITS.password);
  const { isCorrect } = await checkPassword(password, passwordHash);
  return isCorrect ? [] : [problem(ProblemCode.WRONG_PASSWORD, field)];
}
