import { isLongerThan } from "../../../contract/graphemes";
import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import { isVisible } from "../../../contract/prompt-text";
import { hasInvalidCharacters } from "../../platform/domain/characters";
import { type FilePlace, type FilePrompt, type FileRefusal, localeOf } from "./file-prompt";
import { madeTitle } from "./made-title";
import { withBlanks } from "./placeholders";

/** How a file is read. */
export interface ReadOptions {
  /** The language of texts that do not name theirs. */
  locale: Locale;
  /** Blanks of other sites, such as `${name}`, stay as they are. */
  keepsPlaceholders: boolean;
}

/** An entry of a file, by the names of its fields in lower case. */
export type Fields = ReadonlyMap<string, unknown>;

const TITLES = ["title", "name", "act"] as const;
/** LibreChat has the text in an object. */
const TEXTS = ["content", "prompt", "text", "productionprompt"] as const;
/** A note beside a text; without one, the text itself. */
const NOTES = ["description", "oneliner"] as const;
const LOCALES = ["locale", "language", "lang"] as const;

/** Names of columns that hold a text. */
export const TEXT_COLUMNS: readonly string[] = ["content", "prompt", "text", "description"];
/** All that are read. */
export const COLUMNS: readonly string[] = [...TITLES, ...TEXT_COLUMNS, ...LOCALES, "remark", "notes", "tags"];

const TAG_SEPARATORS = /[,;，、；\n]/;

/** Of which those that exist here are taken. */
const MAX_TAGS = 200;
const MAX_TAGS_LENGTH = 4000;

export function fieldsOf(value: object): Fields {
  return new Map(Object.entries(value).map(([name, field]) => [name.trim().toLowerCase(), field as unknown]));
}

/** True if an object by itself is a prompt. Any JSON may have a description. */
export function hasText(fields: Fields): boolean {
  return TEXTS.some((name) => textIn(fields.get(name)) !== undefined);
}

/** An entry as other sites and people write it. Its number is that of the other site. */
export function plainPrompt(
  fields: Fields,
  place: FilePlace,
  { locale: otherLocale, keepsPlaceholders }: ReadOptions,
  titleOf: (content: string) => string = madeTitle,
): FilePrompt | FileRefusal {
  const refuse = (field: string): FileRefusal => ({ ...place, code: "UNREADABLE", field });
  const text = readField(fields, TEXTS, textIn);
  const note = readField(fields, NOTES) ?? "";
  const title = readField(fields, TITLES);
  const remark = readField(fields, ["remark"]);
  const notes = readField(fields, ["notes"]);
  if (title === null) return refuse("title");
  if (text === null && note === "") return refuse("content");
  if (remark === null) return refuse("remark");
  if (notes === null) return refuse("notes");
  const given = text || note;
  // Prompts of Open WebUI are called by a command; LibreChat, which has one too, keeps its texts elsewhere.
  const isOpenWebUi = fields.has("command") && fields.has("content");
  const { text: content, blanks } = keepsPlaceholders ? { text: given, blanks: 0 } : withBlanks(given, isOpenWebUi);
  const locale = languageOf(fields) ?? otherLocale;
  const titled = withTitle({ title, content }, place, titleOf);
  if ("code" in titled) return titled;
  const written = { ...titled, ...withNote(remark, notes, text ? note : "") };
  const draft = { sourceLocale: locale, texts: [{ locale, ...written }], tags: tagsOf(fields.get("tags")) };
  return { ...place, id: null, isPlain: true, isNumbered: false, blanks, draft };
}

/** A text with its title, or with one that is made of it. */
export function withTitle(
  { title, content }: { title: string; content: string },
  place: FilePlace,
  titleOf: (content: string) => string = madeTitle,
): { title: string; content: string } | FileRefusal {
  const refuse = (code: FileRefusal["code"]): FileRefusal => ({ ...place, code, field: "content" });
  if (!isVisible(content)) return refuse(hasInvalidCharacters(content) ? "INVALID_CHARACTERS" : "REQUIRED");
  if (isVisible(title)) return { title, content };
  const made = titleOf(content);
  // The title is not to blame.
  return hasInvalidCharacters(made) ? refuse("INVALID_CHARACTERS") : { title: made, content };
}

/** The first of the fields that says something: blank if there is none, null if it is not what it should be. */
function readField(
  fields: Fields,
  names: readonly string[],
  read: (value: unknown) => string | undefined = wordsOf,
): string | null {
  let found: string | null = "";
  for (const name of names) {
    const value = fields.get(name) ?? "";
    const text = read(value);
    if (text !== undefined && isVisible(text)) return text;
    // Of two that are blank, the one that is there.
    found = text === undefined || found === null ? null : found || text;
  }
  return found;
}

function textIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return wordsOf(value);
  const fields = fieldsOf(value);
  return TEXTS.map((name) => wordsOf(fields.get(name))).find((text) => text !== undefined);
}

/** Of a number too: a book may be called 1984, and programs that write JSON do not ask. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

function withNote(remark: string, notes: string, note: string): { remark: string | null; notes: string | null } {
  if (!isVisible(note)) return { remark, notes };
  const isShort = !note.trim().includes("\n") && !isLongerThan(note.trim(), LIMITS.promptRemark);
  if (!isVisible(remark) && isShort) return { remark: note, notes };
  return { remark, notes: isVisible(notes) ? `${notes}\n\n${note}` : note };
}

/** Also of a country's, such as `en-GB`. */
function languageOf(fields: Fields): Locale | undefined {
  const named = LOCALES.map((name) => fields.get(name)).find((value) => typeof value === "string" && value !== "");
  return typeof named === "string" ? localeOf(named.trim().split(/[-_]/)[0]) : undefined;
}

function tagsOf(value: unknown): string[] {
  if (typeof value === "string") return value.slice(0, MAX_TAGS_LENGTH).split(TAG_SEPARATORS);
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value.slice(0, MAX_TAGS) : [];
}
