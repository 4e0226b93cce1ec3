import { isLongerThan } from "../../contract/graphemes";
import { LIMITS } from "../../contract/limits";
import { normalizeLines } from "../../contract/prompt-text";
import type { FormProblem } from "./problem-text";
import type { Values } from "./use-submission";

/** Client-side validation with the server's problem codes, to save a round trip. The server validates again. */
export function required(values: Values, ...names: string[]): FormProblem[] {
  return names.filter((name) => values(name).trim() === "").map((field) => ({ code: "REQUIRED", field }));
}

/** Of a text of several lines. */
export function lengthProblems(values: Values, field: string, limit: number): FormProblem[] {
  return isLongerThan(normalizeLines(values(field)), limit) ? [{ code: "TOO_LONG", field, limit }] : [];
}

export function emailProblems(values: Values, field = "email"): FormProblem[] {
  const email = values(field).trim();
  if (email === "") return [{ code: "REQUIRED", field }];
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? [] : [{ code: "INVALID_EMAIL", field }];
}

/** Of the password and of its repetition. */
export function newPasswordProblems(values: Values): FormProblem[] {
  const password = values("password");
  const confirmation = values("passwordConfirmation");
  const problems = passwordProblems(password);
  if (confirmation === "") problems.push({ code: "REQUIRED", field: "passwordConfirmation" });
  else if (problems.length === 0 && password !== confirmation) {
    problems.push({ code: "PASSWORDS_DIFFER", field: "passwordConfirmation" });
  }
  return problems;
}

function passwordProblems(password: string): FormProblem[] {
  const field = "password";
  if (password === "") return [{ code: "REQUIRED", field }];
  const length = [...password].length;
  if (length < LIMITS.passwordMin) return [{ code: "TOO_SHORT", field, limit: LIMITS.passwordMin }];
  if (length > LIMITS.passwordMax) return [{ code: "TOO_LONG", field, limit: LIMITS.passwordMax }];
  return [];
}
