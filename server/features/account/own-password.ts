import type { EntityManager } from "typeorm";
import type { RequestContext } from "../../platform/graphql/context";
import { fault } from "../../platform/graphql/errors";
import { problem, ProblemCode, type Problem } from "../../platform/graphql/problem";
import { consumeRateLimit } from "../../platform/rate-limit/rate-limit";
import { RATE_LIMITS } from "./account.limits";
import { requireSession } from "./account.policy";
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
  context: RequestContext,
  password: string,
  { field, problems, before, work }: OwnPasswordOptions,
): Promise<Problem[]> {
  const account = await accountById(context.dataSource, requireSession(context).userId);
  if (!account) throw fault("UNAUTHENTICATED", "Sign in first.");
  const found = [
    ...(typeof problems === "function" ? problems(account) : problems),
    ...(await passwordProblems(context, account, password, field)),
  ];
  if (found.length > 0) return found;
  await before?.(account);
  return inOwnAccount(context, (manager, own, sessionId) => {
    if (own.account.passwordHash !== account.passwordHash)
      return Promise.resolve([problem(ProblemCode.WRONG_PASSWORD, field)]);
    return work(manager, own, sessionId);
  });
}

async function passwordProblems(
  { dataSource }: RequestContext,
  { userId, passwordHash }: Account,
  password: string,
  field: string,
): Promise<Problem[]> {
  if (password === "") return [problem(ProblemCode.REQUIRED, field)];
  await consumeRateLimit(dataSource, "password", { account: userId }, RATE_LIMITS.password);
  const { isRight } = await checkPassword(password, passwordHash);
  return isRight ? [] : [problem(ProblemCode.WRONG_PASSWORD, field)];
}
