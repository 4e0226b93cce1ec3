import { unwrapResolverError } from "@apollo/server/errors";
import { GraphQLError } from "graphql";
import { DomainError } from "../domain/domain-error";

export interface ErrorLog {
  error(details: { err: unknown; operation?: string }, message: string): void;
}

/** Sent for every internal error: messages from the database and from libraries are never sent. */
export const FAULT_MESSAGE = "Something went wrong on our side.";

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
