import { useMemo, useSyncExternalStore } from "react";
import { usePrivateStorage } from "../../session/private-storage";
import { isNewDraftPlace, promptDraft, type PromptDraft } from "./drafts";

/** A new prompt that is not saved. */
export interface NewDraft {
  place: string;
  draft: PromptDraft;
  /** In milliseconds since 1970. */
  savedAt: number;
}

interface NewDrafts {
  /** The newest first. */
  drafts: readonly NewDraft[];
  forget(draft: NewDraft): void;
}

/** The drafts of new prompts on this device, for whoever offers to go on with them. */
export function useNewDrafts(): NewDrafts {
  const { storage, account } = usePrivateStorage();
  const places = () => (account ? storage.names("draft.").filter(isNewDraftPlace) : []);
  const entries = useSyncExternalStore(
    storage.subscribe,
    () => JSON.stringify(places().map((place) => [place, storage.read(`draft.${place}`)])),
    () => "[]",
  );
  return useMemo(() => {
    const drafts = (JSON.parse(entries) as [string, string][]).flatMap(([place]) => {
      const kept = promptDraft(storage, place);
      const draft = kept.read();
      return draft ? [{ place, draft, savedAt: kept.savedAt ?? 0 }] : [];
    });
    return {
      drafts: drafts.sort((one, other) => other.savedAt - one.savedAt),
      forget: ({ place }) => promptDraft(storage, place).write(null),
    };
  }, [entries, storage]);
}
