import { isLocale, type Locale } from "../../../contract/locales";

/** The first of the languages that a browser asks for in which there is a site; null when there is none. */
export function ownLocale(browserLanguages: readonly string[]): Locale | null {
  return browserLanguages.map(primaryLanguage).find(isLocale) ?? null;
}

/** "pt" of "pt-BR" */
export function primaryLanguage(tag: string): string {
  return tag.split("-", 1)[0]?.toLowerCase() ?? "";
}
