import { LIMITS } from "../../../contract/limits";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { usernameKey, type UsernameKey } from "../user";
import { emailKey, type EmailKey } from "./email-address";
import { isReserved } from "./reserved-usernames";
import { isSingleScript } from "./username-skeleton";

const graphemes = new Intl.Segmenter();

/** What a user signs in with, or requests a link for. */
export type Identifier = { kind: "username"; key: UsernameKey } | { kind: "email"; key: EmailKey };

/** Parses a username or an email address in any spelling; null if no account can have it. */
export function parseIdentifier(text: string): Identifier | null {
  const normalized = normalizeUsername(text);
  if (normalized.includes("@")) {
    const key = emailKey(normalized);
    return key === null ? null : { kind: "email", key };
  }
  const key = usernameKey(normalized);
  return key === undefined ? null : { kind: "username", key };
}

/** The form that is stored and displayed. */
export function normalizeUsername(username: string): string {
  return username.normalize("NFKC").trim();
}

export function usernameProblem(username: string, field: string): Problem | null {
  if (username === "") return problem(ProblemCode.REQUIRED, field);
  // Cheap check first: the input may be of any length.
  if (username.length > LIMITS.usernameMax * 8) return problem(ProblemCode.TOO_LONG, field, LIMITS.usernameMax);
  const length = [...graphemes.segment(username)].length;
  if (length > LIMITS.usernameMax) return problem(ProblemCode.TOO_LONG, field, LIMITS.usernameMax);
  if (usernameKey(username) === undefined || !isReadable(username) || !isSingleScript(username))
    return problem(ProblemCode.INVALID_USERNAME, field);
  if (length < LIMITS.usernameMin) return problem(ProblemCode.TOO_SHORT, field, LIMITS.usernameMin);
  return isReserved(username) ? problem(ProblemCode.USERNAME_TAKEN, field) : null;
}

/** Letters of other scripts that, next to Latin letters, look like Latin ones or go unnoticed: strokes, circles, parts of syllables. */
const LATIN_LOOKALIKES = "\\u1100-\\u11ff\\u3130-\\u318f\\ua960-\\ua97f\\ud7b0-\\ud7ff丨丶丿亅一ー〇口ロ工エニノハ";
const LOOKALIKE_NEXT_TO_LATIN = new RegExp(
  `\\p{Script=Latin}[${LATIN_LOOKALIKES}]|[${LATIN_LOOKALIKES}]\\p{Script=Latin}`,
  "u",
);
/** Characters that are easily overlooked next to a letter: apostrophe-like signs, overlines and underlines, the Arabic tatweel. */
const NEARLY_INVISIBLE =
  /\u0640|\ua78b|\ua78c|\u0305|[\u0332-\u0338]|(?=\p{Lm})[\p{Script=Common}\p{Script=Inherited}]/u;

/** Has a letter or digit, no stacked marks (UTS 39, 5.4: no mark twice in a row, at most four in a row), no nearly invisible characters. */
function isReadable(username: string): boolean {
  const decomposed = username.normalize("NFD");
  if (!/[\p{L}\p{N}]/u.test(decomposed) || /(\p{Mn})\1|\p{Mn}{5}|^\p{M}/u.test(decomposed)) return false;
  return !NEARLY_INVISIBLE.test(decomposed.replace(/ー/g, "")) && !LOOKALIKE_NEXT_TO_LATIN.test(username);
}
