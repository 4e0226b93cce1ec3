import { isLocale, type Locale } from "../../../contract/locales";
import { newIdempotencyKey } from "../../runtime/idempotency-key";
import { DeviceDraft } from "../../session/device-draft";
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
  /** With which a new prompt was sent by whoever wrote this, while no answer has come: it may be saved already. */
  idempotencyKey?: string;
}

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

export function promptDraft(storage: PrivateStorage, place: string): DeviceDraft<PromptDraft> {
  return new DeviceDraft(storage, `draft.${place}`, parseDraft);
}

/** Storage may have been edited: whatever is not a draft is ignored. */
export function parseDraft(data: unknown): PromptDraft | null {
  if (!isRecord(data)) return null;
  const { texts, removed, locale, tags, shared, base, idempotencyKey } = data;
  if (!isRecord(texts) || !isLocaleCode(locale)) return null;
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
