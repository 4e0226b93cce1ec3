import { localePath, splitLocalePath } from "../../../contract/locales";

const PAGE = /^\/(?:|x|fails|missing|prompt\/[1-9]\d*|docs\/[a-z-]+|user\/|user\/auth)$/;

/** Whether a path is a page of the test site in canonical form. Only the loader knows that "/missing" and "/prompt/404" are not. */
export function isTestPage(pathname: string): boolean {
  const { locale, path } = splitLocalePath(pathname);
  return pathname === localePath(locale, path) && PAGE.test(path);
}
