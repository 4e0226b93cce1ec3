/** Errors in the input that a user can correct. The client words them, by action and code. */
export enum ProblemCode {
  REQUIRED = "REQUIRED",
  TOO_LONG = "TOO_LONG",
  TOO_SHORT = "TOO_SHORT",
  TOO_MANY = "TOO_MANY",
  INVALID_CHARACTERS = "INVALID_CHARACTERS",
  INVALID_EMAIL = "INVALID_EMAIL",
  INVALID_USERNAME = "INVALID_USERNAME",
  PASSWORDS_DIFFER = "PASSWORDS_DIFFER",
  PASSWORD_TOO_COMMON = "PASSWORD_TOO_COMMON",
  TERMS_NOT_ACCEPTED = "TERMS_NOT_ACCEPTED",
  USERNAME_TAKEN = "USERNAME_TAKEN",
  EMAIL_TAKEN = "EMAIL_TAKEN",
  INVALID_CREDENTIALS = "INVALID_CREDENTIALS",
  WRONG_PASSWORD = "WRONG_PASSWORD",
  INVALID_OR_EXPIRED_CODE = "INVALID_OR_EXPIRED_CODE",
  UNKNOWN_TAG = "UNKNOWN_TAG",
  CONFLICT = "CONFLICT",
  CANNOT_VOTE_OWN = "CANNOT_VOTE_OWN",
  DUPLICATE = "DUPLICATE",
  CANNOT_REPORT_OWN = "CANNOT_REPORT_OWN",
  CANNOT_MODERATE_OWN = "CANNOT_MODERATE_OWN",
  CANNOT_MODERATE_MODERATOR = "CANNOT_MODERATE_MODERATOR",
  ACCOUNT_CLOSED = "ACCOUNT_CLOSED",
  PARENT_GONE = "PARENT_GONE",
  THREAD_CLOSED = "THREAD_CLOSED",
}

/** An error in the input that the user can correct. */
export interface Problem {
  code: ProblemCode;
  /** The input field, as a dotted path; null if no particular field is wrong. */
  field: string | null;
  /** The limit that was exceeded, if any. */
  limit: number | null;
}

export function problem(code: ProblemCode, field: string | null = null, limit: number | null = null): Problem {
  return { code, field, limit };
}
