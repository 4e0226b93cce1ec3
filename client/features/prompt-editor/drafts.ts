import { isLocale, type Locale } from "../../../contract/locales";
import { newIdempotencyKey } from "../../runtime/idempotency-key";
import type { PrivateStorage } from "../../session/private-storage";

/** The words of a prompt in one language, as typed. */
export interface DraftText {
  title: string;
  content: string;
  remark: string;
  notes: string;
}

/** What a member has typed and not saved. */
export interface PromptDraft {
  /** Only the languages whose words have changed. */
  texts: Partial<Record<Locale, DraftText>>;
  /** The languages that saving removes. Absent if there are none. */
  removed?: Locale[];
  /** The language that is shown. */
  locale: Locale;
  /** Absent if unchanged. */
  tags?: string[];
  shared?: boolean;
  /** The `updatedAt` of the version that was changed; null for a new prompt. */
  base: string | null;
  savedAt: number;
  /** Tells versions apart: each has that of the editor that began it, whoever goes on with it. */
  writer: string;
  /** With which a new prompt was sent by whoever wrote this, while no answer has come: it may be saved already. */
  idempotencyKey?: string;
}

/** Another version of the format is not read: its words would be put into the wrong fields. */
const VERSION = 1;
/** The place of the draft of a new prompt before 2026-11-28: there was one only. */
const ONLY_NEW = "new";
const NEW = "new-";

/** Where a draft is kept: by the number of its prompt. That of a new prompt has a place of its own. */
export function newDraftPlace(): string {
  return NEW + newIdempotencyKey();
}

export function isNewDraftPlace(place: string): boolean {
  return place === ONLY_NEW || place.startsWith(NEW);
}

/** The key with which a new prompt is sent, whichever tab sends it. */
export function keyOfPlace(place: string): string {
  return place.startsWith(NEW) ? place.slice(NEW.length) : newIdempotencyKey();
}

/** All versions of a draft, the newest first. */
export function readDrafts(storage: PrivateStorage, place: string, owner: string | null): PromptDraft[] {
  return parseDrafts(storage.read(`draft.${place}`, owner));
}

/** The places where drafts of new prompts are kept, with what is kept there. */
export function newDraftsIn(storage: PrivateStorage, owner: string): [place: string, json: string][] {
  const prefix = `${storage.prefix(owner)}draft.`;
  const places = storage.keys(prefix).map((key) => key.slice(prefix.length));
  return places.filter(isNewDraftPlace).map((place) => [place, storage.read(`draft.${place}`, owner) ?? ""]);
}

export function writeDrafts(
  storage: PrivateStorage,
  place: string,
  [newest, ...others]: readonly PromptDraft[],
  owner: string | null,
): void {
  // A tab of a release before 2026-11-25 reads the newest, and keeps it beside what it writes.
  const json = newest ? JSON.stringify({ version: VERSION, ...newest, others }) : null;
  storage.write(`draft.${place}`, json, owner);
}

/** Storage may have been edited: whatever is not a draft is ignored. */
export function parseDrafts(json: string | null): PromptDraft[] {
  if (json === null) return [];
  try {
    const data: unknown = JSON.parse(json);
    if (!isRecord(data) || data["version"] !== VERSION) return [];
    // Drafts kept before 2026-11-25 have at most one other.
    const { other, others } = data;
    const all = [data, other, ...(Array.isArray(others) ? (others as unknown[]) : [])];
    return all.map(toDraft).filter((draft) => draft !== null);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [];
  }
}

function toDraft(data: unknown): PromptDraft | null {
  if (!isRecord(data)) return null;
  const { texts, removed, locale, tags, shared, base, savedAt, writer, idempotencyKey } = data;
  if (!isRecord(texts) || !isLocaleCode(locale)) return null;
  if (typeof savedAt !== "number" || typeof writer !== "string") return null;
  const entries = Object.entries(texts).flatMap(([code, text]) => {
    const read = isLocale(code) ? toText(text) : null;
    return read ? [[code, read] as const] : [];
  });
  return {
    texts: Object.fromEntries(entries),
    ...(Array.isArray(removed) && { removed: (removed as unknown[]).filter(isLocaleCode) }),
    locale,
    ...(Array.isArray(tags) && { tags: tags.filter((tag) => typeof tag === "string") }),
    ...(typeof shared === "boolean" && { shared }),
    base: typeof base === "string" ? base : null,
    savedAt,
    // Versions that had changed places had no writer before 2026-11-25.
    writer: writer || String(savedAt),
    ...(typeof idempotencyKey === "string" && { idempotencyKey }),
  };
}

function isLocaleCode(data: unknown): data is Locale {
  return typeof data === "string" && isLocale(data);
}

function toText(data: unknown): DraftText | null {
  if (!isRecord(data)) return null;
  const part = (name: keyof DraftText) => (typeof data[name] === "string" ? data[name] : "");
  return { title: part("title"), content: part("content"), remark: part("remark"), notes: part("notes") };
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
