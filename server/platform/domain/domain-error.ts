/**
 * Why a service refuses a request. Each transport maps these in one place: GraphQL in `platform/graphql/errors`, HTTP in
 * `platform/http/errors.route`. Errors that a user can correct are `Problem`s instead.
 */
export type DomainErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_USER_INPUT"
  | "RATE_LIMITED"
  /** A queue is full; the client should retry later. */
  | "SERVICE_UNAVAILABLE";

/** What a rate limit counts by: what asks, or what is asked for. */
export type RateLimitScope = "ACCOUNT" | "ADDRESS" | "SESSION" | "NAME" | "MAILBOX";

interface Details {
  /** The invalid argument. */
  argument?: string;
  /** In seconds. */
  retryAfter?: number;
  /** How many hits a window of a rate limit allows. */
  limit?: number;
  /** The length of that window, in seconds. */
  window?: number;
  /** What the rate limit counts by. */
  scope?: RateLimitScope;
}

/** The message is for developers, in English, and never contains messages from the database. */
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
