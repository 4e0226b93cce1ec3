import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, wordDifference } from "./word-difference";

const only = (changes: readonly Change[], kind: "removed" | "added") =>
  changes.map((change) => (change.kind === "same" || change.kind === kind ? change.text : "")).join("");

const marked = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `+[${text}]` : `-[${text}]`))
    .join("");

describe("the difference of two texts", () => {
  it("is in words", () => {
    expect(marked("Keep numbers and links.", "Keep numbers, formatting and links.")).toBe(
      "Keep numbers+[, formatting] and links.",
    );
    expect(marked("Keep numbers, formatting and links.", "Keep numbers and links.")).toBe(
      "Keep numbers-[, formatting] and links.",
    );
    expect(marked("one two three", "one four five")).toBe("one -[two three]+[four five]");
  });

  it("leaves lines that are in both alone", () => {
    expect(marked("a\nb\nc\n", "a\nc\nd\n")).toBe("a\n-[b\n]c\n+[d\n]");
  });

  it("is in characters where a script has no spaces", () => {
    expect(marked("写一首诗", "写两首诗")).toBe("写-[一]+[两]首诗");
  });

  it("does not cut blanks, flags, emoji or letters with marks", () => {
    expect(marked("Say {{word|Word}}.", "Say {{word|Term}}.")).toBe("Say -[{{word|Word}}]+[{{word|Term}}].");
    expect(marked("🇩🇪 👩‍💻", "🇩🇰 👩‍🎨")).toBe("-[🇩🇪 👩‍💻]+[🇩🇰 👩‍🎨]");
    expect(marked("हिन्दी", "हिन्दि")).toBe("-[हिन्दी]+[हिन्दि]");
  });

  it("contains both texts, whatever they are", () => {
    const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[ab \n{}]{0,40}$/));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = wordDifference(before, after);
        expect(only(changes, "removed")).toBe(before);
        expect(only(changes, "added")).toBe(after);
        if (before === after) expect(changes.every(({ kind }) => kind === "same")).toBe(true);
      }),
    );
  });

  it("of long texts that have nothing in common is that one replaced the other", () => {
    const before = "甲乙".repeat(10_000);
    const after = "丙丁".repeat(10_000);
    expect(wordDifference(before, after)).toEqual([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ]);
  });

  it("finds a word within a long text", () => {
    const word = (index: number) => `w${String(index % 97)} `;
    const words = Array.from({ length: 5000 }, (_, index) => word(index));
    const before = words.join("");
    const after = words.with(1000, "new ").with(4000, "other ").join("");
    expect(wordDifference(before, after).filter(({ kind }) => kind === "added")).toEqual([
      { kind: "added", text: "new" },
      { kind: "added", text: "other" },
    ]);
  });
});
