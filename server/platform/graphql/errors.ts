import { HeaderMap } from "@apollo/server";
import { GraphQLError } from "graphql";

/**
 * The codes of faults, in `errors[].extensions.code`. They are the caller's fault or ours; what a person can put right
 * comes back as `problems` of a payload instead. Apollo Server adds its own for malformed requests.
 */
export type ErrorCode =
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "BAD_USER_INPUT"
  | "RATE_LIMITED"
  | "QUERY_TOO_COMPLEX"
  | "INTERNAL_SERVER_ERROR";

const STATUS: Partial<Record<ErrorCode, number>> = { RATE_LIMITED: 429, QUERY_TOO_COMPLEX: 400 };

/** A fault with one of the agreed codes. The message is for developers, in English, and never carries database text. */
export function fault(code: ErrorCode, message: string, extensions: Record<string, unknown> = {}): GraphQLError {
  const status = STATUS[code];
  return new GraphQLError(message, {
    extensions: { code, ...extensions, ...(status === undefined ? {} : { http: httpExtension(status, extensions) }) },
  });
}

function httpExtension(status: number, extensions: Record<string, unknown>) {
  const retryAfter = extensions["retryAfter"];
  return {
    status,
    ...(typeof retryAfter === "number" ? { headers: new HeaderMap([["retry-after", String(retryAfter)]]) } : {}),
  };
}

export function badInput(message: string, argument?: string): GraphQLError {
  return fault("BAD_USER_INPUT", message, argument === undefined ? {} : { argument });
}
