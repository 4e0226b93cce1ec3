import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FALLBACK_LOCALE, isLocale } from "../../contract/locales";
import { LIBRARY_DIRECTORY, type LibraryTag, type LibraryText, readLibrary, sourceHash } from "./library-files";

/**
 * Records in translations which English text they translate: `npm run library:stamp -- <locale> [prompt number or tag …]`.
 * Without numbers or tags it stamps only entries without a stamp, so that it cannot hide a stale translation.
 */
export async function stamp([locale = "", ...keys]: readonly string[]): Promise<string> {
  if (!isLocale(locale) || locale === FALLBACK_LOCALE)
    throw new Error("Usage: npm run library:stamp -- <locale> [prompt number or tag …]");
  const { locales } = await readLibrary();
  const source = locales.get(FALLBACK_LOCALE);
  const file = locales.get(locale);
  if (!source || !file) throw new Error(`There are no texts in ${locale}.`);
  let stamped = 0;
  for (const kind of ["tags", "prompts"] as const) {
    const entries: Record<string, LibraryTag | LibraryText> = file[kind];
    for (const [key, entry] of Object.entries(entries)) {
      const original = source[kind][key];
      const wanted = keys.length > 0 ? keys.includes(key) : entry.sourceHash === undefined;
      if (!original || !wanted) continue;
      entry.sourceHash = sourceHash(original);
      stamped += 1;
    }
  }
  await writeFile(join(LIBRARY_DIRECTORY, `${locale}.json`), `${JSON.stringify(file, null, 2)}\n`);
  return `${locale}: stamped ${String(stamped)}`;
}
