import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { type PromptSegment, promptSegments, type PromptVariable } from "../../../contract/prompt-markup";
import { usePrivateStorage } from "../../session/private-storage";
import { blankDrafts, NO_DRAFT } from "./blank-drafts";
import { blanksIn, blankState, type BlankState, type BlankValues, fillText, NO_VALUES } from "./blanks";

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
  set(name: string, value: string): void;
  clear(): void;
}

/**
 * The blanks of a text. Values are kept on this device and recalled once the page is interactive; all places that show the prompt
 * share them, in whatever language, as they share the names.
 * @param active false until the reader uses the blanks: their values are not recalled before
 */
export function useBlanks(promptId: string, content: string, active = true): Blanks {
  const { storage, account } = usePrivateStorage();
  const draft = useSyncExternalStore(
    useCallback((changed: () => void) => blankDrafts(storage).subscribe(promptId, changed), [storage, promptId]),
    () => blankDrafts(storage).read(promptId),
    () => NO_DRAFT,
  );
  const segments = useMemo(() => promptSegments(content), [content]);
  const all = useMemo(() => blanksIn(segments), [segments]);
  // A blank that is in use gets its owner's values back; until then it shows nobody else's.
  const values = active || draft.owner === account ? draft.values : NO_VALUES;

  useEffect(() => {
    if (active) blankDrafts(storage).recall(promptId, account);
  }, [active, storage, account, promptId]);

  const set = useCallback(
    (name: string, value: string) => blankDrafts(storage).set(promptId, account, name, value),
    [storage, account, promptId],
  );
  const clear = useCallback(() => blankDrafts(storage).clear(promptId, account), [storage, account, promptId]);

  return {
    segments,
    all,
    values,
    stateOf: (variable) => blankState(variable, values),
    readyCount: all.filter((variable) => blankState(variable, values) !== "empty").length,
    text: useMemo(() => fillText(segments, values), [segments, values]),
    set,
    clear,
  };
}
