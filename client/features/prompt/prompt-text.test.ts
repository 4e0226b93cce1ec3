import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePromptText, plainPromptText } from "./prompt-text";

const text = (value: string) => ({ kind: "text", text: value });
const variable = (name: string, label = name, fallback: string | null = null) => ({
  kind: "variable",
  variable: { name, label, default: fallback },
});

describe("the text of a prompt", () => {
  it("without blanks is one piece", () => {
    expect(parsePromptText("Say hello.\nTwice.")).toEqual([text("Say hello.\nTwice.")]);
    expect(parsePromptText("")).toEqual([]);
  });

  it("has blanks in four forms", () => {
    expect(parsePromptText("{{a}}")).toEqual([variable("a")]);
    expect(parsePromptText("{{a:1}}")).toEqual([variable("a", "a", "1")]);
    expect(parsePromptText("{{a|Label}}")).toEqual([variable("a", "Label")]);
    expect(parsePromptText("For {{a|Label:one: two|three}}.")).toEqual([
      text("For "),
      variable("a", "Label", "one: two|three"),
      text("."),
    ]);
  });

  it("takes names and labels of every script, without the space around them", () => {
    expect(parsePromptText("{{ audience | القراء }}")).toEqual([variable("audience", "القراء")]);
    expect(parsePromptText("{{公司}}")).toEqual([variable("公司")]);
  });

  it("gives all blanks of a name the label and the default that stand at one of them", () => {
    const labelled = variable("a", "Label", "1");
    expect(parsePromptText("{{a:1}} {{a|Label}}")).toEqual([labelled, text(" "), labelled]);
  });

  it("keeps an escaped brace pair literal", () => {
    expect(parsePromptText("write \\{{name}} here")).toEqual([text("write {{name}} here")]);
  });

  it("keeps what only looks like a blank", () => {
    for (const odd of ["{{}}", "{{ }}", "{{a", "{a}", "{{|a}}", "}}{{", "{{{", "{{a{b}}"]) {
      expect(plainPromptText(odd)).toBe(odd);
    }
  });

  it("loses nothing of a text without braces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (any) => {
        const safe = any.replaceAll("{", "");
        expect(plainPromptText(safe)).toBe(safe);
      }),
    );
  });

  it("shows blanks in brackets where there are no chips", () => {
    expect(plainPromptText("For {{a|readers}} at {{level:A2}}.")).toBe("For [readers] at [level].");
  });
});
