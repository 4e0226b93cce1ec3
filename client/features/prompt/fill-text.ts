import type { PromptSegment, PromptVariable } from "../../../contract/prompt-markup";

/** The reader's values by variable name. */
export type VariableValues = ReadonlyMap<string, string>;

export interface FilledPiece {
  /** The source of the text: the prompt, the reader, the variable's default, or none yet. */
  kind: "text" | "filled" | "default" | "blank";
  text: string;
}

/** The variables of a text, once each, in the order of their first use. */
export function variablesIn(segments: readonly PromptSegment[]): PromptVariable[] {
  const variables = new Map<string, PromptVariable>();
  for (const segment of segments)
    if (segment.kind === "variable") variables.set(segment.variable.name, segment.variable);
  return [...variables.values()];
}

/** White space alone does not count: it would leave a gap in the sentence. */
export function isFilled(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

/** Fills in a text, piece by piece. Values are never parsed as markup. */
export function fillPieces(segments: readonly PromptSegment[], values: VariableValues): FilledPiece[] {
  return segments.map((segment) => {
    if (segment.kind === "text") return segment;
    const { name, label, default: fallback } = segment.variable;
    const value = values.get(name);
    if (isFilled(value)) return { kind: "filled", text: value };
    return fallback === null ? { kind: "blank", text: `[${label}]` } : { kind: "default", text: fallback };
  });
}

/** The filled-in text as a string. */
export function fillText(segments: readonly PromptSegment[], values: VariableValues): string {
  return fillPieces(segments, values)
    .map(({ text }) => text)
    .join("");
}
