import { PREVIEW_PICTURE } from "../../../contract/link-preview";
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
  /** The address of a picture of the page, as `PREVIEW_PICTURE` describes it; else the icon stands for the page. */
  picture?: string;
}

export interface HeadData {
  title: string;
  meta: { name?: string; property?: string; content: string }[];
  canonical: string | null;
  alternates: { hrefLang: string; href: string }[];
}

/** About as much as search engines show. */
const DESCRIPTION_LENGTH = 160;

export function headData({ locale, siteUrl, path, title, description, type, noindex, picture }: HeadInput): HeadData {
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
      ...(picture === undefined ? icon(siteUrl) : pictureMeta(picture, title)),
      { property: "og:locale", content: localeInfo(locale).openGraph },
      ...LOCALES.filter(({ code }) => code !== locale).map(({ openGraph }) => ({
        property: "og:locale:alternate",
        content: openGraph,
      })),
      { name: "twitter:card", content: picture === undefined ? "summary" : "summary_large_image" },
    ],
  };
}

function icon(siteUrl: string): HeadData["meta"] {
  return imageMeta(`${siteUrl}/icons/icon-512.png`, 512, 512);
}

function pictureMeta(url: string, title: string): HeadData["meta"] {
  const { width, height } = PREVIEW_PICTURE;
  return [...imageMeta(url, width, height), { property: "og:image:alt", content: title }];
}

function imageMeta(url: string, width: number, height: number): HeadData["meta"] {
  return [
    { property: "og:image", content: url },
    { property: "og:image:width", content: String(width) },
    { property: "og:image:height", content: String(height) },
  ];
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
