import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";

/** Whether this browser has a session, without asking the server. False on the server: pages are rendered for visitors. */
export function useSignedIn(): boolean {
  const { session } = useSite();
  return useSyncExternalStore(
    session.subscribe,
    () => session.signedIn,
    () => false,
  );
}

/** The id of the account that this browser is signed in to; "" while it is not known yet, null for a visitor and on the server. */
export function useAccount(): string | null {
  const { session } = useSite();
  return useSyncExternalStore(
    session.subscribe,
    () => session.account,
    () => null,
  );
}
