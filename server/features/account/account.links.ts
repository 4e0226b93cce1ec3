import { localePath, type Locale } from "../../../contract/locales";
import { PAGES } from "../../../contract/pages";

/** Pages that mails link to. They show a button, so opening one spends no code. The code is in the fragment, which no server, log or referrer sees. */
const PAGES_OF_CODES = {
  "login-link": PAGES.loginLink,
  "confirm-email": PAGES.confirm,
  "change-email": PAGES.changeEmail,
  "stop-email-change": PAGES.stopEmailChange,
  "reset-password": PAGES.resetPassword,
};

/** @param siteUrl from the configuration, never from a request */
export function codeUrl(siteUrl: string, locale: Locale, purpose: keyof typeof PAGES_OF_CODES, code: string): string {
  return `${siteUrl}${localePath(locale, PAGES_OF_CODES[purpose].path)}#${code}`;
}
