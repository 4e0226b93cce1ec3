import type { Locale } from "./locales";

/**
 * Export and import: `GET /api/export`, `POST /api/import?format=json|csv&locale=…`. The body of an import is the file, also in chunks or in gzip. A locale
 * may be in capitals. Ids are texts of digits, as in GraphQL; an import also reads numbers, which files had before 2026-11-28.
 */
export const EXPORT_FORMAT = "polyprompt";
export const EXPORT_VERSION = 1;

export const TRANSFER_LIMITS = {
  /** 20 MB. */
  fileBytes: 20 * 1024 * 1024,
  prompts: 10_000,
  favorites: 50_000,
  /** An import brings no account beyond this number. */
  ownPrompts: 20_000,
  /** In a report; the others are only counted. */
  refusals: 1000,
} as const;

/** The file of an export: a head, then one prompt a line. */
export interface ExportHead {
  format: typeof EXPORT_FORMAT;
  version: typeof EXPORT_VERSION;
  /** The address of the site. Ids of members' prompts mean something on that site only. */
  site: string;
  exportedAt: string;
}

export interface ExportedPrompt {
  id: string;
  sourceLocale: Locale;
  shared: boolean;
  tags: string[];
  createdAt: string;
  updatedAt: string;
  texts: ExportedText[];
}

export interface ExportedText {
  locale: Locale;
  title: string;
  content: string;
  remark: string | null;
  notes: string | null;
}

export type ImportFormat = "json" | "csv";

/** Why an entry of the file was refused: a rule of the prompt's words, or one of imports. */
export type RefusalCode =
  | "REQUIRED"
  | "TOO_LONG"
  | "TOO_MANY"
  | "INVALID_CHARACTERS"
  | "UNKNOWN_TAG"
  /** Not what stands in such a place of such a file. */
  | "UNREADABLE"
  /** The prompt is public, and an import changes nothing public. */
  | "SHARED"
  /** There is no prompt with this id that the member may see. */
  | "NOT_FOUND";

export interface Refusal {
  /** Where it begins in a CSV, from 1 on; null in JSON. */
  line: number | null;
  /** Which one it is of the file's prompts or favourites, or of the rows below a CSV's header, from 1 on. */
  entry: number;
  code: RefusalCode;
  /** As in the API: `title`, `content`, `content.blanks`, `tags`, …; null for the entry as a whole. */
  field: string | null;
  limit: number | null;
}

export interface ImportReport {
  /** Prompts. */
  added: number;
  updated: number;
  /** Identical with a prompt that the account has, or with an earlier row of a CSV or of a plain list. */
  skipped: number;
  favoritesAdded: number;
  /** The first of them, in the order of the file. */
  refused: Refusal[];
  refusedCount: number;
}

/** Why a file cannot be read: HTTP 400, with this beside the code in `extensions`. Nothing was imported. */
export interface FileFault {
  code: FileFaultCode;
  /** Null if it is not known. */
  line: number | null;
  limit: number | null;
}

export const FILE_FAULT_CODES = [
  /** Neither JSON nor CSV, or cut off. */
  "UNREADABLE_FILE",
  /** A CSV whose first row does not name the columns `act` and `prompt`. */
  "MISSING_COLUMNS",
  /** JSON that is neither an export nor a list of prompts. */
  "NO_PROMPTS",
  /** An export of a newer format. */
  "NEWER_FORMAT",
  /** Not UTF-8. */
  "ENCODING",
  /** More prompts, or favourites, than a file may have. */
  "TOO_MANY",
] as const;
export type FileFaultCode = (typeof FILE_FAULT_CODES)[number];

/** Why an import has ended that had begun. Nothing was imported. */
export interface ImportFailure {
  code: "UNAUTHENTICATED" | "SERVICE_UNAVAILABLE" | "INTERNAL_SERVER_ERROR";
  /** In seconds. */
  retryAfter: number | null;
}

/** The lines of an import's answer, which begins when the file has been read: progress, then a report or a failure. */
export type ImportAnswer =
  { progress: { done: number; total: number } } | { report: ImportReport } | { failure: ImportFailure };
