import { readFileSync } from "node:fs";
import type { Locale } from "../contract/locales";

const catalogs = new Map<Locale, ReadonlyMap<string, string>>();

/** The interface's texts in a language, by the English text in the code. */
export function translate(locale: Locale, message: string, values: Record<string, string | number> = {}): string {
  const catalog = catalogs.get(locale) ?? readCatalog(locale);
  catalogs.set(locale, catalog);
  const translation = catalog.get(message);
  if (!translation) throw new Error(`The catalog of ${locale} does not have: ${message}`);
  return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), translation);
}

const ENTRY = /^msgid ("(?:[^"\\]|\\.)*")\nmsgstr ("(?:[^"\\]|\\.)*")/gm;

function readCatalog(locale: Locale): ReadonlyMap<string, string> {
  const text = (quoted = '""') => JSON.parse(quoted) as string;
  const entries = ["messages", "account", "community", "prompt", "docs"].flatMap((name) => {
    const file = new URL(`../client/locales/${locale}/${name}.po`, import.meta.url);
    const source = readFileSync(file, "utf8").replaceAll('"\n"', "");
    return [...source.matchAll(ENTRY)].map(([, id, translation]) => [text(id), text(translation)] as const);
  });
  return new Map(entries);
}
