/** What the account's mails are filled in with. Links are made of PUBLIC_URL. */
export interface AccountMailData {
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

declare module "../../platform/mail/mail" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- adds the account's mails to all
  interface MailData extends AccountMailData {}
}
