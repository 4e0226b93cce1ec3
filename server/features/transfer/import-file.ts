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
import { countOf, refuseManySigns } from "./count-of";
import { csvEntries } from "./csv-file";
import { ImportFailedError } from "./import-failure";

/** Where an entry stands. */
export interface FilePlace {
  /** Null in JSON. */
  line: number | null;
  /** Which one of its list it is, from 1 on. */
  entry: number;
}

/** A prompt of the file, of the right shape; whether its words may be stored is asked later. */
export interface FilePrompt extends FilePlace {
  /** Its number in the account that was exported. */
  id: number | null;
  draft: PromptDraft;
  /** From another site: its tags are taken as far as this one has them. */
  isPlain: boolean;
}

export interface FileRefusal extends FilePlace {
  code: RefusalCode;
  field: string | null;
}

export interface ImportFile {
  prompts: (FilePrompt | FileRefusal)[];
  favorites: (FilePlace & { id: number })[];
  refusedFavorites: FileRefusal[];
  /** The address of the site that wrote it, if it says so. */
  site: string | null;
}

export function isRefusal(entry: FilePrompt | FileRefusal): entry is FileRefusal {
  return "code" in entry;
}

/**
 * @param locale the language of texts that do not name theirs
 * @throws ImportFailedError
 */
export async function readImportFile(bytes: Uint8Array, format: ImportFormat, locale: Locale): Promise<ImportFile> {
  const file: ImportFile = { prompts: [], favorites: [], refusedFavorites: [], site: null };
  const text = textOf(bytes);
  if (format === "csv") await readCsv(text, locale, file);
  else readJson(text, locale, file);
  return file;
}

/** The text of a file, without its byte order mark, and with plain line breaks. @throws ENCODING unless it is UTF-8 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    throw new ImportFailedError("ENCODING");
  }
}

async function readCsv(text: string, locale: Locale, file: ImportFile): Promise<void> {
  for await (const { line, act, prompt } of csvEntries(text)) {
    const texts = [{ locale, title: act, content: prompt, remark: null, notes: null }];
    const draft = { sourceLocale: locale, texts, tags: [] };
    addPrompt(file, { line, entry: file.prompts.length + 1, id: null, isPlain: true, draft });
  }
}

function readJson(text: string, locale: Locale, file: ImportFile): void {
  const parsed = parseJson(text);
  if (Array.isArray(parsed)) {
    addPrompts(file, parsed, locale);
    return;
  }
  if (!isObject(parsed)) throw new ImportFailedError("UNREADABLE_FILE");
  const { format, version = EXPORT_VERSION, site, prompts, favorites } = parsed;
  const isOurs = format === EXPORT_FORMAT;
  if (version !== EXPORT_VERSION) {
    const isNewer = isOurs && typeof version === "number" && version > EXPORT_VERSION;
    throw new ImportFailedError(isNewer ? "NEWER_FORMAT" : "UNREADABLE_FILE");
  }
  if (typeof site === "string") file.site = site;
  if (Array.isArray(prompts)) addPrompts(file, prompts, locale);
  if (Array.isArray(favorites)) for (const favorite of favorites as unknown[]) addFavorite(file, favorite);
  // A list of prompts may be empty, but an object has to say what it is.
  if (!isOurs && file.prompts.length === 0) throw new ImportFailedError("NO_PROMPTS");
}

function parseJson(text: string): unknown {
  refuseManySigns(/[[{]/g, text);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // V8 names the position of most mistakes.
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const end = /end of JSON/.test(String(error)) ? text.length : position;
    const line = end === undefined ? null : countOf(/\n/g, text.slice(0, Number(end))) + 1;
    throw new ImportFailedError("UNREADABLE_FILE", line);
  }
}

function addPrompts(file: ImportFile, values: readonly unknown[], locale: Locale): void {
  for (const [index, value] of values.entries())
    addPrompt(file, toPrompt(value, { line: null, entry: index + 1 }, locale));
}

function addPrompt(file: ImportFile, entry: FilePrompt | FileRefusal): void {
  if (file.prompts.push(entry) > TRANSFER_LIMITS.prompts)
    throw new ImportFailedError("TOO_MANY", entry.line, TRANSFER_LIMITS.prompts);
}

function addFavorite(file: ImportFile, value: unknown): void {
  const id = numberOf(value);
  const place = { line: null, entry: file.favorites.length + file.refusedFavorites.length + 1 };
  if (id !== undefined) file.favorites.push({ ...place, id });
  else file.refusedFavorites.push({ ...place, code: "UNREADABLE", field: "favorites" });
  if (place.entry > TRANSFER_LIMITS.favorites) throw new ImportFailedError("TOO_MANY", null, TRANSFER_LIMITS.favorites);
}

/** The number of a prompt, as the database has it, of its id. Older files have the number itself. */
function numberOf(id: unknown): number | undefined {
  const number = typeof id === "string" && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : id;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function toPrompt(value: unknown, place: FilePlace, locale: Locale): FilePrompt | FileRefusal {
  const refuse = (field: string | null): FileRefusal => ({ ...place, code: "UNREADABLE", field });
  if (!isObject(value)) return refuse(null);
  return Array.isArray(value["texts"])
    ? toOwnPrompt(value, place, refuse)
    : toPlainPrompt(value, place, locale, refuse);
}

/** An entry of our export. */
function toOwnPrompt(
  value: Fields,
  place: FilePlace,
  refuse: (field: string | null) => FileRefusal,
): FilePrompt | FileRefusal {
  const texts: (WrittenText & { locale: Locale })[] = [];
  for (const text of value["texts"] as unknown[]) {
    const locale = isObject(text) ? localeOf(text["locale"]) : undefined;
    if (!isObject(text) || !locale) return refuse("texts");
    const written = toText(text, refuse);
    if ("code" in written) return written;
    if (texts.some((other) => other.locale === locale)) return refuse("texts");
    texts.push({ locale, ...written });
  }
  const [first] = texts;
  if (!first) return { ...place, code: "REQUIRED", field: "texts" };
  const { tags = [] } = value;
  const sourceLocale = localeOf(value["sourceLocale"] ?? first.locale);
  if (!sourceLocale || !texts.some((text) => text.locale === sourceLocale)) return refuse("sourceLocale");
  if (!isListOfTexts(tags)) return refuse("tags");
  const id = numberOf(value["id"]) ?? null;
  if (id === null && (value["id"] ?? null) !== null) return refuse("id");
  return { ...place, id, isPlain: false, draft: { sourceLocale, texts, tags } };
}

/** An entry of a plain list, as other sites export it. Its number is that of the other site. */
function toPlainPrompt(
  value: Fields,
  place: FilePlace,
  locale: Locale,
  refuse: (field: string | null) => FileRefusal,
): FilePrompt | FileRefusal {
  const given = { ...value, content: value["content"] ?? value["description"] };
  const text = toText(given, refuse);
  if ("code" in text) return text;
  const tags = isListOfTexts(value["tags"]) ? value["tags"] : [];
  return { ...place, id: null, isPlain: true, draft: { sourceLocale: locale, texts: [{ locale, ...text }], tags } };
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

/** In either case: GraphQL's are in capitals. */
export function localeOf(value: unknown): Locale | undefined {
  const code = typeof value === "string" ? value.toLowerCase() : "";
  return isLocale(code) ? code : undefined;
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
