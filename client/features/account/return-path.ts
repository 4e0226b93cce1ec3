import { splitLocalePath } from "../../../contract/locales";

/** Stands for the site while an address is taken apart. */
const SITE = "https://site.invalid";
/** Pages that one comes from, not back to. */
const PASSING = /^\/(user\/(auth|link|confirm|change-email|stop-email-change)|reset-password)$/;

/**
 * Where to go after signing in: a page of this site, or null. Anybody can write a link with any `return`, so whatever a browser
 * could take for another site's address is none.
 * @param wanted within the base path, with its locale
 */
export function returnPath(wanted: string | null): string | null {
  if (wanted === null || !wanted.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return null;
  const url = URL.canParse(wanted, SITE) ? new URL(wanted, SITE) : null;
  if (url?.origin !== SITE || url.pathname.startsWith("//")) return null;
  return PASSING.test(splitLocalePath(url.pathname).path) ? null : url.pathname + url.search + url.hash;
}
