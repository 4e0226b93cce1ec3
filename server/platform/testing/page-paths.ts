import { localePath, splitLocalePath } from "../../../contract/locales";

const PAGE = /^\/(?:|x|fails|missing|prompt\/[1-9]\d*|docs\/[a-z-]+|user\/|user\/auth)$/;

/** The paths that are pages of a test's site, exactly spelled. Of "/missing" and "/prompt/404" only the loader knows better. */
export function isTestPage(pathname: string): boolean {
  const { locale, path } = splitLocalePath(pathname);
  return pathname === localePath(locale, path) && PAGE.test(path);
}
