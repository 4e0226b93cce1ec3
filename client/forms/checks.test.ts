import { describe, expect, it } from "vitest";
import { LIMITS } from "../../contract/limits";
import { lengthProblems, newPasswordProblems } from "./checks";

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

it("a text of several lines is as long as the server says: without space around it, and with breaks of one character", () => {
  const problemsFor = (text: string) => lengthProblems(() => text, "note", 5);
  expect(problemsFor(" a\r\nb\r\nc \n")).toEqual([]);
  expect(problemsFor("👩‍👩‍👧‍👦".repeat(5))).toEqual([]);
  expect(problemsFor("a\nb\ncd")).toEqual([{ code: "TOO_LONG", field: "note", limit: 5 }]);
});
