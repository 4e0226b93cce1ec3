import { useLocation } from "react-router-dom";
import { knownSearch } from "../../../contract/pages";
import { type Locale, localePath, splitLocalePath } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";

/**
 * The address of this page, with what it knows of its query, in another language: for plain links, because another language is
 * another document. Where nothing is found it is that language's home page.
 */
export function useLanguageAddress(): (locale: Locale) => string {
  const { basePath, notFoundAt } = useSite();
  const { pathname, search: query } = useLocation();
  const [path, search] = pathname === notFoundAt ? ["/", ""] : [splitLocalePath(pathname).path, query];
  return (locale) => `${basePath}${localePath(locale, path)}${knownSearch(path, search)}`;
}
