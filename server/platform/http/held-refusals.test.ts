import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeldRefusals } from "./held-refusals";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("refusals wait for a second, a thousand of them at a time", async () => {
  const refusals = new HeldRefusals();
  let sent = 0;
  const refuse = () => void refusals.hold().then(() => (sent += 1));
  for (let request = 0; request < 1003; request += 1) refuse();
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toBe(1003);
  refuse();
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toBe(1003);
});
