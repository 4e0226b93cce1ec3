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
