/** The template data of the account mails. Links are built from PUBLIC_URL. */
export interface AccountMailData {
  "login-link": { username: string; url: string; minutes: number };
  "reset-password": { username: string; url: string; code: string; minutes: number };
  /** Also the welcome mail. */
  "confirm-email": { username: string; url: string; hours: number };
  /** Sent to the new address. */
  "change-email": { username: string; url: string; hours: number };
  /** Sent to the current address when a change is requested. The new one is masked: the reader may not be who requested it. */
  "stop-email-change": { username: string; newAddress: string; url: string; hours: number };
  /** Sent to the former address. The new one is masked: the reader may not be who changed it. */
  "email-changed": { username: string; newAddress: string };
  /** `when` as an ISO date and time. */
  "password-changed": { username: string; when: string };
  "delete-account": { username: string; code: string; minutes: number };
  /** Sent to the address of an account that is gone. */
  "account-deleted": { username: string; comments: "kept" | "deleted" };
}

declare module "../../platform/mail/mail" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extends MailData by declaration merging
  interface MailData extends AccountMailData {}
}
