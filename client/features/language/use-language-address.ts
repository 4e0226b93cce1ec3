import { useLocation } from "react-router-dom";
import { knownSearch, type Locale, localePath, splitLocalePath } from "../../../product.config";
import { useSite } from "../../i18n/SiteProvider";

/** The address of this page, with what it knows of its query, in another language: for plain links, because another language is another document. */
export function useLanguageAddress(): (locale: Locale) => string {
  const { basePath } = useSite();
  const { pathname, search } = useLocation();
  const { path } = splitLocalePath(pathname);
  return (locale) => `${basePath}${localePath(locale, path)}${knownSearch(path, search)}`;
}
