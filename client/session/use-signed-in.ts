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
