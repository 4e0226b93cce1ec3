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

/** The content of one mail, in one language, as plain text, without the common greeting and footer. */
export interface MailText {
  subject: string;
  /** The preview text in mail lists. It may appear on a lock screen: no codes, no links. */
  preview: string;
  /** The name in the greeting. */
  username: string;
  lead: string;
  /** A code to be typed in. */
  code?: string;
  /** A button; its address is also shown, for programs without HTML. */
  action?: { label: string; url: string };
  notes: string[];
  /** Short lines between the lead and the button. */
  lines?: string[];
  /** For mails that come regularly: where a POST stops them (RFC 8058), and the page that does. */
  stop?: { address: string; label: string; url: string };
}

/** The content of each kind of mail. */
export type MailTexts<Kind extends MailKind = MailKind> = {
  readonly [Each in Kind]: (i18n: I18n, data: MailData[Each]) => MailText;
};
