import type { PrivateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";
import { keyOfPlace, newDraftPlace, type PromptDraft, readDrafts, writeDrafts } from "./drafts";

export type DraftWords = Omit<PromptDraft, "savedAt" | "writer">;

/** How many versions of a draft are kept. An editor that has one more says that it is not kept. */
export const MAX_VERSIONS = 20;

export interface KeptDraft {
  savedAt: number;
  /** Whether the browser keeps it when the tab is closed. */
  outlastsPage: boolean;
}

/** What is stored of a draft, as one editor sees it. */
export interface DraftView {
  /** Null while there is nothing to keep. */
  kept: KeptDraft | null;
  /** Other versions, the newest first: from other tabs, or from before. */
  others: readonly PromptDraft[];
  /** Whether another tab has saved or discarded the version that is shown here. */
  hasEnded: boolean;
  /** Whether the version that is shown here is not kept, because there are too many. */
  isRefused: boolean;
}

const NOTHING: DraftView = { kept: null, others: [], hasEnded: false, isRefused: false };

/**
 * Keeps what one editor has typed, beside what other editors keep under the same name: several tabs may show it. An editor replaces or
 * removes a version only as it has itself written or shown it: once another tab has changed it, the editor's words are a version of
 * their own.
 */
export class DraftKeeper {
  /** The stored version that this editor shows, as it has found or written it last. */
  private shown: PromptDraft | null = null;
  /** Whether this editor has written it. */
  private isWritten = false;
  /** The version that another tab has ended while this editor showed it. */
  private ended: string | null = null;
  /** When a version was refused because there are too many. */
  private refusedAt: number | null = null;

  constructor(
    private readonly storage: PrivateStorage,
    private readonly session: Session,
    private place: string,
    private readonly owner: string,
  ) {}

  /** Otherwise somebody else is here now, or the member has logged out: they want nothing kept. */
  private get isOwners(): boolean {
    const { account, loggedOut } = this.session;
    return account ? account === this.owner : !loggedOut;
  }

  /** The version to go on with: the newest. */
  load(): PromptDraft | null {
    this.show(this.all()[0] ?? null);
    return this.shown;
  }

  /** What is stored now, by whichever tab. */
  look(): DraftView {
    if (!this.isOwners) return NOTHING;
    const all = this.all();
    const { shown, refusedAt, ended } = this;
    const isThere = (writer: string) => all.some((each) => each.writer === writer);
    // Nothing else can be shown then: what is typed here would be lost.
    if (refusedAt !== null) {
      return { ...NOTHING, kept: { savedAt: refusedAt, outlastsPage: false }, isRefused: true };
    }
    const isKept = shown !== null && isThere(shown.writer);
    return {
      kept: isKept ? { savedAt: shown.savedAt, outlastsPage: this.outlastsPage } : null,
      others: isKept ? this.othersIn(all) : [],
      hasEnded: (shown !== null && !isKept) || (ended !== null && !isThere(ended)),
      isRefused: false,
    };
  }

  /** @param words null if there is nothing to keep */
  keep(words: DraftWords | null): void {
    if (!this.isOwners) return;
    const all = this.all();
    const others = all.filter((each) => !this.isShown(each));
    if (!words) {
      this.show(null);
      this.write(others);
      return;
    }
    if (others.length >= MAX_VERSIONS) {
      this.refusedAt = Date.now();
      return;
    }
    const { shown } = this;
    if (shown && !all.some(({ writer }) => writer === shown.writer)) this.ended = shown.writer;
    const goesOn = shown !== null && others.length < all.length;
    this.add({ ...words, savedAt: Date.now(), writer: goesOn ? shown.writer : newWriter() }, others);
  }

  /** With which its words are sent, if they are a new prompt. */
  get idempotencyKey(): string {
    return keyOfPlace(this.place);
  }

  /** Keeps words whose draft another tab has ended: they are a draft of their own from now on. */
  keepAsNew(words: DraftWords | null): void {
    this.keep(null);
    this.place = newDraftPlace();
    this.keep(words);
  }

  /** Before this editor leaves its words: those that another tab has replaced are stored nowhere. The newer ones stay the first. */
  keepReplaced(): void {
    if (!this.isOwners) return;
    const all = this.all();
    const { shown } = this;
    if (!shown || !this.isWritten || all.some((each) => hasSameWords(each, shown))) return;
    if (!all.some(({ writer }) => writer === shown.writer)) return;
    if (all.length >= MAX_VERSIONS) {
      this.refusedAt = Date.now();
      return;
    }
    this.shown = { ...shown, writer: newWriter() };
    this.write([...all, this.shown]);
  }

  /** Goes on with the other version that has waited longest, as it is stored now. The one before is kept. */
  next(): PromptDraft | null {
    if (!this.isOwners) return null;
    const all = this.all();
    const next = this.othersIn(all).at(-1);
    if (!next) return null;
    this.show(next);
    this.write([next, ...all.filter((each) => each !== next)]);
    return next;
  }

  /** Forgets another version, unless it has changed since. */
  forget(version: PromptDraft): void {
    if (!this.isOwners) return;
    const isIt = (each: PromptDraft) => each.writer === version.writer && hasSameWords(each, version);
    this.write(this.all().filter((each) => !isIt(each)));
  }

  private get outlastsPage(): boolean {
    return this.storage.outlastsPage(`draft.${this.place}`, this.owner);
  }

  private show(version: PromptDraft | null): void {
    this.shown = version;
    this.isWritten = false;
    this.ended = null;
    this.refusedAt = null;
  }

  private add(version: PromptDraft, others: readonly PromptDraft[]): void {
    this.shown = version;
    this.isWritten = true;
    this.refusedAt = null;
    this.write([version, ...others]);
  }

  private isShown(version: PromptDraft): boolean {
    const { shown } = this;
    return shown !== null && version.writer === shown.writer && hasSameWords(version, shown);
  }

  private othersIn(all: readonly PromptDraft[]): PromptDraft[] {
    const { shown } = this;
    return all.filter((each) => each.writer !== shown?.writer && !(shown && hasSameWords(each, shown)));
  }

  private all(): PromptDraft[] {
    return this.isOwners ? readDrafts(this.storage, this.place, this.owner) : [];
  }

  private write(all: readonly PromptDraft[]): void {
    writeDrafts(this.storage, this.place, all, this.owner);
  }
}

function newWriter(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function hasSameWords(one: PromptDraft, other: PromptDraft): boolean {
  const words = ({ texts, removed, tags, shared }: PromptDraft) =>
    JSON.stringify([Object.entries(texts).sort(), removed, tags, shared]);
  return words(one) === words(other);
}
