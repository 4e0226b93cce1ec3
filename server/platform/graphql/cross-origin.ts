import { OperationTypeNode, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from "graphql";
import { Extensions } from "type-graphql";
import { operationError } from "./errors";
import { rootFields } from "./operation";

/**
 * Allows pages of other origins to run a mutation, with a bearer token or as a visitor. Only for mutations that are harmless even
 * if any page makes its visitors run them; never for accounts.
 */
export function AllowCrossOrigin(): MethodDecorator {
  return Extensions({ allowCrossOrigin: true });
}

interface Headers {
  origin?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * Whether a request comes from a page of another origin, including sandboxed ones ("null"). Browsers send `Origin` with every POST,
 * newer ones also `Sec-Fetch-Site`; other clients send neither.
 */
export function isCrossOrigin(headers: Headers, ownOrigin: string): boolean {
  if (headers.origin !== undefined && headers.origin !== ownOrigin) return true;
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * Allows a cross-origin request only queries and mutations with `AllowCrossOrigin`. Otherwise a page could make its visitors try
 * passwords and send mails for it, each from a different network address.
 * @throws FORBIDDEN (HTTP 403) if any mutation in the operation is not allowed.
 */
export function checkCrossOriginRequest(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): void {
  if (operation.operation === OperationTypeNode.QUERY) return;
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  for (const name of rootFields(document, operation)) {
    if (name !== "__typename" && fields[name]?.extensions["allowCrossOrigin"] !== true)
      throw operationError("FORBIDDEN", `Pages of other sites may not run "${name}".`, 403);
  }
}
