import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";
import { type PrivateStorage, privateStorage } from "./private-storage";

/** What this device keeps for whoever is here. What was read of it counts for the same account only. */
export function usePrivateStorage(): { storage: PrivateStorage; account: string | null } {
  const { session } = useSite();
  const account = useSyncExternalStore(
    session.subscribe,
    () => session.account,
    () => null,
  );
  return { storage: privateStorage(session), account };
}
