import { DEFAULT_LOCALE, type Locale, localePath } from "../../../contract/locales";
import type { RequestContext } from "./context";

/** The argument of fields that have the address of a page. */
export const PAGE_LOCALE = {
  nullable: true,
  description: "The language of the page; the site's default, if null.",
} as const;

/** The address of one of the site's pages, whole. @param path within a locale */
export function pageUrl(
  { siteUrl }: Pick<RequestContext, "siteUrl">,
  locale: Locale | null | undefined,
  path: string,
): string {
  return siteUrl + localePath(locale ?? DEFAULT_LOCALE, path);
}
