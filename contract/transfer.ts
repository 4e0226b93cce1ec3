import type { Locale } from "./locales";

/**
 * Export and import: `GET /api/export?format=json|csv|md`, `POST /api/import?locale=…`. The body of an import is the file, also in chunks or in gzip;
 * its format is recognized by its content unless `format=json|csv|md|zip` names it. `placeholders=keep` leaves blanks of other
 * sites as they are. A locale may be in capitals. Ids are texts of digits, as in GraphQL; an import also reads numbers, which files had before 2026-11-28.
 */
export const EXPORT_FORMAT = "polyprompt";
export const EXPORT_VERSION = 1;

export const TRANSFER_LIMITS = {
  /** 20 MB. Of a zip, also the Markdown files in it together. */
  fileBytes: 20 * 1024 * 1024,
  /** Files in a zip, those that are not Markdown included. */
  zipEntries: 50_000,
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

export const IMPORT_FORMATS = ["json", "csv", "md", "zip"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** `md` is a zip with a Markdown file for each text. Favourites are in JSON alone. */
export const EXPORT_FORMATS = ["json", "csv", "md"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The columns of a CSV that is exported: a row for each text, those of one prompt with the same id, its source language first. */
export const CSV_COLUMNS = ["id", "locale", "title", "content", "remark", "notes", "tags", "shared"] as const;

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
  /** Where it begins in a CSV or in JSON lines, from 1 on; null in JSON. Of Markdown, where its front matter cannot be read. */
  line: number | null;
  /** Which one it is of the file's prompts or favourites, of the rows below a CSV's header, or of the Markdown files of a zip, from 1 on. */
  entry: number;
  /** Its path within a zip, 200 characters at most; null in other files. */
  file: string | null;
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
  /** The encoding that the file was taken to be in, such as `windows-1252`; null if there was nothing to guess. */
  encoding: string | null;
  /** How many of the added prompts had blanks of other sites, `${name}` or typed ones of Open WebUI, and how many were converted. */
  placeholders: { prompts: number; blanks: number };
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
  /** Not what its format is, or cut off. */
  "UNREADABLE_FILE",
  /** A CSV whose first row names no column of texts, and that has not two columns. */
  "MISSING_COLUMNS",
  /** JSON that is neither an export nor a list of prompts, or a zip without Markdown. */
  "NO_PROMPTS",
  /** An export of a newer format. */
  "NEWER_FORMAT",
  /** No text in any encoding that can be recognized. */
  "ENCODING",
  /** More prompts, favourites or files than a file may have. */
  "TOO_MANY",
  /** A zip with more Markdown than `limit` bytes. */
  "TOO_LARGE",
  /** A zip with a password. */
  "ENCRYPTED",
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
