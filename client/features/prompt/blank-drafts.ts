import type { PrivateStorage } from "../../session/private-storage";
import { type BlankValues, NO_VALUES } from "./blanks";
import { recallValues, rememberValue, rememberValues } from "./variable-memory";

/** What the blanks of a prompt hold on this page. */
export interface Draft {
  /** Whose values they are: null for a visitor, undefined while nothing has been recalled or typed. */
  owner: string | null | undefined;
  values: BlankValues;
}

export const NO_DRAFT: Draft = { owner: undefined, values: NO_VALUES };

const drafts = new WeakMap<PrivateStorage, BlankDrafts>();

export function blankDrafts(storage: PrivateStorage): BlankDrafts {
  const existing = drafts.get(storage) ?? new BlankDrafts(storage);
  drafts.set(storage, existing);
  return existing;
}

/**
 * The drafts of a page, one for each prompt: wherever the prompt is shown, and in other tabs, its blanks hold the same. A draft lasts
 * while the prompt is shown; what is stored on the device outlives it.
 */
export class BlankDrafts {
  private readonly drafts = new Map<string, Draft>();
  private readonly listeners = new Map<string, Set<() => void>>();

  constructor(private readonly storage: PrivateStorage) {}

  readonly read = (promptId: string): Draft => this.drafts.get(promptId) ?? NO_DRAFT;

  /** @returns what unsubscribes */
  subscribe(promptId: string, listener: () => void): () => void {
    if (this.listeners.size === 0) window.addEventListener("storage", this.follow);
    const listeners = this.listeners.get(promptId) ?? new Set();
    this.listeners.set(promptId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.listeners.delete(promptId);
      this.drafts.delete(promptId);
      if (this.listeners.size === 0) window.removeEventListener("storage", this.follow);
    };
  }

  /** Recalls the account's values. What it has typed before stays; what another account typed does not. */
  recall(promptId: string, account: string | null): void {
    const { owner, values } = this.read(promptId);
    const recalled = recallValues(this.storage, promptId, account);
    this.write(promptId, { owner: account, values: owner === account ? new Map([...recalled, ...values]) : recalled });
  }

  set(promptId: string, account: string | null, name: string, value: string): void {
    const { owner, values } = this.read(promptId);
    rememberValue(this.storage, promptId, account, name, value);
    const others = owner === account ? values : recallValues(this.storage, promptId, account);
    this.write(promptId, { owner: account, values: new Map(others).set(name, value) });
  }

  clear(promptId: string, account: string | null): void {
    rememberValues(this.storage, promptId, account, NO_VALUES);
    this.write(promptId, { owner: account, values: NO_VALUES });
  }

  private write(promptId: string, draft: Draft): void {
    this.drafts.set(promptId, draft);
    for (const listener of this.listeners.get(promptId) ?? []) listener();
  }

  /** Another tab has changed something. */
  private readonly follow = ({ key }: StorageEvent): void => {
    for (const [promptId, { owner = null }] of this.drafts) {
      if (key === this.storage.keyOf(`variables.${promptId}`, owner)) {
        this.write(promptId, { owner, values: recallValues(this.storage, promptId, owner) });
      }
    }
  };
}
