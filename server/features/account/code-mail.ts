import type { EntityManager } from "typeorm";
import type { Locale } from "../../../contract/locales";
import { queueMail } from "../../platform/mail/queue-mail";
import { codeUrl } from "./account.links";
import type { Account } from "./account.reader";
import { CODE_SECONDS } from "./code-purposes";
import { codeMailKey, createCode } from "./code.service";

type CodeMail = "login-link" | "reset-password" | "confirm-email" | "delete-account" | "stop-email-change";

/** Creates a code and mails it to the account's current address. @param newAddress for an email change; masked */
export async function mailCode(
  manager: EntityManager,
  purpose: CodeMail,
  { userId, username, email, emailKey }: Pick<Account, "userId" | "username" | "email" | "emailKey">,
  { locale, siteUrl, newAddress = "" }: { locale: Locale; siteUrl: string; newAddress?: string },
): Promise<void> {
  const code = await createCode(manager, { userId, purpose, sentTo: emailKey });
  const seconds = CODE_SECONDS[purpose];
  const [minutes, hours] = [seconds / 60, seconds / 3600];
  const recipient = { to: email, locale };
  const key = codeMailKey(userId, purpose);
  switch (purpose) {
    case "login-link": {
      const url = codeUrl(siteUrl, locale, purpose, code);
      return queueMail(manager, { ...recipient, kind: purpose, data: { username, url, minutes } }, key);
    }
    case "reset-password": {
      const url = codeUrl(siteUrl, locale, purpose, code);
      return queueMail(manager, { ...recipient, kind: purpose, data: { username, url, code, minutes } }, key);
    }
    case "confirm-email": {
      const url = codeUrl(siteUrl, locale, purpose, code);
      return queueMail(manager, { ...recipient, kind: purpose, data: { username, url, hours } }, key);
    }
    case "delete-account":
      return queueMail(manager, { ...recipient, kind: purpose, data: { username, code, minutes } }, key);
    case "stop-email-change": {
      const url = codeUrl(siteUrl, locale, purpose, code);
      return queueMail(manager, { ...recipient, kind: purpose, data: { username, url, hours, newAddress } }, key);
    }
  }
}
