import { describe, expect, it } from "vitest";
import { LIMITS } from "../../contract/limits";
import { newPasswordProblems } from "./checks";

const LONG_ENOUGH = "x".repeat(LIMITS.passwordMin);

function problemsOf(password: string, passwordConfirmation: string) {
  const values: Record<string, string> = { password, passwordConfirmation };
  return newPasswordProblems((name) => values[name] ?? "").map(({ code, field }) => `${field ?? ""}: ${code}`);
}

describe("a new password", () => {
  it("and its repetition are both asked for", () => {
    expect(problemsOf("", "")).toEqual(["password: REQUIRED", "passwordConfirmation: REQUIRED"]);
    expect(problemsOf("", LONG_ENOUGH)).toEqual(["password: REQUIRED"]);
    expect(problemsOf(LONG_ENOUGH, "")).toEqual(["passwordConfirmation: REQUIRED"]);
    expect(problemsOf("x", "")).toEqual(["password: TOO_SHORT", "passwordConfirmation: REQUIRED"]);
  });

  it("is compared with its repetition once it is valid itself", () => {
    expect(problemsOf(LONG_ENOUGH, LONG_ENOUGH)).toEqual([]);
    expect(problemsOf(LONG_ENOUGH, "y")).toEqual(["passwordConfirmation: PASSWORDS_DIFFER"]);
    expect(problemsOf("x", "y")).toEqual(["password: TOO_SHORT"]);
    expect(problemsOf("x".repeat(LIMITS.passwordMax + 1), "y")).toEqual(["password: TOO_LONG"]);
  });
});
