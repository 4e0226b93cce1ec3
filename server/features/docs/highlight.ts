import { createHighlighterCoreSync, type HighlighterCore } from "@shikijs/core";
import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import csv from "@shikijs/langs/csv";
import graphql from "@shikijs/langs/graphql";
import ini from "@shikijs/langs/ini";
import js from "@shikijs/langs/js";
import json from "@shikijs/langs/json";
import markdown from "@shikijs/langs/markdown";
import nginx from "@shikijs/langs/nginx";
import python from "@shikijs/langs/python";
import sh from "@shikijs/langs/sh";
import yaml from "@shikijs/langs/yaml";
import type { ElementContent } from "hast";

/** The scopes of the grammars, by the class that the page's style colours. Later rules win. */
const VOICES = [
  ["note", ["comment", "punctuation.definition.comment"]],
  ["text", ["string", "punctuation.definition.string", "constant.character", "markup.inline.raw"]],
  [
    "value",
    [
      "constant.numeric",
      "constant.language",
      "constant.other",
      "variable.parameter.option",
      "string.unquoted.argument",
    ],
  ],
  [
    "key",
    [
      "keyword",
      "storage",
      "support.type.property-name",
      "entity.name.tag",
      "keyword.other",
      "entity.other.attribute-name",
    ],
  ],
  ["name", ["entity.name.function", "support.function", "entity.name.type", "support.class", "markup.heading"]],
] as const satisfies readonly (readonly [string, readonly string[]])[];

/** Colours that stand for the classes: themes have colours alone. */
const COLORS: Readonly<Record<string, string>> = Object.fromEntries(
  VOICES.map(([voice], at) => [`#00000${String(at + 1)}`, voice]),
);

const THEME = {
  name: "voices",
  type: "dark" as const,
  colors: { "editor.foreground": "#000000", "editor.background": "#ffffff" },
  settings: VOICES.map(([, scope], at) => ({ scope: [...scope], settings: { foreground: `#00000${String(at + 1)}` } })),
};

let shared: HighlighterCore | undefined;

/** Grammars take megabytes: whoever has highlighted all there is, lets go of them. */
export function releaseGrammars(): void {
  shared?.dispose();
  shared = undefined;
}

/** The code as elements, of which the parts that have a meaning are in spans of its class: key, text, name, value or note. */
export function highlight(code: string, language: string): ElementContent[] {
  shared ??= createHighlighterCoreSync({
    themes: [THEME],
    langs: [csv, graphql, ini, js, json, markdown, nginx, python, sh, yaml],
    engine: createJavaScriptRegexEngine(),
  });
  // Shiki leaves a line without colours after half a second. The code is ours, and the same on a slow machine.
  const { tokens } = shared.codeToTokens(code, { lang: language, theme: "voices", tokenizeTimeLimit: 0 });
  return tokens.flatMap((line, at) => [
    ...(at > 0 ? [text("\n")] : []),
    ...line.map(({ content, color = "" }) => {
      const voice = COLORS[color.toLowerCase()];
      return voice === undefined || content.trim() === "" ? text(content) : span(voice, content);
    }),
  ]);
}

function text(value: string): ElementContent {
  return { type: "text", value };
}

function span(className: string, content: string): ElementContent {
  return { type: "element", tagName: "span", properties: { className: [className] }, children: [text(content)] };
}
