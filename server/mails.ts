import { accountMails } from "./features/account";
import { digestMails } from "./features/digest";
import { moderationMails } from "./features/moderation";
import type { MailTexts } from "./platform/mail/mail";

/** The texts of all mails. */
export const mails: MailTexts = { ...accountMails, ...moderationMails, ...digestMails };
