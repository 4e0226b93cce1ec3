import type { PromptSegment, PromptVariable } from "../../../contract/prompt-markup";

/** What a reader has written into the blanks, by the variables' names. */
export type VariableValues = ReadonlyMap<string, string>;

export interface FilledPiece {
  /** Where the words come from: the prompt, the reader, the prompt's default, or nowhere yet. */
  kind: "text" | "filled" | "default" | "blank";
  text: string;
}

/** The variables of a text, once each, in the order of their first use. */
export function variablesIn(segments: readonly PromptSegment[]): PromptVariable[] {
  const found = new Map<string, PromptVariable>();
  for (const segment of segments) if (segment.kind === "variable") found.set(segment.variable.name, segment.variable);
  return [...found.values()];
}

/** Nothing but white space counts as nothing: it would leave a hole in the sentence. */
export function isFilled(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

/** A text piece by piece with its blanks filled in. What the reader wrote is never read as markup. */
export function fillPieces(segments: readonly PromptSegment[], values: VariableValues): FilledPiece[] {
  return segments.map((segment) => {
    if (segment.kind === "text") return segment;
    const { name, label, default: fallback } = segment.variable;
    const value = values.get(name);
    if (isFilled(value)) return { kind: "filled", text: value };
    return fallback === null ? { kind: "blank", text: `[${label}]` } : { kind: "default", text: fallback };
  });
}

/** The text as it is copied. */
export function fillText(segments: readonly PromptSegment[], values: VariableValues): string {
  return fillPieces(segments, values)
    .map(({ text }) => text)
    .join("");
}
