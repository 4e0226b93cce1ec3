import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useSite } from "../../runtime/SiteProvider";

export interface Ownership {
  /** Whether the member has logged out since, or somebody else has been here: their words are not shown any more. */
  isLost(): boolean;
  isSaving(): boolean;
  /** The editor stays until the outcome is known and shown. */
  save(work: () => Promise<unknown>): void;
}

/**
 * Watches whose editor it is, from before its words are loaded. A session that merely ends changes nothing: its member may be back.
 * @param owner the id of the member who has opened it, "" or null if not known yet
 * @param onLost ends the editor, unless something is being saved
 */
export function useOwnership(owner: string | null, onLost: () => void): Ownership {
  const { session } = useSite();
  const lost = useRef(false);
  const saving = useRef(false);
  const check = useEffectEvent(() => {
    const { account, loggedOut } = session;
    if (!loggedOut && !(account && owner && account !== owner)) return;
    // For good: the answer to what was sent before may come when the member is here again, and they wanted nothing kept.
    lost.current = true;
    if (!saving.current) onLost();
  });
  useEffect(() => {
    check();
    return session.subscribe(() => check());
  }, [session, owner]);
  return useMemo(
    () => ({
      isLost: () => lost.current,
      isSaving: () => saving.current,
      save: (work) => {
        saving.current = true;
        void work().finally(() => (saving.current = false));
      },
    }),
    [],
  );
}
