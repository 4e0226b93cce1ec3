import type { LimitFunction } from "p-limit";

/** Acquires a slot of each limit, in order. @returns a function that releases them */
export async function acquireSlots(limits: readonly LimitFunction[]): Promise<() => void> {
  const releases: (() => void)[] = [];
  for (const limit of limits) releases.push(await acquireSlot(limit));
  return () => {
    for (const release of releases) release();
  };
}

function acquireSlot(limit: LimitFunction): Promise<() => void> {
  return new Promise((acquired) => {
    void limit(() => new Promise<void>((release) => acquired(release)));
  });
}
