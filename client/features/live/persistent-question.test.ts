import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PersistentQuestion } from "./persistent-question";

let page: EventTarget;
/** What has been asked and not been answered. */
let open: { resolve(answer: unknown): void; reject(error: Error): void }[];
let asked: number;
let question: PersistentQuestion;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal("window", page);
  open = [];
  asked = 0;
  question = new PersistentQuestion(() => {
    asked += 1;
    return new Promise((resolve, reject) => open.push({ resolve, reject }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const answer = async () => {
  open.shift()?.resolve("an answer");
  await settle();
};
const fail = async () => {
  open.shift()?.reject(new Error("The network is gone."));
  await settle();
};
/** Longer than any pause. */
const wait = () => vi.advanceTimersByTimeAsync(10 * 60_000);

it("is asked once at a time, and once more for all that changes meanwhile", async () => {
  question.raise();
  question.raise();
  question.raise();
  expect(asked).toBe(1);
  await answer();
  expect(asked).toBe(2);
  await answer();
  await wait();
  expect(asked).toBe(2);
});

it("is asked again when it fails, after growing pauses, until it is answered", async () => {
  question.raise();
  await fail();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2500);
  expect(asked).toBe(2);
  await fail();
  await vi.advanceTimersByTimeAsync(7000);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(6000);
  expect(asked).toBe(3);
  await answer();
  await wait();
  expect(asked).toBe(3);
});

it("is asked again at once when the browser is online, or something changes", async () => {
  question.raise();
  for (const again of [() => page.dispatchEvent(new Event("online")), question.raise]) {
    const before = asked;
    await fail();
    again();
    expect(asked).toBe(before + 1);
  }
  await answer();
  const answered = asked;
  page.dispatchEvent(new Event("online"));
  await wait();
  expect(asked).toBe(answered);
});

it("that fails again and again is asked a few times, and then no more until the browser is online", async () => {
  question.raise();
  for (let time = 0; time < 10; time++) {
    await fail();
    await wait();
  }
  expect(asked).toBe(5);
  page.dispatchEvent(new Event("online"));
  expect(asked).toBe(6);
});

it("is asked no more once nobody waits for the answer", async () => {
  question.raise();
  question.raise();
  question.stop();
  await fail();
  page.dispatchEvent(new Event("online"));
  await wait();
  expect(asked).toBe(1);
});

it("is asked again when no answer comes", async () => {
  question.raise();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(asked).toBe(2);
  // The one that was given up.
  await answer();
  expect(asked).toBe(2);
  await answer();
  await wait();
  expect(asked).toBe(2);
});
