import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { Extensions } from "type-graphql";
import { rootFields } from "./operation";

/**
 * For mutations of what pages do not show, or may show a minute late, as counters. All others are answered when this process has been told
 * what they have changed: a client that reloads a page right after its mutation must see the change.
 */
export function ChangesNoPage(): MethodDecorator {
  return Extensions({ changesNoPage: true });
}

/** Whether a mutation may change pages. */
export function mayChangePages(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const fields = schema.getMutationType()?.getFields() ?? {};
  return [...rootFields(document, operation)].some((name) => fields[name]?.extensions["changesNoPage"] !== true);
}
