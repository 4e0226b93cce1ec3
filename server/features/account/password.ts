import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import pLimit from "p-limit";
import { LIMITS } from "../../../contract/limits";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";

/** OWASP's recommendation for argon2id, which is the package's default algorithm: 19 MiB, two passes, one lane. */
const PARAMETERS = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};
const CURRENT = "$argon2id$v=19$m=19456,t=2,p=1$";
/** Each takes 19 MiB and a thread for as long as it lasts. */
const takingTurns = pLimit(4);

let common: ReadonlySet<string> | undefined;
let dummyHash: Promise<string> | undefined;

/** What is wrong with a password that somebody chooses. @param names what others know of the account. */
export function newPasswordProblems(
  { password, passwordConfirmation }: { password: string; passwordConfirmation: string },
  names: readonly string[],
): Problem[] {
  const length = [...password].length;
  if (length === 0) return [problem(ProblemCode.REQUIRED, "password")];
  if (length < LIMITS.passwordMin) return [problem(ProblemCode.TOO_SHORT, "password", LIMITS.passwordMin)];
  if (length > LIMITS.passwordMax) return [problem(ProblemCode.TOO_LONG, "password", LIMITS.passwordMax)];
  common ??= new Set(dictionary["passwords-common"]);
  const folded = foldPassword(password);
  if (common.has(folded) || names.some((name) => foldPassword(name) === folded))
    return [problem(ProblemCode.PASSWORD_TOO_COMMON, "password")];
  return password === passwordConfirmation ? [] : [problem(ProblemCode.PASSWORDS_DIFFER, "passwordConfirmation")];
}

/** Two keyboards may write one password in two ways. */
function bytesOf(password: string): string {
  return password.normalize("NFKC");
}

/** As it is compared with what others would try first. */
function foldPassword(password: string): string {
  return bytesOf(password).toLowerCase();
}

export function hashPassword(password: string): Promise<string> {
  return takingTurns(() => hash(bytesOf(password), PARAMETERS));
}

/**
 * Whether a password is that of a hash. Without a hash it takes as long and is not, so that time does not tell whether there
 * is such an account.
 */
export async function checkPassword(
  password: string,
  known: string | null,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  dummyHash ??= hashPassword("nobody’s password");
  const hashed = known ?? (await dummyHash);
  // Past the longest password there is none to find; the work stays the same.
  const tried = [...password].length > LIMITS.passwordMax ? "" : bytesOf(password);
  const matches = await takingTurns(() => verify(hashed, tried));
  return { isRight: matches && known !== null, isOutdated: !hashed.startsWith(CURRENT) };
}
