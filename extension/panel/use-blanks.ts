import { useMemo, useState } from "react";
import { type PromptSegment, promptSegments, type PromptVariable } from "../../contract/prompt-markup";
import { blanksIn, blankState, type BlankState, type BlankValues, fillText, isFilled } from "../../contract/blanks";

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

/** Values outlast the panel, which closes easily. All languages of a prompt share them, as they share the names. */
export function useBlanks(site: string, promptId: string, content: string): Blanks {
  const key = `blanks ${site} ${promptId}`;
  const [values, setValues] = useState(() => readValues(key));
  const segments = useMemo(() => promptSegments(content), [content]);
  const all = useMemo(() => blanksIn(segments), [segments]);
  const keep = (next: BlankValues) => {
    setValues(next);
    if (next.size > 0) localStorage.setItem(key, JSON.stringify([...next]));
    else localStorage.removeItem(key);
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

function readValues(key: string): BlankValues {
  return new Map(JSON.parse(localStorage.getItem(key) ?? "[]") as [string, string][]);
}
