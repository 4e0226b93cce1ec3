import { localePath } from "../../contract/locales";
import { useSite } from "./SiteProvider";

/** Addresses of this document's locale, for the router's links. */
export function useLocalePath(): (path: string) => string {
  const { locale } = useSite();
  return (path) => localePath(locale, path);
}
