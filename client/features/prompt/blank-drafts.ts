import { type PrivateStorage, privateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";
import { nextTypist, Typist } from "../../session/typist";
import { type BlankValues, NO_VALUES } from "./blanks";
import { areStored, forgetValues, recallValues, rememberValue } from "./variable-memory";

/** What the blanks of a prompt hold on this page. */
interface Draft {
  /** Whose values they are. */
  typist: Typist;
  values: BlankValues;
}

const drafts = new WeakMap<Session, BlankDrafts>();

export function blankDrafts(session: Session): BlankDrafts {
  const existing = drafts.get(session) ?? new BlankDrafts(session);
  drafts.set(session, existing);
  return existing;
}

/**
 * The drafts of a page, one for each prompt: wherever the prompt is shown, and in other tabs, its blanks hold the same. A draft lasts
 * while the prompt is shown; what is stored on the device outlives it. It is its typist's: of a member whose session has ended before
 * the draft was begun, it holds nothing.
 */
export class BlankDrafts {
  private readonly drafts = new Map<string, Draft>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly storage: PrivateStorage;

  constructor(private readonly session: Session) {
    // Subscribes first: what it keeps has moved to the account when the drafts ask for it.
    this.storage = privateStorage(session);
    session.subscribe(() => this.passOn());
  }

  readonly read = (promptId: string): BlankValues => this.drafts.get(promptId)?.values ?? NO_VALUES;

  /** Whether what the blanks hold outlasts the page. */
  outlastsPage(promptId: string): boolean {
    const draft = this.drafts.get(promptId);
    return !draft || areStored(this.storage, promptId, draft.typist.id);
  }

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

  /** Recalls the values of whoever is here, unless the prompt's blanks are in use already. */
  begin(promptId: string): void {
    if (!this.drafts.has(promptId)) this.write(promptId, this.draftOf(promptId));
  }

  set(promptId: string, name: string, value: string): void {
    const { typist, values } = this.draftOf(promptId);
    rememberValue(this.storage, promptId, typist.id, name, value);
    this.write(promptId, { typist, values: new Map(values).set(name, value) });
  }

  clear(promptId: string): void {
    const { typist } = this.draftOf(promptId);
    forgetValues(this.storage, promptId, typist.id);
    this.write(promptId, { typist, values: NO_VALUES });
  }

  private draftOf(promptId: string): Draft {
    return this.drafts.get(promptId) ?? this.recall(promptId, new Typist(this.session.account || null));
  }

  private recall(promptId: string, typist: Typist): Draft {
    return { typist, values: recallValues(this.storage, promptId, typist.id) };
  }

  private write(promptId: string, draft: Draft): void {
    this.drafts.set(promptId, draft);
    for (const listener of this.listeners.get(promptId) ?? []) listener();
  }

  /** The session has changed. */
  private passOn(): void {
    for (const [promptId, { typist, values }] of this.drafts) {
      const { id } = typist;
      const next = nextTypist(typist, this.session);
      const recalled = this.recall(promptId, next);
      if (next !== typist) this.write(promptId, recalled);
      else if (next.id !== id) {
        // A visitor has signed in: the account's own values win. The others stay, also those that were never stored.
        for (const [name, value] of values) {
          if (!recalled.values.has(name)) rememberValue(this.storage, promptId, next.id, name, value);
        }
        this.write(promptId, { typist, values: new Map([...values, ...recalled.values]) });
      }
    }
  }

  /** Another tab has changed something. Values that could not be stored are only here, and stay. */
  private readonly follow = ({ key }: StorageEvent): void => {
    for (const [promptId, { typist }] of this.drafts) {
      if (key === this.storage.keyOf(`variables.${promptId}`, typist.id))
        this.write(promptId, this.recall(promptId, typist));
    }
  };
}
