import {
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { Extensions } from "type-graphql";
import { operationError } from "./errors";
import { fragmentsOf } from "./operation";

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

/** The names of the root fields (not their aliases), through fragments, including those that a directive skips. */
function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const fragments = fragmentsOf(document);
  const names = new Set<string>();
  const visited = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        collect(fragments.get(selection.name.value)?.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return names;
}
