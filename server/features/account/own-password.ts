import type { DataSource, EntityManager } from "typeorm";
import { requireSession } from "../../platform/domain/access";
import type { Actor } from "../../platform/domain/actor";
import { DomainError } from "../../platform/domain/domain-error";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { type Account, accountById } from "./account.reader";
import { checkPassword } from "./password";
import { inOwnAccount, type ProvenAccount } from "./proven-account";

interface OwnPasswordOptions {
  /** The field of the password. */
  field: string;
  /** What is wrong apart from the password. */
  problems: readonly Problem[] | ((account: Account) => readonly Problem[]);
  /** What takes time or counts, once nothing is wrong and before the transaction begins. */
  before?(account: Account): Promise<void>;
  /** Runs in the transaction that still finds the session and the password as they were checked. */
  work(manager: EntityManager, own: ProvenAccount, sessionId: string): Promise<Problem[]>;
}

/** Does what asks for the current password. @throws as `inOwnAccount` does, RATE_LIMITED for too many tries. */
export async function withOwnPassword(
  dataSource: DataSource,
  actor: Actor,
  password: string,
  { field, problems, before, work }: OwnPasswordOptions,
): Promise<Problem[]> {
  const account = await accountById(dataSource, requireSession(actor).userId);
  if (!account) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const found = [
    ...(typeof problems === "function" ? problems(account) : problems),
    ...(await passwordProblems(dataSource, account, password, field)),
  ];
  if (found.length > 0) return found;
  await before?.(account);
  return inOwnAccount(dataSource, actor, (manager, own, sessionId) => {
    if (own.account.passwordHash !== account.passwordHash)
      return Promise.resolve([problem(ProblemCode.WRONG_PASSWORD, field)]);
    return work(manager, own, sessionId);
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
  const { isRight } = await checkPassword(password, passwordHash);
  return isRight ? [] : [problem(ProblemCode.WRONG_PASSWORD, field)];
}
