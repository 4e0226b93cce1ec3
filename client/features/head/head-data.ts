import { DEFAULT_LOCALE, LOCALES, type Locale, localeInfo, localePath } from "../../../contract/locales";
import { PRODUCT_NAME } from "../../../contract/product";

export interface HeadInput {
  locale: Locale;
  /** The origin and the base path. */
  siteUrl: string;
  /** The page's path within a locale, without a query: filtered and later pages are views of the same list. */
  path: string;
  title: string;
  description: string;
  type: "website" | "article";
  noindex: boolean;
}

export interface HeadData {
  title: string;
  meta: { name?: string; property?: string; content: string }[];
  canonical: string | null;
  alternates: { hrefLang: string; href: string }[];
}

/** About as much as search engines show. */
const DESCRIPTION_LENGTH = 160;

export function headData({ locale, siteUrl, path, title, description, type, noindex }: HeadInput): HeadData {
  const address = (code: Locale) => `${siteUrl}${localePath(code, path)}`;
  const summary = shorten(description, DESCRIPTION_LENGTH);
  const canonical = address(locale);
  return {
    title: title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`,
    canonical,
    alternates: [
      ...LOCALES.map(({ code }) => ({ hrefLang: code, href: address(code) })),
      { hrefLang: "x-default", href: address(DEFAULT_LOCALE) },
    ],
    meta: [
      { name: "description", content: summary },
      ...(noindex ? [{ name: "robots", content: "noindex, follow" }] : []),
      { property: "og:site_name", content: PRODUCT_NAME },
      { property: "og:type", content: type },
      { property: "og:title", content: title },
      { property: "og:description", content: summary },
      { property: "og:url", content: canonical },
      { property: "og:image", content: `${siteUrl}/icons/icon-512.png` },
      { property: "og:image:width", content: "512" },
      { property: "og:image:height", content: "512" },
      { property: "og:locale", content: localeInfo(locale).openGraph },
      ...LOCALES.filter(({ code }) => code !== locale).map(({ openGraph }) => ({
        property: "og:locale:alternate",
        content: openGraph,
      })),
      { name: "twitter:card", content: "summary" },
    ],
  };
}

/** The head of a page that search engines should not index, without canonical URL and alternates. */
export function unlistedHeadData(title: string): HeadData {
  return {
    title: `${title} · ${PRODUCT_NAME}`,
    canonical: null,
    alternates: [],
    meta: [{ name: "robots", content: "noindex" }],
  };
}

/** Truncates between words if the script separates them, and never within a code point. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const letters = [...line];
  if (letters.length <= length) return line;
  const start = letters.slice(0, length - 1).join("");
  const space = start.lastIndexOf(" ");
  return `${(space > start.length / 2 ? start.slice(0, space) : start).replace(/[\s,;:，、；：،؛]+$/u, "")}…`;
}
