import { useCallback, useEffect, useMemo, useState } from "react";
import { type PromptSegment, promptSegments, type PromptVariable } from "../../../contract/prompt-markup";
import { usePrivateStorage } from "../../session/private-storage";
import { blanksIn, blankState, type BlankState, type BlankValues, fillText, NO_VALUES } from "./blanks";
import { recallValues, rememberValue, rememberValues } from "./variable-memory";

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
 * The blanks of a text. Values are kept on this device and recalled once the page is interactive; all languages of a prompt share
 * them, as they share the names.
 * @param active false until the reader uses the blanks: their values are not recalled before
 */
export function useBlanks(promptId: string, content: string, active = true): Blanks {
  const { storage, account } = usePrivateStorage();
  const [draft, setDraft] = useState<{ owner: string | null | undefined; values: BlankValues }>({
    owner: undefined,
    values: NO_VALUES,
  });
  const segments = useMemo(() => promptSegments(content), [content]);
  const all = useMemo(() => blanksIn(segments), [segments]);
  const { values } = draft;

  useEffect(() => {
    if (!active) return;
    setDraft(({ owner, values: typed }) => {
      const recalled = recallValues(storage, promptId);
      // What was typed before the page was interactive stays; what another account typed does not.
      return { owner: account, values: owner === account ? new Map([...recalled, ...typed]) : recalled };
    });
  }, [active, storage, account, promptId]);

  const set = useCallback(
    (name: string, value: string) =>
      setDraft(({ owner, values: before }) => {
        rememberValue(storage, promptId, name, value);
        // What was typed before the page was interactive comes before the values are recalled.
        const others = owner === undefined ? recallValues(storage, promptId) : before;
        return { owner: owner === undefined ? account : owner, values: new Map(others).set(name, value) };
      }),
    [storage, account, promptId],
  );
  const clear = useCallback(() => {
    rememberValues(storage, promptId, NO_VALUES);
    setDraft({ owner: account, values: NO_VALUES });
  }, [storage, account, promptId]);

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
