/** What a code is good for, and for how long. */
export const CODE_SECONDS = {
  "login-link": 10 * 60,
  "reset-password": 60 * 60,
  /** The address that the account has. */
  "confirm-email": 48 * 60 * 60,
  /** The address that it is to have. The row is the pending change. */
  "change-email": 48 * 60 * 60,
  /** Sent to the address so far, to stop the change. */
  "stop-email-change": 48 * 60 * 60,
  "delete-account": 60 * 60,
} as const;
export type CodePurpose = keyof typeof CODE_SECONDS;
export const CODE_PURPOSES = Object.keys(CODE_SECONDS) as CodePurpose[];
