import argon2 from "@node-rs/argon2";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import pLimit from "p-limit";
import { LIMITS } from "../../../contract/limits";
import { PRODUCT_NAME } from "../../../contract/product";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";

/** OWASP's recommendation for argon2id, which is the package's default algorithm: 19 MiB, two passes, one lane. API tests lower it. */
export const HASHING_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash takes 19 MiB and a thread while it runs. */
const limitConcurrency = pLimit(4);

/** Refuses common passwords and words, names with a digit or two, and rows of keys, and takes six random characters. */
const MIN_GUESSES = 100_000;
/** How much of a password is looked at: the time grows faster than the length. */
const ESTIMATED_LENGTH = 32;

let estimator: ZxcvbnFactory | undefined;
let dummyHash: Promise<string> | undefined;

/** Validates a new password. @param names what others know about the account, not allowed as a password */
export function newPasswordProblems(
  { password, passwordConfirmation }: { password: string; passwordConfirmation: string },
  names: readonly string[],
): Problem[] {
  const length = [...password].length;
  if (length === 0) return [problem(ProblemCode.REQUIRED, "password")];
  if (length < LIMITS.passwordMin) return [problem(ProblemCode.TOO_SHORT, "password", LIMITS.passwordMin)];
  if (length > LIMITS.passwordMax) return [problem(ProblemCode.TOO_LONG, "password", LIMITS.passwordMax)];
  if (isEasyToGuess(password, names)) return [problem(ProblemCode.PASSWORD_TOO_COMMON, "password")];
  return password === passwordConfirmation ? [] : [problem(ProblemCode.PASSWORDS_DIFFER, "passwordConfirmation")];
}

/** Keyboards may encode the same password differently. */
function normalizePassword(password: string): string {
  return password.normalize("NFKC");
}

function isEasyToGuess(password: string, names: readonly string[]): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const known = [PRODUCT_NAME, ...names].map((name) => normalizePassword(name).toLowerCase());
  // An address is known in parts, too.
  const words = known
    .flatMap((name) => [name, ...name.split("@"), ...name.split(/[@._-]/)])
    .filter((word) => word.length > 2);
  if (known.includes(normalizePassword(password).toLowerCase())) return true;
  return estimator.check(normalizePassword(password).slice(0, ESTIMATED_LENGTH), words).guesses < MIN_GUESSES;
}

export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => argon2.hash(normalizePassword(password), HASHING_COST));
}

/**
 * Checks a password against a hash. Without a hash the check takes as long and fails, so that timing does not reveal whether the
 * account exists.
 */
export async function checkPassword(
  password: string,
  storedHash: string | null,
): Promise<{ isCorrect: boolean; isOutdated: boolean }> {
  dummyHash ??= hashPassword("nobody’s password");
  const checkedHash = storedHash ?? (await dummyHash);
  // No stored password is longer than the maximum; verifying "" instead costs the same.
  const candidate = [...password].length > LIMITS.passwordMax ? "" : normalizePassword(password);
  const matches = await limitConcurrency(() => argon2.verify(checkedHash, candidate));
  const { memoryCost, timeCost, parallelism } = HASHING_COST;
  const current = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  return { isCorrect: matches && storedHash !== null, isOutdated: !checkedHash.startsWith(current) };
}
