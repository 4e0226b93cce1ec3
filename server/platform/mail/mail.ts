import type { Locale } from "../../../product.config";

/** What each kind of mail is filled in with. Links come from whoever queues the mail, made of PUBLIC_URL. */
export interface MailData {
  "login-link": { username: string; url: string; minutes: number };
  "reset-password": { username: string; url: string; code: string; minutes: number };
  /** Also what greets a new member. */
  "confirm-email": { username: string; url: string; hours: number };
  /** To the address that the account is to have. */
  "change-email": { username: string; url: string; hours: number };
  /** To the address so far, when another one is asked for. The new one is masked: who reads this may not be who asked. */
  "stop-email-change": { username: string; newAddress: string; url: string; hours: number };
  /** To the former address. The new one is masked already: whoever reads this may not be who changed it. */
  "email-changed": { username: string; newAddress: string };
  /** `when` as an ISO date and time. */
  "password-changed": { username: string; when: string };
  "delete-account": { username: string; code: string; minutes: number };
}

export type MailKind = keyof MailData;

/** One kind with its data, so that a `switch` over the kind knows them. */
export type MailContent = { [Kind in MailKind]: { kind: Kind; data: MailData[Kind] } }[MailKind];

export type QueuedMail = MailContent & {
  /** One address, without a name. */
  to: string;
  locale: Locale;
};
