/** The single list of the site's languages, in the order of every language menu. */
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

/** Texts fall back to it, and every search includes it. */
export const FALLBACK_LOCALE: Locale = "en";

export function isLocale(value: string): value is Locale {
  return (LOCALE_CODES as readonly string[]).includes(value);
}

export function localeInfo(code: Locale): (typeof LOCALES)[number] {
  const info = LOCALES.find((locale) => locale.code === code);
  if (!info) throw new RangeError(`Unknown locale: ${code}`);
  return info;
}

/** The locale for numbers and dates. JavaScript engines disagree about the digits of "ar", but server and browser must agree. */
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
 * Splits a path into its locale and the rest; the inverse of `localePath`. The rest begins with exactly one slash: with two, a link
 * to it would lead to another site.
 */
export function splitLocalePath(pathname: string): { locale: Locale; path: string } {
  const [, first = ""] = pathname.split("/", 2);
  const isPrefix = isLocale(first) && first !== DEFAULT_LOCALE;
  const path = isPrefix ? pathname.slice(first.length + 1) : pathname;
  return { locale: isPrefix ? first : DEFAULT_LOCALE, path: path.replace(/^\/*/, "/") };
}
