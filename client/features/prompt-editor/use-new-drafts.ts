import { useMemo, useSyncExternalStore } from "react";
import { usePrivateStorage } from "../../session/private-storage";
import { newDraftsIn, parseDrafts, type PromptDraft, readDrafts, writeDrafts } from "./drafts";

/** A new prompt that is not saved: the newest version of it. */
export interface NewDraft {
  place: string;
  version: PromptDraft;
}

interface NewDrafts {
  /** The newest first. */
  drafts: readonly NewDraft[];
  /** Forgets this version. Others of the draft stay: nobody has asked to lose them. */
  forget(draft: NewDraft): void;
}

/** The drafts of new prompts on this device, for whoever offers to go on with them. */
export function useNewDrafts(): NewDrafts {
  const { storage, account } = usePrivateStorage();
  const all = useSyncExternalStore(
    storage.subscribe,
    () => JSON.stringify(account ? newDraftsIn(storage, account) : []),
    () => "[]",
  );
  return useMemo(() => {
    const drafts = (JSON.parse(all) as [string, string][]).flatMap(([place, json]) => {
      const [version] = parseDrafts(json);
      return version ? [{ place, version }] : [];
    });
    return {
      drafts: drafts.sort((one, other) => other.version.savedAt - one.version.savedAt),
      forget: ({ place, version: { writer, savedAt } }) => {
        const others = readDrafts(storage, place, account).filter(
          (each) => each.writer !== writer || each.savedAt !== savedAt,
        );
        writeDrafts(storage, place, others, account);
      },
    };
  }, [all, storage, account]);
}
