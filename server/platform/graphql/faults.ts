import { unwrapResolverError } from "@apollo/server/errors";
import { GraphQLError } from "graphql";
import { DomainError } from "../domain/domain-error";
import { DATABASE_UNAVAILABLE_ERROR, isDatabaseUnavailable } from "../http/errors.route";
import { graphqlErrorOf } from "./errors";

export interface ErrorLog {
  error(details: { err: unknown; operation?: string }, message: string): void;
}

/** Logs the internal errors among an operation's errors. @returns their causes */
export function logFaults(
  errors: readonly GraphQLError[],
  operation: string | null | undefined,
  log: ErrorLog,
): unknown[] {
  const causes = errors.map(unwrapResolverError).filter(isFault);
  for (const err of causes) log.error({ err, operation: operation ?? "anonymous" }, "A resolver failed");
  return causes;
}

/** Whether an error is internal: neither a domain error nor a GraphQL error with a code. */
export function isFault(cause: unknown): boolean {
  if (cause instanceof DomainError) return false;
  return !(cause instanceof GraphQLError) || cause.extensions["code"] === "INTERNAL_SERVER_ERROR";
}

/** What is sent of an internal error: never a message from the database or from libraries. */
export function errorOfFault(cause: unknown): { message: string; extensions: Record<string, unknown> } {
  if (isDatabaseUnavailable(cause)) return graphqlErrorOf(DATABASE_UNAVAILABLE_ERROR);
  return { message: "Something went wrong on our side.", extensions: { code: "INTERNAL_SERVER_ERROR" } };
}
