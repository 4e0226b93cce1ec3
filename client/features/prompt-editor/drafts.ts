import { isLocale, type Locale } from "../../../contract/locales";
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
  /** The language that is shown. */
  locale: Locale;
  /** Absent if unchanged. */
  tags?: string[];
  shared?: boolean;
  /** The `updatedAt` of the version that was changed; null for a new prompt. */
  base: string | null;
  savedAt: number;
  /** The editor that wrote it. */
  writer: string;
}

/** A draft as stored, with what another tab wrote under the same name: neither may destroy the other's words. */
export interface StoredDraft extends PromptDraft {
  other: PromptDraft | null;
}

/** Another version is not read: its words would be put into the wrong fields. */
const VERSION = 1;
const NEW = "new";

export function readDraft(storage: PrivateStorage, promptId: string | null, owner: string | null): StoredDraft | null {
  return parseDraft(storage.read(`draft.${promptId ?? NEW}`, owner));
}

/** Null deletes. */
export function writeDraft(
  storage: PrivateStorage,
  promptId: string | null,
  draft: StoredDraft | null,
  owner: string | null,
): void {
  const json = draft && JSON.stringify({ version: VERSION, ...draft });
  storage.write(`draft.${promptId ?? NEW}`, json, owner);
}

/** Storage may have been edited: whatever is not a draft is ignored. */
export function parseDraft(json: string | null): StoredDraft | null {
  if (json === null) return null;
  try {
    const data: unknown = JSON.parse(json);
    if (!isRecord(data) || data["version"] !== VERSION) return null;
    const draft = toDraft(data);
    return draft && { ...draft, other: toDraft(data["other"]) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function toDraft(data: unknown): PromptDraft | null {
  if (!isRecord(data)) return null;
  const { texts, locale, tags, shared, base, savedAt, writer } = data;
  if (!isRecord(texts) || typeof locale !== "string" || !isLocale(locale)) return null;
  if (typeof savedAt !== "number" || typeof writer !== "string") return null;
  const entries = Object.entries(texts).flatMap(([code, text]) => {
    const read = isLocale(code) ? toText(text) : null;
    return read ? [[code, read] as const] : [];
  });
  return {
    texts: Object.fromEntries(entries),
    locale,
    ...(Array.isArray(tags) && { tags: tags.filter((tag) => typeof tag === "string") }),
    ...(typeof shared === "boolean" && { shared }),
    base: typeof base === "string" ? base : null,
    savedAt,
    writer,
  };
}

function toText(data: unknown): DraftText | null {
  if (!isRecord(data)) return null;
  const part = (name: keyof DraftText) => (typeof data[name] === "string" ? data[name] : "");
  return { title: part("title"), content: part("content"), remark: part("remark"), notes: part("notes") };
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
