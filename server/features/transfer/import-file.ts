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

/** Where an entry stands. */
export interface FilePlace {
  line: number;
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
    addPrompt(file, {
      ...placeOfPrompt(file, line),
      id: null,
      isPlain: true,
      draft: { sourceLocale: locale, texts, tags: [] },
    });
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
      const { fault, value } = entry;
      const place = placeOfPrompt(file, entry.line);
      addPrompt(file, fault ? { ...place, code: fault, field: null } : toPrompt(value, place, locale));
    }
  }
  // A list of prompts may be empty, but an object has to say what it is.
  if (isObject && !isOurs && file.prompts.length === 0) throw new ImportFailedError("NO_PROMPTS", 1);
}

function addPrompt(file: ImportFile, entry: FilePrompt | FileRefusal): void {
  if (file.prompts.push(entry) > TRANSFER_LIMITS.prompts)
    throw new ImportFailedError("TOO_MANY", entry.line, TRANSFER_LIMITS.prompts);
}

function placeOfPrompt({ prompts }: ImportFile, line: number): FilePlace {
  return { line, entry: prompts.length + 1 };
}

function addFavorite(file: ImportFile, line: number, value: unknown): void {
  const id = numberOf(value);
  const place = { line, entry: file.favorites.length + file.refusedFavorites.length + 1 };
  if (id !== undefined) file.favorites.push({ ...place, id });
  else file.refusedFavorites.push({ ...place, code: "UNREADABLE", field: "favorites" });
  if (place.entry > TRANSFER_LIMITS.favorites) throw new ImportFailedError("TOO_MANY", line, TRANSFER_LIMITS.favorites);
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
