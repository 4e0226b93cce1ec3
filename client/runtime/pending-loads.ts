import { useSyncExternalStore } from "react";

/** Counts what is being loaded. */
export class PendingLoads {
  private count = 0;
  private readonly listeners = new Set<() => void>();

  async track<T>(loading: Promise<T>): Promise<T> {
    this.add(1);
    try {
      return await loading;
    } finally {
      this.add(-1);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly isAny = (): boolean => this.count > 0;

  private add(by: number): void {
    this.count += by;
    for (const listener of this.listeners) listener();
  }
}

/** The code of pages. */
export const pageLoads = new PendingLoads();
/** The code of parts of pages. */
export const partLoads = new PendingLoads();

export function useIsLoading(loads: PendingLoads): boolean {
  return useSyncExternalStore(loads.subscribe, loads.isAny, () => false);
}
