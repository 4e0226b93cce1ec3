import { useHydrated } from "./use-hydrated";

/** Whether the reader's keyboard has ⌘ instead of Ctrl. False on the server. */
export function useIsMac(): boolean {
  return useHydrated() && /mac|iphone|ipad/i.test(navigator.userAgent);
}
