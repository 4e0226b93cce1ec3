import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blanksIn, fillText, NO_VALUES } from "./blanks";
import {
  promptSegments,
  promptTokens,
  promptVariables,
  withoutEscapes,
  withoutVariables,
  withVariablesInCode,
} from "./prompt-markup";

const copyOf = (content: string) => fillText(promptSegments(content), NO_VALUES);

/** Code as it stands in the documentation of each language, outside of a code fence. */
const SNIPPETS: [language: string, code: string][] = [
  ["React", "<div style={{ color: 'red', margin: 0 }}>"],
  ["React", "<Chart options={{responsive}} />"],
  ["React", "<p dangerouslySetInnerHTML={{ __html: marked(text) }} />"],
  ["Vue", '<li v-for="item in items">{{ item.message }}</li>'],
  ["Vue", "{{ ok ? 'YES' : 'NO' }}"],
  ["Vue", "{{ message.split('').reverse().join('') }}"],
  ["Angular", "{{ order.date | date: 'short' }}"],
  ["Angular", "{{ amount | currency:'EUR' }}"],
  ["Angular", "{{ user?.name }}"],
  ["Svelte", "{@html `<b>${name}</b>`}"],
  ["Jinja", "{{ u.name|upper }}"],
  ["Jinja", '{{ items | join(", ") }}'],
  ["Jinja", "{{ title | lower | trim }}"],
  ["Jinja", "{{- user.id -}}"],
  ["Jinja", "{{ range(1, 10) }}"],
  ["Jinja", "{{ loop.index }} {{ 'a' ~ 'b' }}"],
  ["Jinja", "{{ url_for('static', filename='style.css') }}"],
  ["Django", '{{ value|date:"D d M Y" }}'],
  ["Django", '{{ value|default:"nothing" }}'],
  ["Django", "{{ block.super }}"],
  ["Liquid", '{{ article.published_at | date: "%a, %b %d, %y" }}'],
  ["Liquid", '{{ "Hello" | append: " world" }}'],
  ["Liquid", '{{ name | default: "you" }}'],
  ["Twig", "{{ post.body|raw }}"],
  ["MediaWiki", "{{cite web|url=https://example.org|title=Example}}"],
  ["MediaWiki", "{{Infobox person|name=Ada}}"],
  ["Twig", '{{ include("page.html") }}'],
  ["Nunjucks", '{{ foo | replace("foo", "bar") | capitalize }}'],
  ["Handlebars", "{{#if author}}<h1>{{else}}<h2>{{/if}}"],
  ["Handlebars", "{{#each people}}{{this}}{{/each}}"],
  ["Handlebars", "{{#if a}}x{{else if b}}y{{/if}}"],
  ["Handlebars", "{{> part}}{{{raw}}}{{&raw}}"],
  ["Handlebars", "{{!-- a comment --}}{{@index}}{{../name}}"],
  ["Mustache", "{{^repo}}No repos :({{/repo}}"],
  ["Go", "{{ .Values.name | quote }}"],
  ["Go", '{{ if eq .Type "x" }}a{{ else }}b{{ end }}'],
  ["Go", "{{ range $i, $e := .Items }}{{ $e }}{{ end }}"],
  ["Go", "{{ with .Author }}{{ . }}{{ end }}"],
  ["Go", '{{ template "header" . }}'],
  ["Helm", '{{- include "chart.labels" . | nindent 4 }}'],
  ["Helm", '{{ .Release.Name }}-{{ .Chart.Version | replace "+" "_" }}'],
  ["GitHub Actions", "${{ secrets.TOKEN }}"],
  ["GitHub Actions", "if: ${{ success }}"],
  ["GitHub Actions", "${{ github.event_name == 'push' }}"],
  ["Azure Pipelines", "${{ parameters.name }}"],
  ["Ansible", '{{ hostvars[inventory_hostname]["port"] }}'],
  ["Ansible", '{{ lookup("env", "HOME") }}'],
  ["Home Assistant", "{{ states('sensor.outside') | float }}"],
  ["Blade", "{{ $user->name }} {!! $html !!}"],
  ["Postman", "{{$guid}}/{{$timestamp}}"],
  ["Cookiecutter", "{{cookiecutter.project_slug}}"],
  ["LaTeX", String.raw`\frac{{a}}{{b}}`],
  ["LaTeX", String.raw`$x^{{n}}$ and \(a_{{i}}\) and $$\sum_{{k}}$$`],
  ["BibTeX", "title={{Deep Learning}},"],
  ["C++", "std::vector<P> v{{1, 2}, {3, 4}};"],
  ["Python", "f\"{{{value}}}\" and {{'a': 1}}"],
  ["Regular expressions", String.raw`\{{2}\w{{1,}}`],
  ["Handlebars, escaped, in a span", "`\\{{name}}`"],
  ["a span", "Write `{{ name }}` and ``{{`a`}} {{b}}``."],
  ["a fence", "Mend this:\n```html\n<p>{{ name }}</p>\n\n<p>{{name | title}}</p>\n```"],
  ["a fence after words", "My code: ```\n{{a}}\n\n{{b}}\n```"],
  ["a fence whose end stands after the code", "```\n{{a}}```"],
  ["a fence in a list", "1. ~~~\n   {{a}}\n   ~~~"],
  ["a fence without end", "Text\n```\n{{a}}\n\n{{b}}"],
];

test.each(SNIPPETS)("%s: %j has no blank, and is copied as it is", (_language, code) => {
  expect(promptVariables(code)).toEqual([]);
  expect(copyOf(code)).toBe(code);
  const around = `For {{topic}}:\n${code}\n`;
  expect(promptVariables(`For {{topic}}:\n${code}\n`).map(({ name }) => name)).toEqual(["topic"]);
  expect(copyOf(around)).toBe(`For [topic]:\n${code}\n`);
});

describe("a blank", () => {
  test.each([
    ["beside code", "`{{a}}` {{b}} ```{{c}}``` {{d}}\n```\n{{e}}\n```\n{{f}}", ["b", "d", "f"]],
    ["after backticks without a partner", "A ` and {{a}}.\n\nAnother ` and {{b}}, and ``` too: {{c}}", ["a", "b", "c"]],
    ["after backticks that are escaped", "\\`{{a}}\\`", ["a"]],
    ["between amounts", "From $5 to $10 for {{a}}, $3 for {{b}}$", ["a", "b"]],
    ["in quotation marks after =", 'lang="{{a}}", tone = {{b}}', ["a", "b"]],
    ["in JSON", '{"name": "{{a}}", "age": {{b}}}', ["a", "b"]],
    ["in brackets that Markdown escapes", String.raw`\[{{a}}\] \({{b}}\)`, ["a", "b"]],
    ["after a line break that was copied from code", String.raw`Dear\n{{a}}`, ["a"]],
    ["with a name that is a keyword elsewhere", "From {{start}} to {{end}}", ["start", "end"]],
  ])("is read %s", (_where, content, names) => {
    expect(promptVariables(content).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["```\n{{code|}}\n```", { name: "code", label: "code", default: null }],
    ["`{{name|The name|}}`", { name: "name", label: "The name", default: null }],
    ["lang={{lang|:en}}", { name: "lang", label: "lang", default: "en" }],
    ["${{amount|Amount|:5}}", { name: "amount", label: "Amount", default: "5" }],
    ["{{#if a}}{{else|}}{{/if}}", { name: "else", label: "else", default: null }],
    ["{{a|date|:'short'}}", { name: "a", label: "date", default: "'short'" }],
  ])("is read in code where a bar says so: %j", (content, variable) => {
    expect(promptVariables(content)).toEqual([variable]);
  });
});

const TEXTS = fc
  .array(
    fc.constantFrom(
      "{{",
      "}}",
      "{",
      "a",
      "b c",
      "|",
      ":",
      "\\",
      "$",
      "=",
      "`",
      "```",
      "\n",
      "\\frac",
      "^",
      "'",
      "{{a}}",
      "\\{{a}}",
      "{{a|}}",
      "{{b|c:d}}",
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

test("a copy loses nothing of a text but the markup of its blanks", () => {
  fc.assert(
    fc.property(TEXTS, (content) => {
      let rest = "";
      let end = 0;
      for (const token of promptTokens(content)) {
        if (token.kind === "code") continue;
        rest += content.slice(end, token.start);
        if (token.kind === "escape") rest += content.slice(token.start + 1, token.end);
        else rest += `[${blanksIn(promptSegments(content)).find(({ name }) => name === token.name)?.label ?? ""}]`;
        end = token.end;
      }
      const withoutDefaults = promptSegments(content).map((segment) =>
        segment.kind === "text" ? segment : { ...segment, variable: { ...segment.variable, default: null } },
      );
      expect(fillText(withoutDefaults, NO_VALUES)).toBe(rest + content.slice(end));
    }),
    { numRuns: 1000 },
  );
});

test("a text whose braces are plain is read as it was written, and stays so", () => {
  fc.assert(
    fc.property(TEXTS, (written) => {
      const stored = withoutVariables(written);
      expect(promptVariables(stored)).toEqual([]);
      expect(copyOf(stored)).toBe(written);
      expect(withoutEscapes(stored)).toBe(written);
    }),
    { numRuns: 1000 },
  );
});

test("one blank can be kept as text", () => {
  expect(withoutVariables("{{a}} {{b}} {{a|Label}} \\{{a}} `{{a}}`", "a")).toBe(
    "\\{{a}} {{b}} \\{{a|Label}} \\{{a}} `{{a}}`",
  );
});

test("blanks can be made of the braces in code", () => {
  const content = withVariablesInCode("`{{a}}` ${{ b : 1 }} {{c}} `{{d|Label:2}}` `{{e.f}}`");
  expect(content).toBe("`{{a|}}` ${{b|:1}} {{c}} `{{d|Label|:2}}` `{{e.f}}`");
  expect(promptVariables(content)).toEqual([
    { name: "a", label: "a", default: null },
    { name: "b", label: "b", default: "1" },
    { name: "c", label: "c", default: null },
    { name: "d", label: "Label", default: "2" },
  ]);
});
