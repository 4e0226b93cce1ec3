import { expect, test } from "vitest";
import { leastThreadTime } from "../server/platform/testing/thread-time";
import { canonicalSearch, normalizeQuery } from "./pages";

test("a query with unordered combining marks is normalized quickly", async () => {
  const marks = `a${"\u0345\u0301\u0316\u0334".repeat(400)}`;
  const normalize = async () => {
    for (let times = 0; times < 100; times += 1) normalizeQuery(marks);
  };
  // 300 ms and more when they were normalized before they were cut.
  expect(await leastThreadTime(normalize, 50)).toBeLessThan(50);
});

test("an address with very many marks takes no time", async () => {
  const search = `?q=a${"\u0345\u0301".repeat(20_000)}`;
  const read = async () => canonicalSearch("/", search);
  expect(await read()).toMatch(/^\?q=%C3%A1/);
  expect(await leastThreadTime(read, 100)).toBeLessThan(100);
});

test("of the tags in an address few are read, and 27 count", () => {
  const tag = (at: number) => `t${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`;
  const tags = Array.from({ length: 300 }, (_, at) => tag(at));
  const read = ["AA", "zz", "zz", ...tags].slice(0, 108);
  const counting = [...new Set(read.filter((each) => each !== "AA"))].sort().slice(0, 27);
  const search = (given: readonly string[]) => `?${given.map((each) => `tag=${each}`).join("&")}`;
  expect(canonicalSearch("/", search(["AA", "zz", "zz", ...tags]))).toBe(search(counting));
});
