/** The site's languages, the only list of them. The order is that of every language menu. */
export const LOCALES = [
  { code: "en", name: "English", dir: "ltr", openGraph: "en_US" },
  { code: "zh", name: "中文", dir: "ltr", openGraph: "zh_CN" },
  { code: "ja", name: "日本語", dir: "ltr", openGraph: "ja_JP" },
  { code: "ko", name: "한국어", dir: "ltr", openGraph: "ko_KR" },
  { code: "es", name: "Español", dir: "ltr", openGraph: "es_ES" },
  { code: "fr", name: "Français", dir: "ltr", openGraph: "fr_FR" },
  { code: "de", name: "Deutsch", dir: "ltr", openGraph: "de_DE" },
  { code: "it", name: "Italiano", dir: "ltr", openGraph: "it_IT" },
  { code: "ru", name: "Русский", dir: "ltr", openGraph: "ru_RU" },
  { code: "pt", name: "Português", dir: "ltr", openGraph: "pt_BR" },
  { code: "hi", name: "हिन्दी", dir: "ltr", openGraph: "hi_IN" },
  { code: "ar", name: "العربية", dir: "rtl", openGraph: "ar_AR" },
  { code: "bn", name: "বাংলা", dir: "ltr", openGraph: "bn_BD" },
] as const;

export type Locale = (typeof LOCALES)[number]["code"];

export const LOCALE_CODES: readonly Locale[] = LOCALES.map((locale) => locale.code);

/** Served without a prefix. */
export const DEFAULT_LOCALE: Locale = "zh";

/** Texts fall back to it, and every search looks in it too. */
export const FALLBACK_LOCALE: Locale = "en";

export function isLocale(value: string): value is Locale {
  return (LOCALE_CODES as readonly string[]).includes(value);
}

export function localeInfo(code: Locale): (typeof LOCALES)[number] {
  const found = LOCALES.find((locale) => locale.code === code);
  if (!found) throw new RangeError(`Unknown locale: ${code}`);
  return found;
}

/** The locale for numbers and dates: engines disagree about the digits of plain "ar"; server and browser must not. */
export function numberLocale(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : locale;
}

/**
 * The address of a page in a locale, without the base path.
 * @param path the page's path within a locale, with a leading slash ("/", "/prompt/7").
 */
export function localePath(locale: Locale, path: string): string {
  return locale === DEFAULT_LOCALE ? path : `/${locale}${path}`;
}

/**
 * The locale of a path and the rest of it; the reverse of `localePath`. The rest begins with one slash: with two, a link to it
 * would lead to another site.
 */
export function splitLocalePath(pathname: string): { locale: Locale; path: string } {
  const [, first = ""] = pathname.split("/", 2);
  const isPrefix = isLocale(first) && first !== DEFAULT_LOCALE;
  const path = isPrefix ? pathname.slice(first.length + 1) : pathname;
  return { locale: isPrefix ? first : DEFAULT_LOCALE, path: path.replace(/^\/*/, "/") };
}
