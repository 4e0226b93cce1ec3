/**
 * What a service refuses. Transports map these, each in one place: GraphQL in `platform/graphql/errors`, HTTP in
 * `platform/http/errors.route`. What a person can put right is a `Problem` instead.
 */
export type DomainErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_USER_INPUT"
  | "RATE_LIMITED"
  /** So much is under way or waits that this had better come again later. */
  | "SERVICE_UNAVAILABLE";

interface Details {
  /** The argument that is wrong. */
  argument?: string;
  /** In how many seconds it may be tried again. */
  retryAfter?: number;
}

/** The message is for developers, in English, and never carries text of the database. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
  }
}

export function badInputError(message: string, argument?: string): DomainError {
  return new DomainError("BAD_USER_INPUT", message, argument === undefined ? {} : { argument });
}
