import fc from "fast-check";
import { expect, test } from "vitest";
import { promptVariables } from "../../../contract/prompt-markup";
import { withBlanks } from "./placeholders";

test.each([
  ["${topic}", "{{topic}}"],
  ["${Job Title: Software Developer }", "{{Job Title:Software Developer}}"],
  ["${ name }", "{{name}}"],
  ["${name:}", "{{name}}"],
  ['${l\'équipe_1-b:C++, "C"}', '{{l\'équipe_1-b:C++, "C"}}'],
  ["${मेरा नाम}", "{{मेरा नाम}}"],
  ["${url:https://example.org/?a=b}", "{{url:https://example.org/?a=b}}"],
  ["a${b}c${d}", "a{{b}}c{{d}}"],
  ["{${name}}", "{{{name|}}}"],
  ["lang=${lang:en}", "lang={{lang|:en}}"],
])("%s becomes %s", (text, expected) => {
  expect(withBlanks(text).text).toBe(expected);
});

test.each([
  "${a.b}",
  "${x()}",
  "${{ github.sha }}",
  "${{name}}",
  "$${name}",
  "\\${name}",
  "${}",
  "${ }",
  "${-name}",
  "${two  spaces}",
  "${name|label}",
  "${name:a|b}",
  "${name:{}}",
  "${name:two\nlines}",
  "${two\nlines}",
  "${name",
  "${name-}",
  "${HOME:-/root}",
  "`${name}`",
  "$name",
  `\${${"n".repeat(61)}}`,
  `\${name:${"d".repeat(301)}}`,
  "```js\n`${name}`\n```",
  "~~~~\n~~~\n${name}\n~~~~",
  "```\n${name}",
])("%j stays as it is", (text) => {
  expect(withBlanks(text)).toEqual({ text, blanks: 0 });
});

test("behind a code block placeholders are blanks again", () => {
  expect(withBlanks("```\n${a}\n```\n${b}\n``` `x` ${c}")).toEqual({
    text: "```\n${a}\n```\n{{b}}\n``` `x` {{c}}",
    blanks: 2,
  });
});

test("a text keeps its placeholders if it would have more blanks than it may have", () => {
  const text = "${a} ".repeat(201);
  expect(withBlanks(text)).toEqual({ text, blanks: 0 });
  expect(withBlanks("${a} ".repeat(200)).blanks).toBe(200);
});

test("each blank has the name and the default that the placeholder had", () => {
  const part = (max: number) =>
    fc.string({ unit: fc.constantFrom("a", "B", "9", "é", "名"), minLength: 1, maxLength: max });
  fc.assert(
    fc.property(part(60), part(300), (name, value) => {
      const { text } = withBlanks(`Say \${${name}:${value}}.`);
      expect(promptVariables(text)).toEqual([{ name, label: name, default: value }]);
    }),
  );
});
