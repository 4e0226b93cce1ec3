import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MailText } from "./mail";
import { unlinked } from "./unlinked";

/** All texts of a mail, ready for its layout. */
export interface FramedMail extends MailText {
  greeting: string;
  /** Shown above the address of the action. */
  otherwise: string;
  footer: string;
}

/** Adds the texts that all mails have in common. */
export function frameMail(i18n: I18n, text: MailText): FramedMail {
  // Whoever registers chooses the name, and to whom the mail goes.
  const username = unlinked(text.username);
  return {
    ...text,
    greeting: i18n._(msg`Hello ${username},`),
    otherwise: i18n._(msg`If the button does not work, open this address in your browser:`),
    footer: i18n._(msg`This mail was sent automatically by Polyprompt.`),
  };
}
