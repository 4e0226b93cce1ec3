import { useCallback, useSyncExternalStore } from "react";
import { useSite } from "../../runtime/SiteProvider";
import type { Session } from "../../session/session";
import { onReturn } from "../../ui/on-return";

/** The page asks again after so long, and when the member or the network is back. */
const ASK_AGAIN_MS = 5000;

/** The prompts of a member of which it is not known who can see them, because an answer got lost. */
export class SharingDoubts {
  private readonly ids = new Set<string>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /**
   * Asks until there is an answer. The doubt lasts as long.
   * @param onFailure called when it could not be asked at first
   */
  async settle<Answer>(id: string, ask: () => Promise<Answer>, onFailure: () => void): Promise<Answer> {
    this.change(() => this.ids.add(id));
    try {
      for (let isFirst = true; ; isFirst = false) {
        try {
          return await ask();
        } catch {
          if (isFirst) onFailure();
        }
        await nextChance();
      }
    } finally {
      this.change(() => this.ids.delete(id));
    }
  }

  private change(work: () => void): void {
    work();
    for (const listener of this.listeners) listener();
  }
}

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, ASK_AGAIN_MS);
    const stop = onReturn(end);
  });
}

const doubts = new WeakMap<Session, SharingDoubts>();

export function sharingDoubts(session: Session): SharingDoubts {
  const found = doubts.get(session) ?? new SharingDoubts();
  doubts.set(session, found);
  return found;
}

/** Whether it is not known who can see a prompt. */
export function useSharingDoubt(id: string): boolean {
  const { session } = useSite();
  const all = sharingDoubts(session);
  return useSyncExternalStore(
    all.subscribe,
    useCallback(() => all.has(id), [all, id]),
    () => false,
  );
}
