import { FALLBACK_LOCALE, isLocale, type Locale } from "../../../contract/locales";
import { primaryLanguage } from "./own-locale";

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
