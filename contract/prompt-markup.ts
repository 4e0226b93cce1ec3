import { codeFinder } from "./code-regions";

/**
 * The markup of variables in a prompt's text: `{{name}}`, `{{name:default}}`, `{{name|label}}`, `{{name|label:default}}`.
 *
 * A name has letters, digits, spaces, `_` and `-`, at most 60, and begins and ends with one of the first two or `_`; an apostrophe may
 * stand between two letters, as in "nom de l'auteur". Prompts contain code whose braces mean something else. These stay as written:
 * - in a code span, a code fence or a formula;
 * - directly after `$`, `=`, a third brace or a word with a backslash: `${{ secrets.TOKEN }}`, `style={{color}}`, `{{{raw}}}`, `\frac{{a}}{{b}}`;
 * - filters of a template language, `{{a | join(", ")}}`, `{{a | date: "%Y"}}`, `{{a | lower | trim}}`, and its keywords beside its blocks, `{{else}}`;
 * - templates of wikis, `{{cite web|url=https://example.org}}`.
 *
 * A bar at the end of the name or label makes a variable of them nevertheless: `{{name|}}`. A backslash keeps a variable as text: `\{{name}}`.
 */

export interface PromptVariable {
  name: string;
  /** The label to show; defaults to the name. */
  label: string;
  default: string | null;
}

export type PromptSegment = { kind: "text"; text: string } | { kind: "variable"; variable: PromptVariable };

/** Of a name, in UTF-16 code units. */
export const MAX_NAME = 60;

/** Braces with anything between. A single expression for the whole grammar would take cubic time on "{{a|" and spaces. */
const BRACES = /\{\{([^{}]*)\}\}/gu;
const INSIDE = /^([^|:]*)(?:\|([^:]*))?(?::(.*))?$/su;
const NAME = /^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}\p{Zs}_\u200c\u200d]|-(?!\p{Zs}|$))*$/u;
const APOSTROPHE = /(\p{L}\p{M}*)['’](?=\p{L})/gu;
/** A label ends with a bar, or is one. */
const EXPLICIT = /^(?:[^|]*\|)?\s*$/;
/** A call, or an argument in quotation marks. */
const FILTER = /^[^|:]*\|\s*[a-z_]\w*(?:\(|\s*:\s*['"])/i;
/** In languages in which a block begins with such braces. */
const KEYWORD = /^(?:else|end|this|else if .*)$/;
const BLOCK = /\{\{[-~]?\s*(?:#|(?:if|range|with|block|define)\s)/;
/** Words of one letter are line breaks and tabs in a text that was copied from code. */
const COMMAND = /\\[a-z]{2,}$/i;
/** In code units. */
const MAX_COMMAND = 40;

/** Braces with a name between them. */
export interface PromptToken {
  /** Of an escape, the last backslash. */
  start: number;
  end: number;
  /** Code is text because of the place in which it stands. */
  kind: "variable" | "escape" | "code";
  name: string;
  label: string | undefined;
  default: string | undefined;
}

/** The braces of a text that are variables, or would be in another place, in order. */
export function* promptTokens(content: string): Generator<PromptToken, void> {
  const isInCode = codeFinder(content);
  let hasBlocks: boolean | undefined;
  /** The end of a command's arguments: braces that follow are another one. */
  let argumentsEnd = -1;
  for (const { index, 0: braces, 1: inside = "" } of content.matchAll(BRACES)) {
    const end = index + braces.length;
    const before = textBefore(content, index);
    const isArgument = index === argumentsEnd || COMMAND.test(before);
    if (isArgument) argumentsEnd = end;
    const [, written = "", label, fallback] = INSIDE.exec(inside) ?? [];
    const name = written.trim();
    const isExplicit = label !== undefined && EXPLICIT.test(label);
    if (!isName(name) || (!isExplicit && isFilter(inside, label))) continue;
    if (!isExplicit && KEYWORD.test(name) && (hasBlocks ??= BLOCK.test(content))) continue;
    const variable = { name, label: label?.replace(/\|\s*$/, "").trim() || undefined, default: fallback?.trim() };
    const isCode = !isExplicit && (isArgument || /[$={]$/.test(before) || isInCode(index));
    const isEscaped = content[index - 1] === "\\";
    if (isCode && isEscaped) continue;
    if (isCode) yield { start: index, end, kind: "code", ...variable };
    else yield { start: isEscaped ? index - 1 : index, end, kind: isEscaped ? "escape" : "variable", ...variable };
  }
}

/** The end of the text before braces and their backslashes. */
function textBefore(content: string, index: number): string {
  let end = index;
  while (content[end - 1] === "\\") end--;
  return content.slice(Math.max(0, end - MAX_COMMAND), end);
}

function isName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name.replace(APOSTROPHE, "$1"));
}

function isFilter(inside: string, label: string | undefined): boolean {
  return label !== undefined && (/[|=]/.test(label) || FILTER.test(inside));
}

/** The variables of a text in the order of their first use. A label or default given at any use holds for all. */
export function promptVariables(content: string): PromptVariable[] {
  return variablesOf(promptTokens(content));
}

function variablesOf(tokens: Iterable<PromptToken>): PromptVariable[] {
  const variables = new Map<string, { label: string | undefined; default: string | undefined }>();
  for (const { kind, name, label, default: fallback } of tokens) {
    if (kind !== "variable") continue;
    const earlier = variables.get(name);
    variables.set(name, { label: earlier?.label ?? label, default: earlier?.default ?? fallback });
  }
  return [...variables].map(([name, { label, default: value }]) => ({
    name,
    label: label ?? name,
    default: value ?? null,
  }));
}

/** Splits a text into plain text and variables. */
export function promptSegments(content: string): PromptSegment[] {
  const tokens = [...promptTokens(content)];
  const variables = new Map(variablesOf(tokens).map((variable) => [variable.name, variable]));
  const segments: PromptSegment[] = [];
  let text = "";
  let end = 0;
  for (const token of tokens) {
    if (token.kind === "code") continue;
    text += content.slice(end, token.start);
    end = token.end;
    const variable = variables.get(token.name);
    if (token.kind === "escape" || !variable) {
      text += content.slice(token.start + 1, end);
      continue;
    }
    if (text !== "") segments.push({ kind: "text", text });
    text = "";
    segments.push({ kind: "variable", variable });
  }
  text += content.slice(end);
  if (text !== "") segments.push({ kind: "text", text });
  return segments;
}

/** The text with each variable as `[label]`. */
export function plainPromptText(content: string): string {
  return promptSegments(content)
    .map((segment) => (segment.kind === "text" ? segment.text : `[${segment.variable.label}]`))
    .join("");
}

/** Keeps every variable of a text as text, or those with one name. */
export function withoutVariables(content: string, name?: string): string {
  return edited(content, (token) => {
    if (token.kind === "code" || (name !== undefined && (token.name !== name || token.kind === "escape")))
      return undefined;
    return `\\${content.slice(token.start, token.end)}`;
  });
}

/** The opposite of `withoutVariables`. */
export function withoutEscapes(content: string): string {
  return edited(content, ({ kind, start, end }) => (kind === "escape" ? content.slice(start + 1, end) : undefined));
}

/** Makes variables of the braces in code. */
export function withVariablesInCode(content: string): string {
  return edited(content, ({ kind, start, end, label, default: fallback }) => {
    if (kind !== "code") return undefined;
    const [, name = ""] = INSIDE.exec(content.slice(start + 2, end - 2)) ?? [];
    return `{{${name.trim()}|${label === undefined ? "" : `${label}|`}${fallback === undefined ? "" : `:${fallback}`}}}`;
  });
}

function edited(content: string, replacementOf: (token: PromptToken) => string | undefined): string {
  let text = "";
  let end = 0;
  for (const token of promptTokens(content)) {
    const replacement = replacementOf(token);
    if (replacement === undefined) continue;
    text += content.slice(end, token.start) + replacement;
    end = token.end;
  }
  return text + content.slice(end);
}
