import { HeaderMap } from "@apollo/server";
import { GraphQLError } from "graphql";
import type { Actor } from "../domain/actor";
import type { DomainError, DomainErrorCode } from "../domain/domain-error";

/** Domain errors that set the HTTP status, because nothing was done. The others do not: parts of an operation may succeed. */
const STATUS: Partial<Record<DomainErrorCode, number>> = { RATE_LIMITED: 429, SERVICE_UNAVAILABLE: 503 };

/** A domain error in GraphQL: the code is in `errors[].extensions.code`, next to `argument` and `retryAfter`. */
export function graphqlErrorOf({ code, message, details }: DomainError): {
  message: string;
  extensions: Record<string, unknown>;
} {
  return { message, extensions: { code, ...details } };
}

/**
 * The HTTP status and headers of a domain error, if it sets any. For a session that has ended or got another id since the request
 * began, the status is the same as before it began: the client refreshes and asks again.
 */
export function httpHeadOf(
  { code, details }: DomainError,
  actor: Actor,
): { status: number; retryAfter?: string } | undefined {
  const status = code === "UNAUTHENTICATED" && actor.kind === "session" ? 401 : STATUS[code];
  if (status === undefined) return undefined;
  return { status, ...(details.retryAfter === undefined ? {} : { retryAfter: String(details.retryAfter) }) };
}

/** An error of a whole operation. Not a domain error: only GraphQL has operations. */
export function operationError(
  code: "FORBIDDEN" | "QUERY_TOO_COMPLEX",
  message: string,
  status: 400 | 403,
  details: object = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...details, http: { status } } });
}

/** A domain error that refuses a whole operation before it is executed, where Apollo Server takes other errors for faults. */
export function refusalOf(error: DomainError, actor: Actor): GraphQLError {
  const { message, extensions } = graphqlErrorOf(error);
  const { status, retryAfter } = httpHeadOf(error, actor) ?? { status: 400 };
  const headers = new HeaderMap(retryAfter === undefined ? [] : [["retry-after", retryAfter]]);
  return new GraphQLError(message, { extensions: { ...extensions, http: { status, headers } } });
}
