import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demandPace } from "./pace";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PACE = { patienceMs: 30_000, bytesPerMs: 64 };

/** After how many ms a transfer at that speed is cut; null if it is not within ten minutes. */
function cutAfter(bytesPerMs: number): number | null {
  const begin = performance.now();
  let cutAt: number | null = null;
  const end = demandPace(
    PACE,
    () => (performance.now() - begin) * bytesPerMs,
    () => (cutAt = performance.now() - begin),
  );
  vi.advanceTimersByTime(600_000);
  end();
  return cutAt;
}

test("cuts what moves nothing when the patience is over, whatever it announced", () => {
  expect(cutAfter(0)).toBeGreaterThanOrEqual(30_000);
  expect(cutAfter(0)).toBeLessThanOrEqual(33_000);
});

test("cuts what is too slow, and sooner the slower it is", () => {
  expect(cutAfter(32)).toBeLessThanOrEqual(63_000);
  expect(cutAfter(0.0005)).toBeLessThanOrEqual(33_000);
  expect(cutAfter(64)).toBeNull();
});

test("cuts what stops after much of it", () => {
  const begin = performance.now();
  let cutAt = 0;
  demandPace(
    PACE,
    () => Math.min(performance.now() - begin, 1000) * 20_000,
    () => (cutAt = performance.now() - begin),
  );
  vi.advanceTimersByTime(600_000);
  expect(cutAt).toBeGreaterThanOrEqual(30_000);
  expect(cutAt).toBeLessThanOrEqual(36_000);
});

test("does nothing after its end", () => {
  let cuts = 0;
  demandPace(
    PACE,
    () => 0,
    () => (cuts += 1),
  )();
  vi.advanceTimersByTime(600_000);
  expect(cuts).toBe(0);
});
