import { isLocale, type Locale } from "../../../contract/locales";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ImportFormat,
  type RefusalCode,
  TRANSFER_LIMITS,
} from "../../../contract/transfer";
import type { WrittenText } from "../../../contract/prompt-text";
import type { PromptDraft } from "../prompt";
import { csvEntries } from "./csv-file";
import { textOf } from "./file-text";
import { ImportFailedError } from "./import-failure";
import { jsonEntries } from "./json-file";

/** A prompt of the file, of the right shape; whether its words may be stored is asked later. */
export interface FilePrompt {
  line: number;
  /** Its number in the account that was exported. */
  id: number | null;
  draft: PromptDraft;
  /** From another site: its tags are taken as far as this one has them. */
  isPlain: boolean;
}

export interface FileRefusal {
  line: number;
  code: RefusalCode;
  field: string | null;
}

export interface ImportFile {
  prompts: (FilePrompt | FileRefusal)[];
  favorites: { line: number; id: number }[];
  refusedFavorites: FileRefusal[];
  /** The address of the site that wrote it, if it says so. */
  site: string | null;
}

export function isRefusal(entry: FilePrompt | FileRefusal): entry is FileRefusal {
  return "code" in entry;
}

/**
 * Reads a file into memory, which it does not exceed by much.
 * @param locale the language of texts that do not name theirs
 * @throws ImportFailedError
 */
export async function readImportFile(
  bytes: AsyncIterable<Uint8Array>,
  format: ImportFormat,
  locale: Locale,
): Promise<ImportFile> {
  const file: ImportFile = { prompts: [], favorites: [], refusedFavorites: [], site: null };
  if (format === "csv") await readCsv(bytes, locale, file);
  else await readJson(bytes, locale, file);
  return file;
}

async function readCsv(bytes: AsyncIterable<Uint8Array>, locale: Locale, file: ImportFile): Promise<void> {
  for await (const { line, act, prompt } of csvEntries(textOf(bytes))) {
    const texts = [{ locale, title: act, content: prompt, remark: null, notes: null }];
    addPrompt(file, { line, id: null, isPlain: true, draft: { sourceLocale: locale, texts, tags: [] } });
  }
}

async function readJson(bytes: AsyncIterable<Uint8Array>, locale: Locale, file: ImportFile): Promise<void> {
  let isOurs = false;
  let isObject = false;
  for await (const entry of jsonEntries(textOf(bytes), ["prompts", "favorites"])) {
    isObject ||= "member" in entry || entry.list !== null;
    if ("member" in entry) {
      const { member, value, line } = entry;
      if (member === "format") isOurs = value === EXPORT_FORMAT;
      if (member === "version" && value !== EXPORT_VERSION) {
        const isNewer = isOurs && typeof value === "number" && value > EXPORT_VERSION;
        throw new ImportFailedError(isNewer ? "NEWER_FORMAT" : "UNREADABLE_FILE", line);
      }
      if (member === "site" && typeof value === "string") file.site = value;
    } else if (entry.list === "favorites") addFavorite(file, entry.line, entry.value);
    else {
      const { line, fault, value } = entry;
      addPrompt(file, fault ? { line, code: fault, field: null } : toPrompt(value, line, locale));
    }
  }
  // A list of prompts may be empty, but an object has to say what it is.
  if (isObject && !isOurs && file.prompts.length === 0) throw new ImportFailedError("NO_PROMPTS", 1);
}

function addPrompt(file: ImportFile, entry: FilePrompt | FileRefusal): void {
  if (file.prompts.push(entry) > TRANSFER_LIMITS.prompts)
    throw new ImportFailedError("TOO_MANY", entry.line, TRANSFER_LIMITS.prompts);
}

function addFavorite(file: ImportFile, line: number, value: unknown): void {
  if (isNumber(value)) file.favorites.push({ line, id: value });
  else file.refusedFavorites.push({ line, code: "UNREADABLE", field: "favorites" });
  if (file.favorites.length + file.refusedFavorites.length > TRANSFER_LIMITS.favorites)
    throw new ImportFailedError("TOO_MANY", line, TRANSFER_LIMITS.favorites);
}

/** A number of a prompt, as the database has it. */
function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 31;
}

type Fields = Readonly<Record<string, unknown>>;

function toPrompt(value: unknown, line: number, locale: Locale): FilePrompt | FileRefusal {
  const refuse = (field: string | null): FileRefusal => ({ line, code: "UNREADABLE", field });
  if (!isObject(value)) return refuse(null);
  return Array.isArray(value["texts"]) ? toOwnPrompt(value, line, refuse) : toPlainPrompt(value, line, locale, refuse);
}

/** An entry of our export. */
function toOwnPrompt(
  value: Fields,
  line: number,
  refuse: (field: string | null) => FileRefusal,
): FilePrompt | FileRefusal {
  const texts: (WrittenText & { locale: Locale })[] = [];
  for (const text of value["texts"] as unknown[]) {
    if (!isObject(text) || !isLocaleCode(text["locale"])) return refuse("texts");
    const written = toText(text, refuse);
    if ("code" in written) return written;
    if (texts.some((other) => other.locale === text["locale"])) return refuse("texts");
    texts.push({ locale: text["locale"], ...written });
  }
  const [first] = texts;
  if (!first) return { line, code: "REQUIRED", field: "texts" };
  const { sourceLocale = first.locale, tags = [], id = null } = value;
  if (!texts.some((text) => text.locale === sourceLocale)) return refuse("sourceLocale");
  if (!isListOfTexts(tags)) return refuse("tags");
  if (id !== null && !isNumber(id)) return refuse("id");
  return { line, id, isPlain: false, draft: { sourceLocale: sourceLocale as Locale, texts, tags } };
}

/** An entry of a plain list, as other sites export it. Its number is that of the other site. */
function toPlainPrompt(
  value: Fields,
  line: number,
  locale: Locale,
  refuse: (field: string | null) => FileRefusal,
): FilePrompt | FileRefusal {
  const given = { ...value, content: value["content"] ?? value["description"] };
  const text = toText(given, refuse);
  if ("code" in text) return text;
  const tags = isListOfTexts(value["tags"]) ? value["tags"] : [];
  return { line, id: null, isPlain: true, draft: { sourceLocale: locale, texts: [{ locale, ...text }], tags } };
}

function toText(value: Fields, refuse: (field: string) => FileRefusal) {
  const { title = "", content = "", remark = null, notes = null } = value;
  if (typeof title !== "string" && title !== null) return refuse("title");
  if (typeof content !== "string" && content !== null) return refuse("content");
  if (typeof remark !== "string" && remark !== null) return refuse("remark");
  if (typeof notes !== "string" && notes !== null) return refuse("notes");
  return { title: title ?? "", content: content ?? "", remark, notes };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLocaleCode(value: unknown): value is Locale {
  return typeof value === "string" && isLocale(value);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
