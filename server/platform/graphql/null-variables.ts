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
 * A variable with a default may stand where null is refused, and may be sent as null all the same: then each field that uses it
 * fails when it is executed, once a row. It is one mistake, and told once.
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
