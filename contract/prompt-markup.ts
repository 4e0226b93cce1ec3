/**
 * The markup of variables in a prompt's text: `{{name}}`, `{{name:default}}`, `{{name|label}}`, `{{name|label:default}}`;
 * `\{{` is an escape for literal braces. Malformed markup is plain text.
 */

export interface PromptVariable {
  name: string;
  /** The label to show; defaults to the name. */
  label: string;
  default: string | null;
}

export type PromptSegment = { kind: "text"; text: string } | { kind: "variable"; variable: PromptVariable };

/** An escape, or braces with anything between. A single expression for the whole grammar would take cubic time on "{{a|" and spaces. */
const TOKEN = /\\\{\{|\{\{([^{}]*)\}\}/gu;
const INSIDE = /^([^|:]*)(?:\|([^:]*))?(?::(.*))?$/su;

/** A piece of markup. */
export interface PromptToken {
  start: number;
  end: number;
  /** Undefined for an escape. */
  variable: { name: string; label: string | undefined; default: string | undefined } | undefined;
}

/** The markup in a text, in order. */
export function* promptTokens(content: string): Generator<PromptToken> {
  for (const match of content.matchAll(TOKEN)) {
    const start = match.index;
    const end = start + match[0].length;
    if (match[1] === undefined) {
      yield { start, end, variable: undefined };
      continue;
    }
    const [, name = "", label, fallback] = INSIDE.exec(match[1]) ?? [];
    if (name.trim() === "") continue;
    const variable = { name: name.trim(), label: label?.trim() || undefined, default: fallback?.trim() };
    yield { start, end, variable };
  }
}

/** The variables of a text in the order of their first use. A label or default given at any use holds for all. */
export function promptVariables(content: string): PromptVariable[] {
  return variablesOf(promptTokens(content));
}

function variablesOf(tokens: Iterable<PromptToken>): PromptVariable[] {
  const variables = new Map<string, { label: string | undefined; default: string | undefined }>();
  for (const { variable } of tokens) {
    if (!variable) continue;
    const earlier = variables.get(variable.name);
    variables.set(variable.name, {
      label: earlier?.label ?? variable.label,
      default: earlier?.default ?? variable.default,
    });
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
    text += content.slice(end, token.start);
    end = token.end;
    const variable = variables.get(token.variable?.name ?? "");
    if (!variable) {
      text += "{{";
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
