import { describe, expect, test } from "vitest";
import { isRawText, promptNumberOf, rawTextPath, wholeLibraryPath } from "./raw-text";

describe("the address of a raw text", () => {
  test("is that of the page with an ending, Chinese without a prefix", () => {
    expect([rawTextPath("en", 12, "md"), rawTextPath("zh", "12", "json")]).toEqual([
      "/en/prompt/12.md",
      "/prompt/12.json",
    ]);
    expect([wholeLibraryPath("zh"), wholeLibraryPath("de")]).toEqual(["/llms-full.txt", "/de/llms-full.txt"]);
  });

  test.each(["/prompt/12.md", "/en/prompt/1001.txt", "/de/prompt/7.json", "/llms-full.txt", "/bn/llms-full.txt"])(
    "%s is one",
    (path) => {
      expect(isRawText(path)).toBe(true);
    },
  );

  test.each([
    "/zh/prompt/12.md",
    "/en/prompt/012.md",
    "/en/prompt/12.html",
    "/en/prompt/12.constructor",
    "/en/prompt/.md",
    "/en/prompt/12.md/",
    "/en/prompt/12",
    "/zh/llms-full.txt",
    "/xx/llms-full.txt",
  ])("%s is none", (path) => {
    expect(isRawText(path)).toBe(false);
  });

  test("is derived from pages of prompts alone", () => {
    expect(
      ["/en/prompt/12", "/prompt/1001", "/zh/prompt/12", "/en/prompt/12/", "/en/", "/en/prompt/x"].map(promptNumberOf),
    ).toEqual(["12", "1001", undefined, undefined, undefined, undefined]);
  });
});
