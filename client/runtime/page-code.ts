import { useSyncExternalStore } from "react";

let underWay = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  underWay += by;
  for (const listener of listeners) listener();
}

/** Counts a load of a page's code for as long as it takes. */
export async function countLoading<T>(loading: Promise<T>): Promise<T> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** Whether the code of a page is on its way. */
export function usePageCodeLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => underWay > 0,
    () => false,
  );
}
