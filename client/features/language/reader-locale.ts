import { isLocale, type Locale, FALLBACK_LOCALE } from "../../../contract/locales";
import { readStored, writeStored } from "../../ui/local-storage";

/** The first of the browser's languages that the site has; null if there is none. */
export function preferredLocale(browserLanguages: readonly string[]): Locale | null {
  return browserLanguages.map(primaryLanguage).find(isLocale) ?? null;
}

/** "pt" of "pt-BR" */
function primaryLanguage(tag: string): string {
  return tag.split("-", 1)[0]?.toLowerCase() ?? "";
}

/**
 * The language that prompts can switch to: English or, on English pages, the reader's last other language, else the first of the
 * browser's languages that the site has. Null if there is none.
 */
export function otherLocale(
  page: Locale,
  reader: { lastLocale: string | null; browserLanguages: readonly string[] },
): Locale | null {
  if (page !== FALLBACK_LOCALE) return FALLBACK_LOCALE;
  const candidates = [reader.lastLocale ?? "", ...reader.browserLanguages.map(primaryLanguage)];
  return candidates.filter(isLocale).find((locale) => locale !== FALLBACK_LOCALE) ?? null;
}

const LAST_LOCALE = "polyprompt.last-locale";
const HINT = "polyprompt.language-hint";
const PROMPT_LOCALE = "polyprompt.prompt-language";

/** The last language other than English in which the reader opened a page. */
export function recallLastLocale(): string | null {
  return readStored(LAST_LOCALE);
}

export function rememberLastLocale(locale: Locale): void {
  writeStored(LAST_LOCALE, locale);
}

/** The language to which the reader switched all prompts; null if prompts follow the page. */
export function recallPromptLocale(): string | null {
  return readStored(PROMPT_LOCALE);
}

export function rememberPromptLocale(locale: Locale | null): void {
  writeStored(PROMPT_LOCALE, locale);
}

/** Whether the reader has chosen a language or dismissed the offer. */
export function recallLanguageChosen(): boolean {
  return readStored(HINT) !== null;
}

export function rememberLanguageChosen(): void {
  writeStored(HINT, "done");
}
