import { describe, expect, it } from "vitest";
import { isLikelyLong } from "./CardText";

describe("the length of a card's text", () => {
  it("is short for few lines", () => {
    expect(isLikelyLong("Say it in one line.")).toBe(false);
    expect(isLikelyLong("a\nb\n\nc")).toBe(false);
  });

  it("is long for many letters or many lines", () => {
    expect(isLikelyLong("word ".repeat(70))).toBe(true);
    expect(isLikelyLong("line\n".repeat(9))).toBe(true);
  });

  it("counts wide letters about twice", () => {
    expect(isLikelyLong("字".repeat(200))).toBe(true);
    expect(isLikelyLong("字".repeat(100))).toBe(false);
  });
});
