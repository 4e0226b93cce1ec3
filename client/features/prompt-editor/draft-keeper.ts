import type { PrivateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";
import { outlastsPage } from "../../session/typed-data";
import { type PromptDraft, readDraft, type StoredDraft, writeDraft } from "./drafts";

export type DraftWords = Omit<PromptDraft, "savedAt" | "writer">;

/** Keeps what one editor has typed, beside what other tabs keep under the same name. */
export class DraftKeeper {
  private readonly writer = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  private readonly storage: PrivateStorage;
  /** The draft that this editor has last read or written. */
  private seen: string | null = null;

  constructor(
    storage: PrivateStorage,
    private readonly session: Session,
    private readonly promptId: string | null,
    private readonly owner: string,
  ) {
    this.storage = storage;
  }

  /** Null if somebody else is here now, or the member has logged out: they want nothing kept. */
  private get isOwners(): boolean {
    const { account, loggedOut } = this.session;
    return account ? account === this.owner : !loggedOut;
  }

  load(): StoredDraft | null {
    if (!this.isOwners) return null;
    const draft = readDraft(this.storage, this.promptId, this.owner);
    this.seen = draft && markOf(draft);
    return draft;
  }

  /**
   * @param words null if there is nothing to keep
   * @param beside what to keep beside it from now on, instead of what is there
   * @returns what is stored now
   */
  keep(words: DraftWords | null, beside: DraftWords | null = null): StoredDraft | null {
    if (!this.isOwners) return null;
    const stored = readDraft(this.storage, this.promptId, this.owner);
    const isRival = stored !== null && markOf(stored) !== this.seen;
    const found = isRival ? withoutOther(stored) : (stored?.other ?? null);
    const other = beside ? { ...beside, savedAt: Date.now(), writer: "" } : found;
    if (!words) {
      this.write(other && { ...other, other: null });
      this.seen = null;
      return null;
    }
    const draft = { ...words, savedAt: Date.now(), writer: this.writer };
    const next = { ...draft, other: other && hasSameWords(other, draft) ? null : other };
    this.write(next);
    this.seen = markOf(next);
    return next;
  }

  /** Forgets what another tab has typed. */
  forgetOther(): void {
    const stored = this.isOwners ? readDraft(this.storage, this.promptId, this.owner) : null;
    if (stored && markOf(stored) === this.seen) this.write({ ...stored, other: null });
  }

  /** Whether the browser keeps it when the tab is closed. */
  get outlastsPage(): boolean {
    return outlastsPage(this.storage, `draft.${this.promptId ?? "new"}`, this.owner);
  }

  private write(draft: StoredDraft | null): void {
    writeDraft(this.storage, this.promptId, draft, this.owner);
  }
}

function markOf({ writer, savedAt }: PromptDraft): string {
  return `${writer} ${savedAt}`;
}

function withoutOther(stored: StoredDraft): PromptDraft {
  const { other: _, ...draft } = stored;
  return draft;
}

function hasSameWords(one: PromptDraft, other: PromptDraft): boolean {
  const words = ({ texts, tags, shared }: PromptDraft) => JSON.stringify([texts, tags, shared]);
  return words(one) === words(other);
}
