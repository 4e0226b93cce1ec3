import { useMemo, useSyncExternalStore } from "react";
import { usePrivateStorage } from "../../session/private-storage";
import { parseDrafts } from "./drafts";

/** The draft of a new prompt on this device, for whoever offers to go on with it. */
export interface NewDraft {
  /** "" if it has none yet. */
  title: string;
  savedAt: number;
}

export function useNewDraft(): NewDraft | null {
  const { storage, account } = usePrivateStorage();
  const json = useSyncExternalStore(
    storage.subscribe,
    () => (account ? storage.read("draft.new", account) : null),
    () => null,
  );
  return useMemo(() => {
    const [draft = null] = parseDrafts(json);
    return draft && { title: draft.texts[draft.locale]?.title.trim() ?? "", savedAt: draft.savedAt };
  }, [json]);
}
