import { beforeEach, expect, test, vi } from "vitest";
import { backgroundWorkEnded, doLater, logBackgroundErrors } from "./background-work";

const error = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  error.mockReset();
  logBackgroundErrors({ error });
  return () => vi.useRealTimers();
});

const take = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test("work begins within the following second, at random moments, and never at once", async () => {
  const begun: number[] = [];
  const now = Date.now();
  for (let count = 0; count < 50; count += 1)
    doLater(() => {
      begun.push(Date.now() - now);
      return Promise.resolve();
    });
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toHaveLength(50);
  expect(new Set(begun).size).toBeGreaterThan(25);
});

test("no more than two run at the same time", async () => {
  let running = 0;
  let most = 0;
  for (let count = 0; count < 20; count += 1)
    doLater(async () => {
      most = Math.max(most, ++running);
      await take(5000);
      running -= 1;
    });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([most, running]).toEqual([2, 0]);
});

test("shutdown starts what is due at once, and waits for it and for what it leads to", async () => {
  const ended: string[] = [];
  doLater(async () => {
    await take(1000);
    doLater(() => {
      ended.push("next");
      return Promise.resolve();
    });
    ended.push("first");
  });
  const waiting = backgroundWorkEnded();
  await vi.advanceTimersByTimeAsync(1000);
  await waiting;
  expect(ended).toEqual(["first", "next"]);
});

test("a failure is logged", async () => {
  doLater(() => Promise.reject(new Error("no database")));
  await backgroundWorkEnded();
  expect(error.mock.calls).toEqual([[{ err: new Error("no database") }, expect.any(String)]]);
});
