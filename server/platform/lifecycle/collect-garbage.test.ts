import { expect, it } from "vitest";
import { collectGarbage } from "./collect-garbage";

it("what nothing refers to is collected", async () => {
  const held = { text: "held" };
  const refs = [new WeakRef({ text: "dropped" }), new WeakRef(held)];
  await collectGarbage();
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, held]);
});
