import type { I18n } from "@lingui/core";
import type { Locale } from "../../../contract/locales";

/**
 * What each kind of mail is filled in with. Features add their kinds to it (`declare module`), and what these say to the
 * list in `server/mails.ts`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- features fill it
export interface MailData {}

export type MailKind = keyof MailData;

/** One kind with its data. */
export type MailContent = { [Kind in MailKind]: { kind: Kind; data: MailData[Kind] } }[MailKind];

export type QueuedMail = MailContent & {
  /** One address, without a name. */
  to: string;
  locale: Locale;
};

/** What one mail says, in one language, as plain text. Greeting and footer are the same in all of them. */
export interface MailText {
  subject: string;
  /** What lists of mails show beside the subject. It may be seen on a locked screen: no codes, no links. */
  preview: string;
  /** Who is greeted. */
  username: string;
  lead: string;
  /** To be typed by hand. */
  code?: string;
  /** A button; the address is also shown, for programs that show none. */
  action?: { label: string; url: string };
  notes: string[];
}

/** What each kind of mail says. */
export type MailTexts<Kind extends MailKind = MailKind> = {
  readonly [Each in Kind]: (i18n: I18n, data: MailData[Each]) => MailText;
};
