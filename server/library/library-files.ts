import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCALE_CODES, type Locale } from "../../contract/locales";
import { projectRoot } from "../platform/config/project-root";

export interface CatalogueEntry {
  id: number;
  tags: string[];
}

export interface LibraryTag {
  label: string;
  description: string;
  /** Hash of the English text that this translates; absent in English. */
  sourceHash?: string;
}

export interface LibraryText {
  title: string;
  remark: string;
  content: string;
  notes?: string;
  /** What else people type who need it, in this language. Not shown, and no translation of the English. */
  search?: string[];
  sourceHash?: string;
}

export interface LocaleFile {
  tags: Record<string, LibraryTag>;
  prompts: Record<string, LibraryText>;
}

export interface Library {
  catalogue: CatalogueEntry[];
  locales: ReadonlyMap<Locale, LocaleFile>;
  /** The numbers of the prompts whose text in a language is complete. Other texts in the file are drafts. */
  complete: ReadonlyMap<Locale, ReadonlySet<number>>;
  /** Changes whenever any of the files does. */
  fingerprint: string;
}

export const LIBRARY_DIRECTORY = join(projectRoot(), "server/library");

/** First and last number, inclusive. */
type Range = [number, number];

/** Reads catalogue.json, complete.json and the thirteen text files. `checkLibrary` validates them. */
export async function readLibrary(directory = LIBRARY_DIRECTORY): Promise<Library> {
  const names = ["catalogue", "complete", ...LOCALE_CODES];
  const sources = await Promise.all(names.map((name) => readFile(join(directory, `${name}.json`), "utf8")));
  const hash = createHash("sha256");
  for (const source of sources) hash.update(source).update("\0");
  const [catalogue, complete, ...files] = sources.map((source) => JSON.parse(source) as unknown);
  return {
    catalogue: catalogue as CatalogueEntry[],
    locales: new Map(LOCALE_CODES.map((locale, index) => [locale, files[index] as LocaleFile])),
    complete: new Map(
      Object.entries(complete as Record<Locale, Range[]>).map(([locale, ranges]) => [
        locale as Locale,
        new Set(ranges.flatMap(numbersOf)),
      ]),
    ),
    fingerprint: hash.digest("hex"),
  };
}

function numbersOf([first, last]: Range): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The texts that the site shows in a language, by number. */
export function completeTexts({ locales, complete }: Library, locale: Locale): Record<string, LibraryText> {
  const numbers = complete.get(locale);
  const texts = Object.entries(locales.get(locale)?.prompts ?? {});
  return Object.fromEntries(texts.filter(([id]) => numbers?.has(Number(id))));
}

/** The `sourceHash` of a translation that is up to date with this English text. */
export function sourceHash(source: LibraryTag | LibraryText): string {
  const words =
    "content" in source
      ? [source.title, source.remark, source.content, source.notes ?? ""]
      : [source.label, source.description];
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 12);
}
