import { LIMITS } from "../../contract/limits";
import type { FormProblem } from "./problem-text";
import type { Values } from "./use-submission";

/** Client-side validation with the server's problem codes, to save a round trip. The server validates again. */
export function required(values: Values, ...names: string[]): FormProblem[] {
  return names.filter((name) => values(name).trim() === "").map((field) => ({ code: "REQUIRED", field }));
}

export function emailProblems(values: Values, field = "email"): FormProblem[] {
  const email = values(field).trim();
  if (email === "") return [{ code: "REQUIRED", field }];
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? [] : [{ code: "INVALID_EMAIL", field }];
}

export function newPasswordProblems(values: Values): FormProblem[] {
  const password = values("password");
  if (password === "") return [{ code: "REQUIRED", field: "password" }];
  const length = [...password].length;
  if (length < LIMITS.passwordMin) return [{ code: "TOO_SHORT", field: "password", limit: LIMITS.passwordMin }];
  if (length > LIMITS.passwordMax) return [{ code: "TOO_LONG", field: "password", limit: LIMITS.passwordMax }];
  return password === values("passwordConfirmation")
    ? []
    : [{ code: "PASSWORDS_DIFFER", field: "passwordConfirmation" }];
}
