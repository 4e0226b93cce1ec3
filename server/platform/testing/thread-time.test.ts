import { expect, test } from "vitest";
import { leastThreadTime } from "./thread-time";

/** Work of about `times` × 1.5 ms on an ordinary machine. */
async function work(times: number): Promise<void> {
  const text = "ab ".repeat(20_000);
  for (let done = 0; done < times; done++) text.toUpperCase().split(" ").sort();
}

test("work beyond its limit is seen, work within it is not, and waiting is no work", async () => {
  const usual = await leastThreadTime(() => work(30), 1);
  expect(await leastThreadTime(() => work(30), usual / 3)).toBeGreaterThan(usual / 3);
  expect(await leastThreadTime(() => work(30), usual * 3)).toBeLessThan(usual * 3);
  expect(await leastThreadTime(() => new Promise((resolve) => setTimeout(resolve, 100)), 50)).toBeLessThan(50);
});
