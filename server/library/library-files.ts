import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCALE_CODES, type Locale } from "../../product.config";
import { projectRoot } from "../platform/config/project-root";

export interface CatalogueEntry {
  id: number;
  tags: string[];
}

export interface LibraryTag {
  label: string;
  description: string;
  /** The English words that this is a translation of; absent in English. */
  sourceHash?: string;
}

export interface LibraryText {
  title: string;
  remark: string;
  content: string;
  notes?: string;
  sourceHash?: string;
}

export interface LocaleFile {
  tags: Record<string, LibraryTag>;
  prompts: Record<string, LibraryText>;
}

export interface Library {
  catalogue: CatalogueEntry[];
  locales: ReadonlyMap<Locale, LocaleFile>;
  /** Changes whenever any of the files does. */
  fingerprint: string;
}

export const LIBRARY_DIRECTORY = join(projectRoot(), "server/library");

/** Reads catalogue.json and the thirteen files of texts. What they must satisfy is the library check's business. */
export async function readLibrary(directory = LIBRARY_DIRECTORY): Promise<Library> {
  const names = ["catalogue", ...LOCALE_CODES];
  const sources = await Promise.all(names.map((name) => readFile(join(directory, `${name}.json`), "utf8")));
  const hash = createHash("sha256");
  for (const source of sources) hash.update(source).update("\0");
  const [catalogue, ...files] = sources.map((source) => JSON.parse(source) as unknown);
  return {
    catalogue: catalogue as CatalogueEntry[],
    locales: new Map(LOCALE_CODES.map((locale, index) => [locale, files[index] as LocaleFile])),
    fingerprint: hash.digest("hex"),
  };
}

/** What a translation's `sourceHash` must be for it to be up to date with the English words. */
export function sourceHash(source: LibraryTag | LibraryText): string {
  const words =
    "content" in source
      ? [source.title, source.remark, source.content, source.notes ?? ""]
      : [source.label, source.description];
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 12);
}
