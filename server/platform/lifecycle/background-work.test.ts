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
  let begun = 0;
  for (let count = 0; count < 50; count += 1)
    doLater(() => {
      begun += 1;
      return Promise.resolve();
    });
  const soFar = [begun];
  for (let step = 0; step < 50; step += 1) {
    await vi.advanceTimersByTimeAsync(20);
    soFar.push(begun);
  }
  expect([soFar[0], soFar.at(-1)]).toEqual([0, 50]);
  expect(new Set(soFar).size).toBeGreaterThan(15);
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
