import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blanksIn, blankState, blankText, fillText } from "./blanks";
import { promptSegments, plainPromptText } from "./prompt-markup";

const fill = (text: string, values: Record<string, string> = {}) =>
  fillText(promptSegments(text), new Map(Object.entries(values)));

describe("a filled-in text", () => {
  it("has the value wherever the variable occurs", () => {
    expect(fill("From {{a}} to {{b|Bee}}, not {{a|Ay:1}}.", { a: "here", b: "there" })).toBe(
      "From here to there, not here.",
    );
  });

  it("uses the default for an empty value, or else the blank", () => {
    expect(fill("{{a:one}} {{b|Bee}} {{c}}{{d:}}.", { a: "", c: " \n" })).toBe("one [Bee] [c].");
  });

  it("keeps values unchanged", () => {
    expect(fill("{{a}}", { a: "  two\n\tlines $& " })).toBe("  two\n\tlines $& ");
  });

  it("never parses a value as markup", () => {
    expect(fill("{{a}} {{b}}", { a: "{{b}}", b: "\\{{a}} {{a:1}}" })).toBe("{{b}} \\{{a}} {{a:1}}");
  });

  it("shows escaped braces as braces", () => {
    expect(fill("write \\{{name}} for {{name}}", { name: "x" })).toBe("write {{name}} for x");
  });

  it("ignores properties of Object.prototype", () => {
    expect(fill("{{constructor}} {{__proto__}}")).toBe("[constructor] [__proto__]");
  });

  it("contains the whole text and all values, and is the plain text without values and defaults", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 12 }).map((any) => any.replaceAll(/[{}\\|:]/gu, ""));
    const name = word.map((any) => any.trim()).filter((any) => any !== "");
    const part = fc.oneof(
      word,
      name.map((any) => `{{${any}}}`),
      fc.constant("\\{{"),
    );
    const value = fc.string({ unit: "grapheme" }).filter((any) => any.trim() !== "");
    fc.assert(
      fc.property(fc.array(part), value, (parts, same) => {
        const text = parts.join("");
        const segments = promptSegments(text);
        expect(fillText(segments, new Map())).toBe(plainPromptText(text));
        const values = new Map(blanksIn(segments).map((variable) => [variable.name, same]));
        const expected = segments.map((segment) => (segment.kind === "text" ? segment.text : same)).join("");
        expect(fillText(segments, values)).toBe(expected);
      }),
    );
  });
});

it("the blanks of a text are unique and in the order of their first use", () => {
  expect(blanksIn(promptSegments("{{b}} {{a:1}} {{b|Bee}} \\{{c}}"))).toEqual([
    { name: "b", label: "Bee", default: null },
    { name: "a", label: "a", default: "1" },
  ]);
});

it("a blank tells whose words stand in it", () => {
  const values = new Map([
    ["a", "one"],
    ["b", " "],
  ]);
  const told = blanksIn(promptSegments("{{a:two}} {{b:two}} {{c|See}} {{d:}}")).map((blank) => [
    blankState(blank, values),
    blankText(blank, values),
  ]);
  expect(told).toEqual([
    ["filled", "one"],
    ["default", "two"],
    ["empty", "See"],
    ["default", ""],
  ]);
});
