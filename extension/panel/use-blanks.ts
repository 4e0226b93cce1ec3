import { useMemo, useState } from "react";
import { type PromptSegment, promptSegments, type PromptVariable } from "../../contract/prompt-markup";
import { blanksIn, blankState, type BlankState, type BlankValues, fillText, isFilled } from "../../contract/blanks";
import { type FilledPrompt, keepValues } from "../site/values";

/** A text with the reader's values in its blanks. */
export interface Blanks {
  segments: readonly PromptSegment[];
  /** Once each, in the order of their first use. */
  all: readonly PromptVariable[];
  values: BlankValues;
  stateOf(variable: PromptVariable): BlankState;
  /** How many have a value, the reader's or the default. */
  readyCount: number;
  /** The text to insert. */
  text: string;
  set(name: string, value: string): void;
  clear(): void;
}

/** @param kept the values that the device has, as `readValues` gives them */
export function useBlanks(prompt: FilledPrompt, kept: BlankValues, content: string): Blanks {
  const [values, setValues] = useState(kept);
  const segments = useMemo(() => promptSegments(content), [content]);
  const all = useMemo(() => blanksIn(segments), [segments]);
  const keep = (next: BlankValues) => {
    setValues(next);
    void keepValues(prompt, next);
  };
  return {
    segments,
    all,
    values,
    stateOf: (variable) => blankState(variable, values),
    readyCount: all.filter((variable) => blankState(variable, values) !== "empty").length,
    text: fillText(segments, values),
    set: (name, value) => {
      const others = [...values].filter(([other]) => other !== name);
      keep(new Map(isFilled(value) ? [...others, [name, value]] : others));
    },
    clear: () => keep(new Map()),
  };
}
