import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Variables } from "./operation";

/**
 * A nullable variable with a default may be used in a non-null position, and still be sent as null: then each field that uses it
 * would fail during execution, once per row. This reports it as a single error instead.
 * @throws BAD_USER_INPUT (HTTP 400)
 */
export function checkNullVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const nulls = (operation.variableDefinitions ?? [])
    .filter(({ defaultValue, variable }) => defaultValue && variables[variable.name.value] === null)
    .map(({ variable }) => variable.name.value);
  if (nulls.length === 0) return;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable({ name }) {
        if (!nulls.includes(name.value) || !isNonNullType(types.getInputType())) return;
        throw new GraphQLError(`Variable "$${name.value}" must not be null.`, {
          extensions: { code: "BAD_USER_INPUT", http: { status: 400 } },
        });
      },
    }),
  );
}
