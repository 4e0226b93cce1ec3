import { expect, it } from "vitest";
import { rowLine } from "./row-line";

it("parts the items of a list by dots, except where a sentence ends", () => {
  expect(rowLine("Keep:\n\n- order\n- her words;\n  * units\n• years")).toBe("Keep: order · her words; units · years");
  expect(rowLine("先写结论。\n- 再写待办")).toBe("先写结论。 再写待办");
});

it("leaves everything else as it is", () => {
  for (const text of ["A - B\n1. C", "-5 degrees\n-no item", "**bold**\n\nnext"]) expect(rowLine(text)).toBe(text);
});
