import {
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
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

/** How often the standard query's cost an operation may have. */
const TIMES_STANDARD = 2;
/** What a value of the answer costs besides its text, in characters: about what takes as long as writing them. */
const COST_OF_A_VALUE = 20;

interface Walk {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  cost: number;
  limit: number;
}

const limits = new WeakMap<GraphQLSchema, number>();

/** What an operation may ask of the schema itself: twice what every tool asks. */
export function introspectionLimit(schema: GraphQLSchema): number {
  const known = limits.get(schema);
  if (known !== undefined) return known;
  const standard = parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );
  const limit = TIMES_STANDARD * measureIntrospection(schema, standard, operationOf(standard), {}, Infinity);
  limits.set(schema, limit);
  return limit;
}

/**
 * What an operation asks of `__schema` and `__type` is walked as execution would walk it, through the schema as it is, and given
 * up at the limit: an estimate by averages could be led along the largest types.
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
      `The query asks more than ${String(TIMES_STANDARD)} times what the standard introspection query asks.`,
    );
  }
}

/** The cost in characters of the answer, more or less; or a number past `limit`. */
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

/** Past the limit it stops, wherever it is. What is selected twice is counted twice. */
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
  walk.cost += COST_OF_A_VALUE;
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
  });
}

/** With what is deprecated, whether it is asked for or not. */
function resolved(field: GraphQLField<unknown, unknown>, parent: unknown, schema: GraphQLSchema): unknown {
  return field.resolve?.(parent, { includeDeprecated: true }, undefined, { schema } as GraphQLResolveInfo);
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error("The document has no operation.");
  return operation;
}
