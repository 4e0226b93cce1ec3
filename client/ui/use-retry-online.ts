import { useLayoutEffect } from "react";

/** Tries again once the browser is back online. @param retry null as long as nothing has failed */
export function useRetryOnline(retry: (() => void) | null): void {
  // As soon as the failure is shown: the connection may be back at once.
  useLayoutEffect(() => {
    if (!retry) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  });
}
