import { execute, GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from "graphql";
import { DomainError } from "../domain/domain-error";
import { RequestContext, type SessionCookies } from "./context";
import { graphqlErrorOf } from "./errors";
import { type ErrorLog, FAULT_MESSAGE, isFault, logFaults } from "./faults";

export interface Operation {
  query: DocumentNode;
  variables?: Record<string, unknown>;
  operationName?: string;
}

export interface InProcessResult {
  result: ExecutionResult;
  /** What went wrong on our side, already logged. The result says only that something did. */
  faults: unknown[];
}

/** Pages are rendered for everyone alike: an operation of a page signs nobody in or out. */
const NO_COOKIES: SessionCookies = {
  set: () => {
    throw new Error("A page signs nobody in.");
  },
  clear: () => {
    throw new Error("A page signs nobody out.");
  },
};

/**
 * Runs an operation of a page: no HTTP, the same schema. The documents are our own, so no limits apply; what they load is
 * public, so the caller does not matter.
 */
export async function executeInProcess(
  schema: GraphQLSchema,
  { dataSource, links, siteUrl }: Pick<RequestContext, "dataSource" | "links" | "siteUrl">,
  log: ErrorLog,
  { query, variables, operationName }: Operation,
): Promise<InProcessResult> {
  const result = await execute({
    schema,
    document: query,
    contextValue: new RequestContext({
      dataSource,
      links,
      siteUrl,
      actor: { kind: "visitor", caller: { address: "in-process", userAgent: "" } },
      isCrossOrigin: false,
      cookies: NO_COOKIES,
    }),
    variableValues: variables ?? null,
    operationName: operationName ?? null,
  });
  if (!result.errors) return { result, faults: [] };
  const faults = logFaults(result.errors, operationName, log);
  const errors = result.errors.map((error) => {
    const cause = error.originalError ?? error;
    const told = toldAs(cause);
    return told ? new GraphQLError(told.message, { path: error.path ?? null, extensions: told.extensions }) : error;
  });
  return { result: { ...result, errors }, faults };
}

function toldAs(cause: Error): { message: string; extensions: Record<string, unknown> } | undefined {
  if (cause instanceof DomainError) return graphqlErrorOf(cause);
  return isFault(cause) ? { message: FAULT_MESSAGE, extensions: { code: "INTERNAL_SERVER_ERROR" } } : undefined;
}
