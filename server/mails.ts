import { accountMails } from "./features/account";
import type { MailTexts } from "./platform/mail/mail";

/** The texts of all mails. */
export const mails: MailTexts = { ...accountMails };
