import { domainToASCII } from "node:url";
import { isEmail } from "class-validator";
import { LIMITS } from "../../../product.config";
import { problem, ProblemCode, type Problem } from "../../platform/graphql/problem";
import { usernameKey } from "../user";
import { isOfOneScript } from "./username-skeleton";

const graphemes = new Intl.Segmenter();

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
  if (usernameKey(username) === undefined || !isOfOneScript(username))
    return problem(ProblemCode.INVALID_USERNAME, field);
  if (length < LIMITS.usernameMin) return problem(ProblemCode.TOO_SHORT, field, LIMITS.usernameMin);
  return null;
}

export function tidyEmail(email: string): string {
  return email.normalize("NFKC").trim();
}

export function emailProblem(email: string, field: string): Problem | null {
  if (email === "") return problem(ProblemCode.REQUIRED, field);
  if (email.length > LIMITS.email) return problem(ProblemCode.TOO_LONG, field, LIMITS.email);
  return isEmail(email) && emailKey(email) !== null ? null : problem(ProblemCode.INVALID_EMAIL, field);
}

/** What two spellings of an address share; null for what is none. */
export function emailKey(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = at > 0 ? domainToASCII(email.slice(at + 1)) : "";
  return domain === "" ? null : `${email.slice(0, at).toLowerCase()}@${domain.toLowerCase()}`;
}

/** "a…@example.org": for who gets to know that an address has changed, but need not know the new one. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}
