import { LIMITS } from "../../../contract/limits";
import { problem, ProblemCode, type Problem } from "../../platform/domain/problem";
import { usernameKey, type UsernameKey } from "../user";
import { emailKey, type EmailKey } from "./email-address";
import { isReserved } from "./reserved-usernames";
import { isOfOneScript } from "./username-skeleton";

const graphemes = new Intl.Segmenter();

/** What somebody signs in with, or asks a link for. */
export type Identifier = { kind: "username"; key: UsernameKey } | { kind: "email"; key: EmailKey };

/** A username or an address in any spelling; null for what no account can have. */
export function parseIdentifier(text: string): Identifier | null {
  const tidy = tidyUsername(text);
  if (tidy.includes("@")) {
    const key = emailKey(tidy);
    return key === null ? null : { kind: "email", key };
  }
  const key = usernameKey(tidy);
  return key === undefined ? null : { kind: "username", key };
}

/** As it is shown: one spelling of what looks the same. */
export function tidyUsername(username: string): string {
  return username.normalize("NFKC").trim();
}

export function usernameProblem(username: string, field: string): Problem | null {
  if (username === "") return problem(ProblemCode.REQUIRED, field);
  // Before anything is counted: a text of any length could have come.
  if (username.length > LIMITS.usernameMax * 8) return problem(ProblemCode.TOO_LONG, field, LIMITS.usernameMax);
  const length = [...graphemes.segment(username)].length;
  if (length > LIMITS.usernameMax) return problem(ProblemCode.TOO_LONG, field, LIMITS.usernameMax);
  if (usernameKey(username) === undefined || !isReadable(username) || !isOfOneScript(username))
    return problem(ProblemCode.INVALID_USERNAME, field);
  if (length < LIMITS.usernameMin) return problem(ProblemCode.TOO_SHORT, field, LIMITS.usernameMin);
  return isReserved(username) ? problem(ProblemCode.USERNAME_TAKEN, field) : null;
}

/** Letters of other scripts that pass for Latin ones, or for nothing much, beside them: strokes, circles, parts of syllables. */
const STROKES = "\\u1100-\\u11ff\\u3130-\\u318f\\ua960-\\ua97f\\ud7b0-\\ud7ff丨丶丿亅一ー〇口ロ工エニノハ";
const STROKE_BESIDE_LATIN = new RegExp(`\\p{Script=Latin}[${STROKES}]|[${STROKES}]\\p{Script=Latin}`, "u");
/** What is hardly seen beside a letter: signs like apostrophes, lines over and under letters, and what stretches an Arabic word. */
const HARDLY_SEEN = /\u0640|\ua78b|\ua78c|\u0305|[\u0332-\u0338]|(?=\p{Lm})[\p{Script=Common}\p{Script=Inherited}]/u;

/** Has a letter or digit, no heap of marks (UTS 39, 5.4: none twice in a row, four in a row at most), nothing that only seems to be one. */
function isReadable(username: string): boolean {
  const decomposed = username.normalize("NFD");
  if (!/[\p{L}\p{N}]/u.test(decomposed) || /(\p{Mn})\1|\p{Mn}{5}|^\p{M}/u.test(decomposed)) return false;
  return !HARDLY_SEEN.test(decomposed.replace(/ー/g, "")) && !STROKE_BESIDE_LATIN.test(username);
}
