import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasVariables, plainPromptText, promptSegments, promptVariables } from "./prompt-markup";

describe("variables", () => {
  test.each([
    ["{{name}}", { name: "name", label: "name", default: null }],
    ["{{name:a default}}", { name: "name", label: "name", default: "a default" }],
    ["{{name|a label}}", { name: "name", label: "a label", default: null }],
    ["{{name|a label:a default}}", { name: "name", label: "a label", default: "a default" }],
    ["{{ name | a label : a default }}", { name: "name", label: "a label", default: "a default" }],
    ["{{имя|Имя|второе:значение:ещё|раз}}", { name: "имя", label: "Имя|второе", default: "значение:ещё|раз" }],
    ["{{two\nlines:x\ny}}", { name: "two\nlines", label: "two\nlines", default: "x\ny" }],
    ["{{name|:}}", { name: "name", label: "name", default: "" }],
    ["{{{name}}}", { name: "name", label: "name", default: null }],
  ])("%j is one", (content, variable) => {
    expect(promptVariables(content)).toEqual([variable]);
    expect(hasVariables(content)).toBe(true);
  });

  test.each([
    "\\{{name}}",
    "{{}}",
    "{{ }}",
    "{{|label}}",
    "{{:default}}",
    "{name}",
    "{{name",
    "{{na{me}}",
    "{{na}me}}",
    "{ {name}}",
  ])("%j has none", (content) => {
    expect(promptVariables(content)).toEqual([]);
    expect(hasVariables(content)).toBe(false);
  });

  test("come once each in the order of first use; a label or default at any use holds for all", () => {
    expect(promptVariables("{{b}} {{a:1}} {{b|Bee}} {{a|Ay:2}} {{b|Other}}")).toEqual([
      { name: "b", label: "Bee", default: null },
      { name: "a", label: "Ay", default: "1" },
    ]);
  });

  test("whose names are those of every object are variables like others", () => {
    expect(promptVariables("{{__proto__}} {{constructor}}").map((variable) => variable.name)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

test("the plain text shows variables as [label] and escaped braces as braces", () => {
  expect(plainPromptText("Write {{what|a thing}} about {{topic:life}}; again {{what}}. \\{{not}} {{}} {")).toBe(
    "Write [a thing] about [topic]; again [a thing]. {{not}} {{}} {",
  );
});

const text = (value: string) => ({ kind: "text", text: value });
const variable = (name: string, label = name, fallback: string | null = null) => ({
  kind: "variable",
  variable: { name, label, default: fallback },
});

describe("the text of a prompt", () => {
  test("without blanks is one piece", () => {
    expect(promptSegments("Say hello.\nTwice.")).toEqual([text("Say hello.\nTwice.")]);
    expect(promptSegments("")).toEqual([]);
  });

  test("has blanks in four forms", () => {
    expect(promptSegments("{{a}}")).toEqual([variable("a")]);
    expect(promptSegments("{{a:1}}")).toEqual([variable("a", "a", "1")]);
    expect(promptSegments("{{a|Label}}")).toEqual([variable("a", "Label")]);
    expect(promptSegments("For {{a|Label:one: two|three}}.")).toEqual([
      text("For "),
      variable("a", "Label", "one: two|three"),
      text("."),
    ]);
  });

  test("takes names and labels of every script, without the space around them", () => {
    expect(promptSegments("{{ audience | القراء }}")).toEqual([variable("audience", "القراء")]);
    expect(promptSegments("{{公司}}")).toEqual([variable("公司")]);
  });

  test("gives all blanks of a name the label and the default that stand at one of them", () => {
    const labelled = variable("a", "Label", "1");
    expect(promptSegments("{{a:1}} {{a|Label}}")).toEqual([labelled, text(" "), labelled]);
  });

  test("keeps an escaped brace pair literal", () => {
    expect(promptSegments("write \\{{name}} here")).toEqual([text("write {{name}} here")]);
  });

  test("keeps what only looks like a blank", () => {
    for (const odd of ["{{}}", "{{ }}", "{{a", "{a}", "{{|a}}", "}}{{", "{{{", "{{a{b}}"]) {
      expect(plainPromptText(odd)).toBe(odd);
    }
  });

  test("loses nothing of a text without braces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (any) => {
        const safe = any.replaceAll("{", "");
        expect(plainPromptText(safe)).toBe(safe);
      }),
    );
  });

  test("shows blanks in brackets where there are no chips", () => {
    expect(plainPromptText("For {{a|readers}} at {{level:A2}}.")).toBe("For [readers] at [level].");
  });
});
