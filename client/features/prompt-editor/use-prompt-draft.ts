import { useCallback, useEffect, useRef, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";
import { DelayedWrite } from "../../session/delayed-write";
import { privateStorage } from "../../session/private-storage";
import { DraftKeeper, type DraftView } from "./draft-keeper";
import { draftOf, type EditorState, initialState, type SavedPrompt, stateOfDraft } from "./editor-state";

interface PromptDrafting extends DraftView {
  state: EditorState;
  setState(change: (state: EditorState) => EditorState): void;
  /** The newest state, for handlers that run later. */
  latest(): EditorState;
  /** Goes on with another version, as it is stored now, and keeps the one that is shown. */
  swap(): void;
  /** Forgets the only other version. */
  forgetOther(): void;
  /** With which a new prompt is sent. */
  idempotencyKey(): string;
  /** Goes on with words that another tab has saved or discarded. They are a draft of their own then. */
  goOn(): void;
  /** Call it before the words are left or sent. @returns what is stored then */
  keepNow(): DraftView;
  /** Forgets the version that is shown. One of another tab becomes the draft: nobody has seen it saved, or asked to lose it. */
  discard(): void;
}

/** What the editor shows, kept on this device while it is typed. */
export function usePromptDraft(place: string, saved: SavedPrompt | null, owner: string): PromptDrafting {
  const { session, locale } = useSite();
  const [storage] = useState(() => privateStorage(session));
  const [keeper] = useState(() => new DraftKeeper(storage, session, place, owner));
  const [state, setShown] = useState(() => {
    const found = keeper.load();
    return found ? stateOfDraft(saved, found, locale) : initialState(saved, locale);
  });
  const [view, setView] = useState(() => keeper.look());
  const current = useRef(state);

  const look = useCallback(() => {
    const now = keeper.look();
    setView(now);
    return now;
  }, [keeper]);
  const [waiting] = useState(
    () =>
      new DelayedWrite(() => {
        keeper.keep(draftOf(current.current));
        look();
      }),
  );
  const keepNow = useCallback(() => {
    waiting.now();
    keeper.keepReplaced();
    return look();
  }, [waiting, keeper, look]);

  const setState = useCallback(
    (change: (state: EditorState) => EditorState) => {
      current.current = change(current.current);
      setShown(current.current);
      waiting.later();
    },
    [waiting],
  );

  useEffect(() => storage.subscribe(look), [storage, look]);
  useEffect(() => {
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, [keepNow]);

  const latest = useCallback(() => current.current, []);
  return {
    ...view,
    state,
    setState,
    latest,
    swap: () => {
      const next = keepNow().isRefused ? null : keeper.next();
      if (next) {
        current.current = stateOfDraft(current.current.saved, next, locale);
        setShown(current.current);
      }
      look();
    },
    forgetOther: () => {
      const [other] = view.others;
      if (other) keeper.forget(other);
      look();
    },
    idempotencyKey: () => keeper.idempotencyKey,
    goOn: () => {
      waiting.cancel();
      // The other tab has sent its key with it.
      const { idempotencyKey: _, ...rest } = current.current;
      current.current = rest;
      setShown(rest);
      keeper.keepAsNew(draftOf(current.current));
      look();
    },
    keepNow,
    discard: () => {
      waiting.cancel();
      current.current = initialState(current.current.saved, locale);
      keeper.keep(null);
    },
  };
}
