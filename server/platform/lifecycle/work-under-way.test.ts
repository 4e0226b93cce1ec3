import { expect, test } from "vitest";
import { WorkUnderWay } from "./work-under-way";

test("the end comes when all work has ended, failed work too, and what it has led to", async () => {
  const work = new WorkUnderWay();
  const ended: string[] = [];
  const gates: Record<string, () => void> = {};
  const wait = async (name: string) => {
    await new Promise<void>((open) => (gates[name] = open));
    ended.push(name);
  };
  void work.track(wait("first").then(() => void work.track(wait("third"))));
  const failing = work.track(wait("second").then(() => Promise.reject(new Error("No."))));
  const waiting = work.ended().then(() => ended.push("all"));
  gates["second"]?.();
  await expect(failing).rejects.toThrow("No.");
  gates["first"]?.();
  await expect.poll(() => gates["third"]).toBeDefined();
  expect(ended).toEqual(["second", "first"]);
  gates["third"]?.();
  await waiting;
  expect(ended).toEqual(["second", "first", "third", "all"]);
});

test("nothing is waited for when nothing is under way", async () => {
  await expect(new WorkUnderWay().ended()).resolves.toBeUndefined();
});
