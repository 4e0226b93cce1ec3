/** The purposes of codes and how long each is valid. */
export const CODE_SECONDS = {
  "login-link": 10 * 60,
  "reset-password": 60 * 60,
  /** Confirms the account's current address. */
  "confirm-email": 48 * 60 * 60,
  /** Confirms the account's new address. The row is the pending change. */
  "change-email": 48 * 60 * 60,
  /** Sent to the current address, to stop the change. */
  "stop-email-change": 48 * 60 * 60,
  "delete-account": 60 * 60,
  /** Hands the browser extension an API token. Shown to the member, and in no mail. */
  connect: 10 * 60,
} as const;
export type CodePurpose = keyof typeof CODE_SECONDS;
export const CODE_PURPOSES = Object.keys(CODE_SECONDS) as CodePurpose[];
