import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";

/** Whether this browser believes that somebody is signed in. It asks nobody; pages are rendered as a visitor's. */
export function useSignedIn(): boolean {
  const { session } = useSite();
  return useSyncExternalStore(
    session.subscribe,
    () => session.signedIn,
    () => false,
  );
}
