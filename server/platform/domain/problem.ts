/** What a person can put right. The client words it, by action and code. Codes are added with the features that need them. */
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
}

/** One thing that a person can put right. */
export interface Problem {
  code: ProblemCode;
  /** The input field, as a dotted path; null where it is none in particular. */
  field: string | null;
  /** The limit that was passed, where there is one. */
  limit: number | null;
}

export function problem(code: ProblemCode, field: string | null = null, limit: number | null = null): Problem {
  return { code, field, limit };
}
