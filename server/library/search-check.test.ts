import { expect, test } from "vitest";
import { searchProblems } from "./search-check";

const TEXT = { title: "CV", remark: "", content: "" };
const problemsOf = (search: string[] | undefined) =>
  searchProblems({ 1: search ? { ...TEXT, search } : TEXT, 2: { ...TEXT, search: ["cv"] } }).join("\n");
const phrases = (count: number) => Array.from({ length: count }, (_, index) => `phrase ${String(index)}`);

test("up to 80 search words are fine", () => {
  expect(problemsOf(phrases(80))).toBe("");
});

test.each<[string, string[] | undefined, string]>([
  ["none, where others have some", undefined, "1: has no search words"],
  ["an empty list", [], "1: has 0 search words, not 1 to 80"],
  ["too many", phrases(81), "1: has 81 search words, not 1 to 80"],
  ["the same in other spelling", ["résumé", "Resume"], '1: has the search word "Resume" twice'],
  ["one that is too long", ["x".repeat(81)], "is too long"],
  ["white space around one", [" cv"], "has stray white space"],
])("the check finds %s", (_, search, problem) => {
  expect(problemsOf(search)).toContain(problem);
});
