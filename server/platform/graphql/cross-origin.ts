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
 * Lets pages of other sites run a mutation, with a bearer token or as a visitor. For what harms nobody when the visitors of any
 * page are made to do it; never for what touches accounts.
 */
export function AllowCrossOrigin(): MethodDecorator {
  return Extensions({ allowCrossOrigin: true });
}

interface Headers {
  origin?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * Whether a page of another origin sends a request, a sandboxed one ("null") included. Browsers say so in `Origin` with every
 * post, newer ones also in `Sec-Fetch-Site`; what is no browser says neither.
 */
export function isCrossOrigin(headers: Headers, ownOrigin: string): boolean {
  if (headers.origin !== undefined && headers.origin !== ownOrigin) return true;
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/**
 * What a foreign request may run: queries, and mutations that are open. A page could otherwise have its visitors sign in and send
 * mails for it, each from an address of their own.
 * @throws FORBIDDEN (HTTP 403) where any of the operation's mutations is not open.
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

/** By their own names, through fragments; also those that a directive leaves out. */
function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const fragments = fragmentsOf(document);
  const names = new Set<string>();
  const seen = new Set<string>();
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        collect(fragments.get(selection.name.value)?.selectionSet);
      }
    }
  };
  collect(operation.selectionSet);
  return names;
}
