import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainPromptText, promptSegments, promptVariables } from "./prompt-markup";

describe("variables", () => {
  test.each([
    ["{{name}}", { name: "name", label: "name", default: null }],
    ["{{name:a default}}", { name: "name", label: "name", default: "a default" }],
    ["{{name|a label}}", { name: "name", label: "a label", default: null }],
    ["{{name|a label:a default}}", { name: "name", label: "a label", default: "a default" }],
    ["{{ name | a label : a default }}", { name: "name", label: "a label", default: "a default" }],
    ["{{имя|Имя:значение:ещё|раз}}", { name: "имя", label: "Имя", default: "значение:ещё|раз" }],
    ["{{\nname|a\nlabel:x\ny}}", { name: "name", label: "a\nlabel", default: "x\ny" }],
    ["{{name|:}}", { name: "name", label: "name", default: "" }],
    ["{{name|a label (short)}}", { name: "name", label: "a label (short)", default: null }],
    ["{{nom de l’auteur}}", { name: "nom de l’auteur", label: "nom de l’auteur", default: null }],
    ["{{विषय का नाम}}", { name: "विषय का नाम", label: "विषय का नाम", default: null }],
    ["{{2nd_try-x}}", { name: "2nd_try-x", label: "2nd_try-x", default: null }],
    ["\\n{{name}}", { name: "name", label: "name", default: null }],
    ["{{end}} and {{else}}", { name: "end", label: "end", default: null }],
  ])("parses %j", (content, variable) => {
    expect(promptVariables(content)[0]).toEqual(variable);
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
    "{{two\nlines}}",
    "{{a, b}}",
    "{{a - b}}",
    "{{-a}}",
    "{{a-}}",
    "{{it''s}}",
    `{{${"n".repeat(61)}}}`,
  ])("finds none in %j", (content) => {
    expect(promptVariables(content)).toEqual([]);
  });

  test("are listed once, in the order of first use; a label or default given at any use applies to all", () => {
    expect(promptVariables("{{b}} {{a:1}} {{b|Bee}} {{a|Ay:2}} {{b|Other}}")).toEqual([
      { name: "b", label: "Bee", default: null },
      { name: "a", label: "Ay", default: "1" },
    ]);
  });

  test("may be named like properties of Object.prototype", () => {
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
  test("without variables is one segment", () => {
    expect(promptSegments("Say hello.\nTwice.")).toEqual([text("Say hello.\nTwice.")]);
    expect(promptSegments("")).toEqual([]);
  });

  test("has variables in four forms", () => {
    expect(promptSegments("{{a}}")).toEqual([variable("a")]);
    expect(promptSegments("{{a:1}}")).toEqual([variable("a", "a", "1")]);
    expect(promptSegments("{{a|Label}}")).toEqual([variable("a", "Label")]);
    expect(promptSegments("For {{a|Label:one: two|three}}.")).toEqual([
      text("For "),
      variable("a", "Label", "one: two|three"),
      text("."),
    ]);
  });

  test("accepts names and labels in any script and trims them", () => {
    expect(promptSegments("{{ audience | القراء }}")).toEqual([variable("audience", "القراء")]);
    expect(promptSegments("{{公司}}")).toEqual([variable("公司")]);
  });

  test("applies a label and a default given at one use to all uses of a variable", () => {
    const labelled = variable("a", "Label", "1");
    expect(promptSegments("{{a:1}} {{a|Label}}")).toEqual([labelled, text(" "), labelled]);
  });

  test("keeps an escaped brace pair literal", () => {
    expect(promptSegments("write \\{{name}} here")).toEqual([text("write {{name}} here")]);
  });

  test("keeps malformed markup as text", () => {
    for (const odd of ["\\{{", "\\{{}}", "{{}}", "{{ }}", "{{a", "{a}", "{{|a}}", "}}{{", "{{{", "{{a{b}}"]) {
      expect(plainPromptText(odd)).toBe(odd);
    }
  });

  test("without braces is kept unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (any) => {
        const safe = any.replaceAll("{", "");
        expect(plainPromptText(safe)).toBe(safe);
      }),
    );
  });

  test("shows variables in brackets in plain text", () => {
    expect(plainPromptText("For {{a|readers}} at {{level:A2}}.")).toBe("For [readers] at [level].");
  });
});
