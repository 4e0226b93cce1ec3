import { setImmediate as nextTurn } from "node:timers/promises";
import type { WrittenText } from "../../../contract/prompt-text";
import { EXPORT_FORMAT, EXPORT_VERSION, TRANSFER_LIMITS } from "../../../contract/transfer";
import { countOf, refuseManySigns } from "./count-of";
import {
  type FilePlace,
  type FilePrompt,
  type FileRefusal,
  type FileText,
  type ImportFile,
  localeOf,
} from "./file-prompt";
import { ImportFailedError } from "./import-failure";
import { fieldsOf, hasText, plainPrompt, type ReadOptions, withTitle } from "./plain-prompt";

type JsonObject = Readonly<Record<string, unknown>>;

/** Between two batches other requests have their turns. */
const BATCH_LINES = 500;

/** An export, a list, an object with a list, a prompt, or JSON lines. @throws ImportFailedError */
export async function readJson(text: string, options: ReadOptions, file: ImportFile): Promise<void> {
  refuseManySigns(/[[{]/g, text);
  const parsed = parseJson(text);
  if (parsed instanceof ImportFailedError) {
    const lines = text.trimStart().startsWith("{") ? await jsonLines(text) : undefined;
    if (!lines) throw parsed;
    for (const { line, value } of lines) addPrompt(file, value, options, line);
  } else if (Array.isArray(parsed)) {
    addPrompts(file, parsed, options);
  } else if (isObject(parsed)) {
    readObject(parsed, options, file);
  } else {
    throw new ImportFailedError("UNREADABLE_FILE");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // V8 names the position of most mistakes.
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const end = /end of JSON/.test(String(error)) ? text.length : position;
    const line = end === undefined ? null : countOf(/\n/g, text.slice(0, Number(end))) + 1;
    return new ImportFailedError("UNREADABLE_FILE", line);
  }
}

interface JsonLine {
  line: number;
  /** Undefined if it is no JSON. */
  value: unknown;
}

/** The lines of a text that is not JSON as a whole; undefined unless most of them are objects, as a cut-off file has some too. */
async function jsonLines(text: string): Promise<JsonLine[] | undefined> {
  const lines: JsonLine[] = [];
  let objects = 0;
  for (const [index, each] of text.split("\n").entries()) {
    if (each.trim() === "") continue;
    if (lines.length % BATCH_LINES === 0) await nextTurn();
    const parsed = parseJson(each);
    const value = parsed instanceof ImportFailedError ? undefined : parsed;
    if (isObject(value)) objects += 1;
    // One more than a file may have.
    if (lines.push({ line: index + 1, value }) > TRANSFER_LIMITS.prompts) break;
  }
  return objects > lines.length / 2 ? lines : undefined;
}

function readObject(object: JsonObject, options: ReadOptions, file: ImportFile): void {
  const { format, version = EXPORT_VERSION, site, prompts, promptGroups, favorites } = object;
  const isOurs = format === EXPORT_FORMAT;
  if (isOurs && version !== EXPORT_VERSION) {
    const isNewer = typeof version === "number" && version > EXPORT_VERSION;
    throw new ImportFailedError(isNewer ? "NEWER_FORMAT" : "UNREADABLE_FILE");
  }
  if (typeof site === "string") file.site = site;
  // LibreChat's API has groups of versions of a prompt.
  const list = [prompts, promptGroups].find(Array.isArray) as unknown[] | undefined;
  if (list) addPrompts(file, list, isOurs ? { ...options, keepsPlaceholders: true } : options);
  else if (!isOurs && (Array.isArray(object["texts"]) || hasText(fieldsOf(object)))) addPrompt(file, object, options);
  if (Array.isArray(favorites)) for (const favorite of favorites as unknown[]) addFavorite(file, favorite);
  // A list of prompts may be empty, but an object has to say what it is.
  if (!isOurs && file.prompts.length === 0) throw new ImportFailedError("NO_PROMPTS");
}

function addPrompts(file: ImportFile, values: readonly unknown[], options: ReadOptions): void {
  for (const value of values) addPrompt(file, value, options);
}

function addPrompt(file: ImportFile, value: unknown, options: ReadOptions, line: number | null = null): void {
  const place = { line, entry: file.prompts.length + 1, file: null };
  if (!isObject(value)) file.add({ ...place, code: "UNREADABLE", field: null });
  else if (Array.isArray(value["texts"])) file.add(ownPrompt(value, place));
  else file.add(plainPrompt(fieldsOf(value), place, options));
}

function addFavorite(file: ImportFile, value: unknown): void {
  const id = numberOf(value);
  const place = { line: null, entry: file.favorites.length + file.refusedFavorites.length + 1, file: null };
  if (id !== undefined) file.favorites.push({ ...place, id });
  else file.refusedFavorites.push({ ...place, code: "UNREADABLE", field: "favorites" });
  if (place.entry > TRANSFER_LIMITS.favorites) throw new ImportFailedError("TOO_MANY", null, TRANSFER_LIMITS.favorites);
}

/** The number of a prompt, as the database has it, of its id. Older files have the number itself. */
function numberOf(id: unknown): number | undefined {
  const number = typeof id === "string" && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : id;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

/** An entry of our export. */
function ownPrompt(value: JsonObject, place: FilePlace): FilePrompt | FileRefusal {
  const refuse = (field: string): FileRefusal => ({ ...place, code: "UNREADABLE", field });
  const texts: FileText[] = [];
  for (const text of value["texts"] as unknown[]) {
    const locale = isObject(text) ? localeOf(text["locale"]) : undefined;
    if (!isObject(text) || !locale) return refuse("texts");
    const written = ownText(text, place, refuse);
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
  return { ...place, id, isPlain: false, isNumbered: true, blanks: 0, draft: { sourceLocale, texts, tags } };
}

function ownText(
  value: JsonObject,
  place: FilePlace,
  refuse: (field: string) => FileRefusal,
): WrittenText | FileRefusal {
  const { title = "", content = "", remark = null, notes = null } = value;
  if (typeof title !== "string" && title !== null) return refuse("title");
  if (typeof content !== "string" && content !== null) return refuse("content");
  if (typeof remark !== "string" && remark !== null) return refuse("remark");
  if (typeof notes !== "string" && notes !== null) return refuse("notes");
  const titled = withTitle({ title: title ?? "", content: content ?? "" }, place);
  return "code" in titled ? titled : { ...titled, remark, notes };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
