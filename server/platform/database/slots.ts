import type { LimitFunction } from "p-limit";

/** Waits for a place within each limit, one after the other. @returns gives all of them back */
export async function acquireSlots(limits: readonly LimitFunction[]): Promise<() => void> {
  const taken: (() => void)[] = [];
  for (const limit of limits) taken.push(await takePlace(limit));
  return () => {
    for (const giveBack of taken) giveBack();
  };
}

function takePlace(limit: LimitFunction): Promise<() => void> {
  return new Promise((taken) => {
    void limit(() => new Promise<void>((giveBack) => taken(giveBack)));
  });
}
