import { execute, GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from "graphql";
import { DomainError } from "../domain/domain-error";
import type { PageTag } from "../domain/page-tag";
import { RequestContext, type SessionCookies } from "./context";
import { graphqlErrorOf } from "./errors";
import { parseId } from "./ids";
import { errorOfFault, type ErrorLog, isFault, logFaults } from "./faults";

export interface Operation {
  query: DocumentNode;
  variables?: Record<string, unknown>;
  operationName?: string;
}

export interface InProcessResult {
  result: ExecutionResult;
  /** What it shows. */
  shown: ReadonlySet<PageTag>;
  /** Internal errors, already logged. They are masked in the result. */
  faults: unknown[];
}

/** Pages are the same for everyone, so their operations never sign anybody in or out. */
const NO_COOKIES: SessionCookies = {
  set: () => {
    throw new Error("A page signs nobody in.");
  },
  clear: () => {
    throw new Error("A page signs nobody out.");
  },
};

/**
 * Executes an operation of a page or a raw text with the same schema, but without HTTP. The documents are our own, so no limits apply; they load
 * public data, so the caller does not matter.
 */
export async function executeInProcess(
  schema: GraphQLSchema,
  { dataSource, links, siteUrl }: Pick<RequestContext, "dataSource" | "links" | "siteUrl">,
  log: ErrorLog,
  { query, variables, operationName }: Operation,
): Promise<InProcessResult> {
  const context = new RequestContext({
    dataSource,
    links,
    siteUrl,
    actor: { kind: "visitor", caller: { address: "in-process", userAgent: "" } },
    isCrossOrigin: false,
    cookies: NO_COOKIES,
  });
  const result = await execute({
    schema,
    document: query,
    contextValue: context,
    variableValues: variables ?? null,
    operationName: operationName ?? null,
  });
  const shown = new Set(context.shown);
  addObjects(result.data, shown);
  if (!result.errors) return { result, shown, faults: [] };
  const faults = logFaults(result.errors, operationName, log);
  const errors = result.errors.map((error) => {
    const cause = error.originalError ?? error;
    const masked = maskError(cause);
    return masked
      ? new GraphQLError(masked.message, { path: error.path ?? null, extensions: masked.extensions })
      : error;
  });
  return { result: { ...result, errors }, shown, faults };
}

/** Adds the tags of the prompts and members in a result. Apollo Client asks for their types, and pages for their ids. */
function addObjects(value: unknown, shown: Set<PageTag>): void {
  if (typeof value !== "object" || value === null) return;
  const { __typename: type, id } = value as { __typename?: unknown; id?: unknown };
  if (type === "Prompt") shown.add(`prompt:${String(id)}`);
  else if (type === "User") shown.add(`user:${parseId(String(id))?.id ?? ""}`);
  for (const part of Object.values(value)) addObjects(part, shown);
}

function maskError(cause: Error): { message: string; extensions: Record<string, unknown> } | undefined {
  if (cause instanceof DomainError) return graphqlErrorOf(cause);
  return isFault(cause) ? errorOfFault(cause) : undefined;
}
