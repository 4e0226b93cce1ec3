import { useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import { keyOfPlace, newDraftPlace, parseDraft, type PromptDraft, promptDraft } from "./drafts";
import { draftOf, type EditorState, initialState, type SavedPrompt, stateOfDraft } from "./editor-state";

export interface KeptDraft {
  savedAt: number;
  /** Whether the browser keeps it when the tab is closed. */
  outlastsPage: boolean;
}

interface PromptDrafting {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
  /** The newest state, for handlers that run later. */
  latest(): EditorState;
  /** Null while there is nothing to keep. */
  kept: KeptDraft | null;
  /** Whether another tab has made another version of it since. The last one that is typed is kept. */
  hasOther: boolean;
  /** Goes on with that version. The one that is shown becomes the other. */
  swap(): void;
  /** Whether another tab has saved or discarded the draft. */
  hasEnded: boolean;
  /** Goes on with words that another tab has saved or discarded. They are a draft of their own then. */
  goOn(): void;
  /** With which a new prompt is sent. */
  idempotencyKey(): string;
  /** Call it before the words are left or sent. */
  keepNow(): void;
  /** Forgets what is shown. Another tab's version stays: nobody has seen it saved, or asked to lose it. */
  discard(): void;
}

/** What the editor shows, kept on this device while it is typed. */
export function usePromptDraft(firstPlace: string, saved: SavedPrompt | null): PromptDrafting {
  const { session, locale } = useSite();
  const [place, setPlace] = useState(firstPlace);
  const draft = useRef(promptDraft(privateStorage(session), firstPlace));
  const [found] = useState(() => draft.current.read());
  const [state, setShown] = useState(() => (found ? stateOfDraft(saved, found, locale) : initialState(saved, locale)));
  const [kept, setKept] = useState(() => keptOf(draft.current));
  const [other, setOther] = useState<PromptDraft | null>(null);
  const current = useRef(state);
  /** What this editor has found or written last. */
  const own = useRef(JSON.stringify(found));
  const [hasEnded, setEnded] = useState(false);

  const write = useCallback((words: PromptDraft | null) => {
    own.current = JSON.stringify(parseDraft(words));
    draft.current.write(words);
    setKept(keptOf(draft.current));
  }, []);
  const [waiting] = useState(() => new DelayedWrite(() => write(draftOf(current.current))));
  useEffect(() => () => waiting.now(), [waiting]);

  useEffect(
    () =>
      draft.current.onChange(() => {
        const now = draft.current.read();
        if (JSON.stringify(now) === own.current) return;
        setEnded(now === null);
        setOther(now);
        setKept(keptOf(draft.current));
      }),
    [place],
  );

  const show = (next: EditorState) => {
    current.current = next;
    setShown(next);
  };
  return {
    state,
    setState: useCallback(
      (change: (state: EditorState) => EditorState) => {
        current.current = change(current.current);
        setShown(current.current);
        waiting.later();
      },
      [waiting],
    ),
    latest: useCallback(() => current.current, []),
    kept,
    hasOther: other !== null,
    swap: () => {
      if (!other) return;
      waiting.cancel();
      const mine = draftOf(current.current);
      show(stateOfDraft(current.current.saved, other, locale));
      write(other);
      setOther(mine);
    },
    hasEnded,
    goOn: () => {
      waiting.cancel();
      setEnded(false);
      // What was typed here since has brought it back.
      write(null);
      const next = newDraftPlace();
      draft.current = promptDraft(privateStorage(session), next);
      setPlace(next);
      // The other tab has sent its key with it.
      const { idempotencyKey: _, ...rest } = current.current;
      show(rest);
      write(draftOf(rest));
    },
    idempotencyKey: () => keyOfPlace(place),
    keepNow: () => waiting.now(),
    discard: () => {
      waiting.cancel();
      current.current = initialState(current.current.saved, locale);
      if (JSON.stringify(draft.current.read()) === own.current) write(null);
    },
  };
}

function keptOf(draft: ReturnType<typeof promptDraft>): KeptDraft | null {
  const { savedAt } = draft;
  return savedAt === null ? null : { savedAt, outlastsPage: draft.outlastsPage };
}
