import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demandPace } from "./pace";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const PACE = { patienceMs: 30_000, bytesPerMs: 64 };

/** After how many ms a transfer is cut; null if it is not within ten minutes. @param movedBy how many bytes it has moved by then */
function cutAfter(movedBy: (ms: number) => number): number | null {
  let now = 0;
  let cutAt: number | null = null;
  const end = demandPace(
    PACE,
    () => movedBy(now),
    () => (cutAt = now),
  );
  for (now = 1000; now <= 600_000; now += 1000) vi.advanceTimersByTime(1000);
  end();
  return cutAt;
}
const at = (bytesPerMs: number) => (ms: number) => ms * bytesPerMs;

test("cuts what moves nothing when the patience is over, whatever it announced", () => {
  expect(cutAfter(at(0))).toBeGreaterThanOrEqual(30_000);
  expect(cutAfter(at(0))).toBeLessThanOrEqual(33_000);
});

test("cuts what is too slow, and sooner the slower it is", () => {
  expect(cutAfter(at(32))).toBeLessThanOrEqual(63_000);
  expect(cutAfter(at(0.0005))).toBeLessThanOrEqual(33_000);
  expect(cutAfter(at(64))).toBeNull();
});

test("cuts what stops after much of it", () => {
  const cutAt = cutAfter((ms) => Math.min(ms, 1000) * 20_000);
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
