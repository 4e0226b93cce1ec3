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

test.each([
  ['{{tone | select:options=["Casual","Formal"]:default="Casual"}}', "{{tone|Casual / Formal:Casual}}"],
  [
    '{{priority|select:options=["High", "Low"]:placeholder="Choose one":required}}',
    "{{priority|Choose one – High / Low}}",
  ],
  ['{{title | text:placeholder="e.g., Team Sync":default="A: b":required}}', "{{title|e.g., Team Sync:A: b}}"],
  ["{{notes | textarea}}", "{{notes}}"],
  ["{{ start_date|date:required }}", "{{start_date}}"],
  ["{{n | number:min=1:max=5:default=3}}", "{{n:3}}"],
  ['{{quotes | checkbox:label="Add quotes":default=true}}', "{{quotes|Add quotes:true}}"],
  ['{{color | type=color:default="#FFFFFF"}}', "{{color:#FFFFFF}}"],
  ['{{steps | textarea:placeholder="1. Go to...\\n2. Click \\"OK\\""}}', '{{steps|1. Go to... 2. Click "OK"}}'],
  ['{{time | select:options=["9:30","a|b","[c]"]}}', "{{time|9∶30 / a¦b / [c]}}"],
  ["{{size | select:options=[1, 2]}}", "{{size|1 / 2}}"],
  ['{{say | text:default="\'hi\'":placeholder="word"}}', "{{say|word|:'hi'}}"],
  ["for ${{price | number}}, a={{b | text}}", "for ${{price|}}, a={{b|}}"],
  ["{{名前 | text}} ${other:x}\r\n{{plain}}", "{{名前}} {{other:x}}\n{{plain}}"],
])("of Open WebUI, %s becomes %s", (text, expected) => {
  expect(withBlanks(text, true).text).toBe(expected);
});

test.each([
  "{{CLIPBOARD}} {{USER_NAME}} {{CURRENT_DATE}}",
  "{{MESSAGES|middletruncate:500}}",
  "{{prompt:start:300}}",
  "{{user.name | text}}",
  "{{name | upper}}",
  "{{name | textual}}",
  "{{name | text | trim}}",
  '{{name | text:default="no end}}',
  "{{at | time:default=10:30}}",
  "{{one | select:options=[a,b]}}",
  '{{one | select:options=["a"}}',
  '{{one | select:options=[["a"]]}}',
  '{{one | select:options=[{"value":"a"}]}}',
  '{{json | text:default="{}"}}',
  '{{name | text:"loose"}}',
  "\\{{name | text}}",
  "`{{name | text}}`",
  `{{name | text:default="${"d".repeat(4000)}"}}`,
])("of Open WebUI, %j stays as it is", (text) => {
  expect(withBlanks(text, true)).toEqual({ text, blanks: 0 });
});

test.each([
  ["{{name::text}}, {{ long name :: largeText }}", "{{name}}, {{long name}}"],
  ["{{tone::list-happy; sad ;}}", "{{tone|happy / sad}}"],
  ["{{when::list-at 10:30; a|b}}", "{{when|at 10∶30 / a¦b}}"],
  ["{{n::number}} {{m::number-2}} {{o::}}", "{{n}} {{m:2}} {{o}}"],
  ["{{style::list@my styles}}", "{{style}}"],
])("of AI Prompt Genius, %s becomes %s", (text, expected) => {
  expect(withBlanks(text).text).toBe(expected);
});

test.each(["{{std::vector}}", "{{a::b::text}}", "\\{{a::text}}", "`{{a::text}}`", "{{a::list-{b}}}", "{{::text}}"])(
  "of AI Prompt Genius, %j stays as it is",
  (text) => {
    expect(withBlanks(text)).toEqual({ text, blanks: 0 });
  },
);

test("types of Open WebUI are labels elsewhere", () => {
  const text = "{{notes | textarea}}";
  expect(withBlanks(text)).toEqual({ text, blanks: 0 });
});

test.each([
  "{{",
  "{{a::",
  "{{a::list-",
  "{{a|",
  "{{a | text:default=a",
  '{{a | select:options=["',
  "{{a | text:",
  '{{a | text:b=\\"',
])("a long text of %j ends", (part) => {
  for (const filling of [" ", "a", '"', '\\"', '"a",', ":a=b", part]) {
    const text = part + filling.repeat(50_000);
    expect(withBlanks(text, true)).toEqual({ text, blanks: 0 });
    expect(withBlanks(`${text}}}`, true).blanks).toBeLessThan(2);
  }
});
