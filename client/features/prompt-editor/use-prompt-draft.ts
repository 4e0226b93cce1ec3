import { useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import { DraftKeeper, type DraftWords } from "./draft-keeper";
import type { PromptDraft } from "./drafts";
import { draftOf, type EditorState, initialState, type SavedPrompt, stateOfDraft } from "./editor-state";

export interface KeptDraft {
  savedAt: number;
  outlastsPage: boolean;
}

interface PromptDrafting {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
  /** The newest state, for handlers that run later. */
  latest(): EditorState;
  /** Null while there is nothing to keep. */
  kept: KeptDraft | null;
  /** What another tab has typed into the same draft. */
  other: PromptDraft | null;
  /** Shows what the other tab has typed, and keeps this one's words beside. */
  swap(): void;
  forgetOther(): void;
  keepNow(): void;
  /** Forgets the draft and everything typed. */
  discard(): void;
}

/** What the editor shows, kept on this device while it is typed. */
export function usePromptDraft(promptId: string | null, saved: SavedPrompt | null, owner: string): PromptDrafting {
  const { session, locale } = useSite();
  const [keeper] = useState(() => new DraftKeeper(privateStorage(session), session, promptId, owner));
  const [found] = useState(() => keeper.load());
  const [state, setShown] = useState(() => (found ? stateOfDraft(saved, found, locale) : initialState(saved, locale)));
  const [kept, setKept] = useState<KeptDraft | null>(found && { savedAt: found.savedAt, outlastsPage: true });
  const [other, setOther] = useState<PromptDraft | null>(found?.other ?? null);
  const current = useRef(state);

  const keep = useCallback(
    (beside: DraftWords | null) => {
      const draft = keeper.keep(draftOf(current.current), beside);
      setKept(draft && { savedAt: draft.savedAt, outlastsPage: keeper.outlastsPage });
      setOther(draft?.other ?? null);
    },
    [keeper],
  );
  const [waiting] = useState(() => new DelayedWrite(() => keep(null)));
  const keepNow = useCallback(() => waiting.now(), [waiting]);

  const setState = useCallback(
    (change: (state: EditorState) => EditorState) => {
      current.current = change(current.current);
      setShown(current.current);
      waiting.later();
    },
    [waiting],
  );

  useEffect(() => keepNow, [keepNow]);

  const latest = useCallback(() => current.current, []);
  const show = (next: EditorState) => setState(() => next);
  return {
    state,
    setState,
    latest,
    kept,
    other,
    swap: () => {
      if (!other) return;
      const mine = draftOf(current.current);
      show(stateOfDraft(state.saved, other, locale));
      waiting.cancel();
      keep(mine);
    },
    forgetOther: () => {
      keeper.forgetOther();
      setOther(null);
    },
    keepNow,
    discard: () => {
      waiting.cancel();
      current.current = initialState(current.current.saved, locale);
      keeper.forgetOther();
      keeper.keep(null);
    },
  };
}
