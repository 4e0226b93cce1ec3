import { useLayoutEffect, useRef } from "react";

/** Browsers are online as soon as they have a network, which may need a moment until it answers. */
const ONCE_MORE_MS = 3000;

/**
 * Tries again once the browser is back online, and once more if that came too early.
 * @param retry null as long as nothing has failed, or while it is being tried
 */
export function useRetryOnline(retry: (() => void) | null): void {
  const latest = useRef(retry);
  useLayoutEffect(() => {
    latest.current = retry;
  });
  // As soon as the failure is shown: the connection may be back at once.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => latest.current?.();
    const onOnline = () => {
      run();
      clearTimeout(timer);
      timer = setTimeout(run, ONCE_MORE_MS);
    };
    window.addEventListener("online", onOnline);
    return () => {
      window.removeEventListener("online", onOnline);
      clearTimeout(timer);
    };
  }, []);
}
