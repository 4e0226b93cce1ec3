import { localePath, type Locale } from "../../../product.config";

/** Pages behind links in mails. They show a button: opening one spends nothing. The code stands behind "#", where no server, log or referrer sees it. */
const PAGES = {
  "login-link": "/user/link",
  "confirm-email": "/user/confirm",
  "change-email": "/user/change-email",
  "stop-email-change": "/user/stop-email-change",
  "reset-password": "/reset-password",
} as const;

/** @param siteUrl from the configuration, never from a request */
export function codeUrl(siteUrl: string, locale: Locale, purpose: keyof typeof PAGES, code: string): string {
  return `${siteUrl}${localePath(locale, PAGES[purpose])}#${code}`;
}
