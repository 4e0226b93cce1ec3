import { afterEach, beforeEach, expect, it, vi } from "vitest";

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  // Each page listens once.
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal("window", page);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("what is being typed is kept a moment later, once", async () => {
  const { DelayedWrite } = await import("./delayed-write");
  const write = vi.fn();
  const waiting = new DelayedWrite(write);
  waiting.later();
  vi.advanceTimersByTime(200);
  waiting.later();
  vi.advanceTimersByTime(200);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(write).toHaveBeenCalledOnce();
});

// Browsers slow down the timers of a hidden page, and the other tab may write at the same place meanwhile.
it.each(["pagehide", "visibilitychange"])("it is kept at once at %s", async (event) => {
  const { DelayedWrite } = await import("./delayed-write");
  const write = vi.fn();
  new DelayedWrite(write).later();
  page.dispatchEvent(new Event(event));
  expect(write).toHaveBeenCalledOnce();
  vi.runAllTimers();
  expect(write).toHaveBeenCalledOnce();
});
