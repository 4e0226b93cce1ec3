import { expect, test, vi } from "vitest";
import { Sweeper } from "./sweeper";

test("sweeps at once and then regularly, and goes on when one of them fails", async () => {
  vi.useFakeTimers();
  const logger = { warn: vi.fn() };
  const swept = vi.fn(() => Promise.resolve());
  const failing = vi.fn(() => Promise.reject(new Error("away")));
  const sweeper = new Sweeper({ sweeps: [failing, swept], logger, everyMs: 1000 });
  sweeper.start();
  await vi.advanceTimersByTimeAsync(2500);
  expect(swept).toHaveBeenCalledTimes(3);
  expect(logger.warn).toHaveBeenCalledTimes(3);
  await sweeper.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(swept).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
