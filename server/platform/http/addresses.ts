import { DEFAULT_LOCALE, isLocale, knownSearch, splitLocalePath } from "../../../product.config";

/**
 * The one spelling of a page's path, where that is another one: the default locale has no prefix, a locale's home ends
 * with a slash, as does the account's, and nothing else does.
 * @param pathname within the base path, as it was sent, without the query.
 * @returns the path to redirect to; undefined where the path is as it should be, or is none that could be mended.
 */
export function canonicalPath(pathname: string): string | undefined {
  // "//host/" would lead to another site when it is sent back as a location; "\" is "/" to browsers, and a tab nothing.
  if (/\/\/|[\\\p{Cc}]/u.test(pathname)) return undefined;
  const [, first = "", ...rest] = pathname.split("/");
  if (first === DEFAULT_LOCALE) return canonicalPath(`/${rest.join("/")}`) ?? `/${rest.join("/")}`;
  const isHome = pathname === "/" || (isLocale(first) && rest.join("") === "");
  const isAccount = /^\/user\/?$/.test(splitLocalePath(pathname).path);
  if (isAccount) return pathname.endsWith("/") ? undefined : `${pathname}/`;
  const wanted = isHome ? (first === "" ? "/" : `/${first}/`) : pathname.replace(/\/$/, "");
  return wanted === pathname ? undefined : wanted;
}

/** The address that a page is rendered and kept for: a canonical path with what its page knows of the query. */
export function knownAddress(pathname: string, query: string): string {
  return pathname + knownSearch(splitLocalePath(pathname).path, query);
}
