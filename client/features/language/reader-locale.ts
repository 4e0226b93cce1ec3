import { isLocale, type Locale, FALLBACK_LOCALE } from "../../../contract/locales";
import { readStored, writeStored } from "../../ui/stored";

/** The first of the languages that a browser asks for in which there is a site; null when there is none. */
export function ownLocale(browserLanguages: readonly string[]): Locale | null {
  return browserLanguages.map(primaryLanguage).find(isLocale) ?? null;
}

/** "pt" of "pt-BR" */
function primaryLanguage(tag: string): string {
  return tag.split("-", 1)[0]?.toLowerCase() ?? "";
}

/**
 * The language that a prompt can be flipped to: English; on English pages the reader's last other one, or the first that the
 * browser asks for. Null when there is none to offer.
 */
export function otherLocale(
  page: Locale,
  reader: { lastLocale: string | null; browserLanguages: readonly string[] },
): Locale | null {
  if (page !== FALLBACK_LOCALE) return FALLBACK_LOCALE;
  const wishes = [reader.lastLocale ?? "", ...reader.browserLanguages.map(primaryLanguage)];
  return wishes.filter(isLocale).find((locale) => locale !== FALLBACK_LOCALE) ?? null;
}

const LAST_LOCALE = "polyprompt.last-locale";
const HINT = "polyprompt.language-hint";
const SHOWS_OTHER = "polyprompt.shows-other-language";

/** The last language other than English in which the reader opened a page. */
export function recallLastLocale(): string | null {
  return readStored(LAST_LOCALE);
}

export function rememberLastLocale(locale: Locale): void {
  writeStored(LAST_LOCALE, locale);
}

/** Whether the reader had all prompts in the other language. */
export function recallOther(): boolean {
  return readStored(SHOWS_OTHER) === "yes";
}

export function rememberOther(shows: boolean): void {
  writeStored(SHOWS_OTHER, shows ? "yes" : null);
}

/** Whether the reader has already said in which language the site is wanted. */
export function recallLanguageChosen(): boolean {
  return readStored(HINT) !== null;
}

export function rememberLanguageChosen(): void {
  writeStored(HINT, "done");
}
