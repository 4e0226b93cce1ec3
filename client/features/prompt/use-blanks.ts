import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type PromptSegment, promptSegments, type PromptVariable } from "../../../contract/prompt-markup";
import { useSite } from "../../runtime/SiteProvider";
import { privateStorage } from "../../session/private-storage";
import { blankDraft, rememberValue } from "./blank-drafts";
import { blanksIn, blankState, type BlankState, type BlankValues, fillText, NO_VALUES } from "../../../contract/blanks";

/** A text with the reader's values in its blanks. */
export interface Blanks {
  segments: readonly PromptSegment[];
  /** Once each, in the order of their first use. */
  all: readonly PromptVariable[];
  values: BlankValues;
  stateOf(variable: PromptVariable): BlankState;
  /** How many blanks have a value, the reader's or the default. */
  readyCount: number;
  /** The text to copy. */
  text: string;
  /** Whether the values outlast the page, as far as is known. */
  outlastPage: boolean;
  set(name: string, value: string): void;
  clear(): void;
}

/**
 * The blanks of a text. Values are kept on this device and recalled once the page is interactive; all places that show the prompt
 * share them, in whatever language, as they share the names.
 * @param active false until the reader uses the blanks: their values are not recalled before
 */
export function useBlanks(promptId: string, content: string, active = true): Blanks {
  const { session } = useSite();
  const draft = useMemo(() => blankDraft(session, promptId), [session, promptId]);
  const kept = useSyncExternalStore(
    privateStorage(session).subscribe,
    () => (active ? draft.read() : null),
    () => null,
  );
  const values = useMemo(() => (kept ? new Map(Object.entries(kept)) : NO_VALUES), [kept]);
  const segments = useMemo(() => promptSegments(content), [content]);
  const all = useMemo(() => blanksIn(segments), [segments]);

  const set = useCallback((name: string, value: string) => rememberValue(draft, name, value), [draft]);
  const clear = useCallback(() => draft.write(null), [draft]);

  return {
    segments,
    all,
    values,
    stateOf: (variable) => blankState(variable, values),
    readyCount: all.filter((variable) => blankState(variable, values) !== "empty").length,
    text: useMemo(() => fillText(segments, values), [segments, values]),
    // It changes with the values alone.
    outlastPage: values.size === 0 || draft.outlastsPage,
    set,
    clear,
  };
}
