import { beforeEach, expect, test, vi } from "vitest";
import { answerAfter, backgroundWorkEnded, logBackgroundErrors } from "./background-work";

const error = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  error.mockReset();
  logBackgroundErrors({ error });
  return () => vi.useRealTimers();
});

/** The response time in milliseconds. */
async function answerTimeOf(work: () => Promise<void>): Promise<number> {
  const start = Date.now();
  const answered = answerAfter(250, work).then(() => Date.now() - start);
  await vi.advanceTimersByTimeAsync(2000);
  return answered;
}

const take = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

test.each([0, 100, 250, 1000])("work that takes %i ms is answered after 250 ms", async (ms) => {
  expect(await answerTimeOf(take(ms))).toBe(250);
});

test("shutdown waits for work that continues after the answer", async () => {
  let ended = false;
  const answered = answerAfter(250, () => take(1000)().then(() => void (ended = true)));
  await vi.advanceTimersByTimeAsync(250);
  await answered;
  const waiting = backgroundWorkEnded().then(() => ended);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await waiting).toBe(true);
});

test("a failure before the answer is thrown, a later one is logged", async () => {
  const early = answerAfter(250, () => Promise.reject(new Error("early")));
  await expect(early).rejects.toThrow("early");
  expect(error).not.toHaveBeenCalled();
  await answerTimeOf(() => take(1000)().then(() => Promise.reject(new Error("late"))));
  await backgroundWorkEnded();
  expect(error.mock.calls).toEqual([[{ err: new Error("late") }, expect.any(String)]]);
});
