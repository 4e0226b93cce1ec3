import { GraphQLError } from "graphql";
import type { DomainError, DomainErrorCode } from "../domain/domain-error";

/** Which domain errors say in the HTTP status too that nothing was done. Others leave it: parts of an operation may succeed. */
const STATUS: Partial<Record<DomainErrorCode, number>> = { RATE_LIMITED: 429, SERVICE_UNAVAILABLE: 503 };

/** A domain error as GraphQL tells it: the code in `errors[].extensions.code`, with `argument` and `retryAfter` beside it. */
export function graphqlErrorOf({ code, message, details }: DomainError): {
  message: string;
  extensions: Record<string, unknown>;
} {
  return { message, extensions: { code, ...details } };
}

/** The HTTP status and headers that a domain error asks for, where it asks for any. */
export function httpHeadOf({ code, details }: DomainError): { status: number; retryAfter?: string } | undefined {
  const status = STATUS[code];
  if (status === undefined) return undefined;
  return { status, ...(details.retryAfter === undefined ? {} : { retryAfter: String(details.retryAfter) }) };
}

/** What is wrong with an operation as such. It is a GraphQL error from the beginning: only GraphQL has operations. */
export function operationError(
  code: "FORBIDDEN" | "QUERY_TOO_COMPLEX",
  message: string,
  status: 400 | 403,
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}
