import {
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { tooComplexError } from "./document-limits";
import { argumentValue, fragmentsOf, variablesOf, type Variables } from "./operation";

/** The limit, as a multiple of the cost of the standard introspection query. */
const STANDARD_QUERY_FACTOR = 2;
/** The cost of a value besides its text, in characters that take about as long to write: measured with values that are short. */
const VALUE_COST = 30;

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  cost: number;
  limit: number;
}

const limits = new WeakMap<GraphQLSchema, number>();

/** The maximum introspection cost of an operation: twice that of the standard query of all tools. */
export function introspectionLimit(schema: GraphQLSchema): number {
  const existing = limits.get(schema);
  if (existing !== undefined) return existing;
  const standard = parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const limit = STANDARD_QUERY_FACTOR * measureIntrospection(schema, standard, operationOf(standard), {}, Infinity);
  limits.set(schema, limit);
  return limit;
}

/**
 * Measures introspection by walking the actual schema as execution would, up to the limit: an estimate by averages could be evaded
 * by selecting the largest types.
 * @throws QUERY_TOO_COMPLEX past the limit.
 */
export function checkIntrospection(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
): void {
  if (schema.getRootType(operation.operation) !== schema.getQueryType()) return;
  const limit = introspectionLimit(schema);
  if (measureIntrospection(schema, document, operation, given, limit) > limit) {
    throw tooComplexError(
      `The query costs more than ${String(STANDARD_QUERY_FACTOR)} times the standard introspection query.`,
      { measure: "introspection", limit: STANDARD_QUERY_FACTOR },
    );
  }
}

/** The cost, roughly in characters of the response; or a number past `limit`. */
export function measureIntrospection(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: Variables,
  limit: number,
): number {
  const walk: Walk = { schema, fragments: fragmentsOf(document), cost: 0, limit };
  forEachField(operation.selectionSet, walk, (node) => {
    if (node.name.value === SchemaMetaFieldDef.name) ofValue(node, SchemaMetaFieldDef, schema, walk);
    else if (node.name.value === TypeMetaFieldDef.name) {
      const name = argumentValue(node, "name", variablesOf(operation, given));
      ofValue(node, TypeMetaFieldDef, typeof name === "string" ? schema.getType(name) : null, walk);
    }
  });
  return walk.cost;
}

/** Stops as soon as the limit is exceeded. Fields that are selected twice count twice. */
function forEachField(set: SelectionSetNode, walk: Walk, visit: (node: FieldNode) => void): void {
  for (const selection of set.selections) {
    if (walk.cost > walk.limit) return;
    walk.cost += 1;
    if (selection.kind === Kind.FIELD) visit(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) forEachField(selection.selectionSet, walk, visit);
    else {
      const fragment = walk.fragments.get(selection.name.value);
      if (fragment) forEachField(fragment.selectionSet, walk, visit);
    }
  }
}

function ofValue(node: FieldNode, field: GraphQLField<unknown, unknown>, value: unknown, walk: Walk): void {
  if (walk.cost > walk.limit) return;
  walk.cost += VALUE_COST;
  if (Array.isArray(value)) {
    for (const each of value) ofValue(node, field, each, walk);
    return;
  }
  if (typeof value === "string") walk.cost += value.length;
  const type = getNamedType(field.type);
  const { selectionSet } = node;
  if (value == null || !selectionSet || !isObjectType(type)) return;
  forEachField(selectionSet, walk, (child) => {
    const field = type.getFields()[child.name.value];
    if (field) ofValue(child, field, resolved(field, value, walk.schema), walk);
    else if (child.name.value === TypeNameMetaFieldDef.name) walk.cost += VALUE_COST + type.name.length;
  });
}

/** Includes deprecated elements, even if the query does not. */
function resolved(field: GraphQLField<unknown, unknown>, parent: unknown, schema: GraphQLSchema): unknown {
  return field.resolve?.(parent, { includeDeprecated: true }, undefined, { schema } as GraphQLResolveInfo);
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error("The document has no operation.");
  return operation;
}
