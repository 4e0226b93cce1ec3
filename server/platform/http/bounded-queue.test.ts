import { expect, test } from "vitest";
import { BoundedQueue } from "./bounded-queue";
import { AbandonedError } from "./overloaded-error";

test("runs a few at a time, lets a few wait for their turn, and refuses the others at once", async () => {
  const queue = new BoundedQueue(2, 3);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const add = (number: number) =>
    queue.run(async () => {
      begun.push(number);
      await new Promise<void>((end) => ends.push(end));
      return number;
    });
  const accepted = [1, 2, 3, 4, 5].map(add);
  await expect(add(6)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", details: { retryAfter: 1 } });
  expect(begun).toEqual([1, 2]);
  ends.shift()?.();
  await accepted[0];
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  accepted.push(add(7));
  await expect(add(8)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const results = Promise.all(accepted);
  for (let left = 5; left > 0; left -= 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect(await results).toEqual([1, 2, 3, 4, 5, 7]);
});

test("does not begin work whose client has left", async () => {
  const queue = new BoundedQueue(1, 2);
  const idle = () => undefined;
  let end: () => void = idle;
  let hasLeft = false;
  const first = queue.run(() => new Promise<void>((resolve) => (end = resolve)));
  const left = queue.run(
    () => Promise.resolve("begun"),
    () => hasLeft,
  );
  const last = queue.run(() => Promise.resolve("begun"));
  hasLeft = true;
  // It begins in a microtask.
  await expect.poll(() => end).not.toBe(idle);
  end();
  await first;
  await expect(left).rejects.toBeInstanceOf(AbandonedError);
  expect(await last).toBe("begun");
});

test("goes on after work that fails", async () => {
  const queue = new BoundedQueue(1, 0);
  await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run(() => Promise.resolve("done"))).toBe("done");
});
