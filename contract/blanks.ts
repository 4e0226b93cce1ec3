import type { PromptSegment, PromptVariable } from "./prompt-markup";

/** The reader's values by variable name. */
export type BlankValues = ReadonlyMap<string, string>;

export const NO_VALUES: BlankValues = new Map();

/** Whose words stand in a blank: nobody's, the prompt's default, or the reader's. */
export type BlankState = "empty" | "default" | "filled";

/** White space alone does not count: it would leave a gap in the sentence. */
export function isFilled(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

export function blankState(variable: PromptVariable, values: BlankValues): BlankState {
  if (isFilled(values.get(variable.name))) return "filled";
  return variable.default === null ? "empty" : "default";
}

/** The words in a blank: the reader's, else the default, else its label. */
export function blankText(variable: PromptVariable, values: BlankValues): string {
  const value = values.get(variable.name);
  return isFilled(value) ? value : (variable.default ?? variable.label);
}

/** The blanks of a text, once each, in the order of their first use. */
export function blanksIn(segments: readonly PromptSegment[]): PromptVariable[] {
  const blanks = new Map<string, PromptVariable>();
  for (const segment of segments) if (segment.kind === "variable") blanks.set(segment.variable.name, segment.variable);
  return [...blanks.values()];
}

/** The text to copy. An empty blank is its label in brackets; values are never parsed as markup. */
export function fillText(segments: readonly PromptSegment[], values: BlankValues): string {
  return segments
    .map((segment) => {
      if (segment.kind === "text") return segment.text;
      const text = blankText(segment.variable, values);
      return blankState(segment.variable, values) === "empty" ? `[${text}]` : text;
    })
    .join("");
}
