import { accountMails } from "./features/account";
import type { MailTexts } from "./platform/mail/mail";

/** What every mail of the site says. */
export const mails: MailTexts = { ...accountMails };
