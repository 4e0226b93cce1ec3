import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  isInterfaceType,
  Kind,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { LIMITS } from "../../../contract/limits";
import { LOCALES } from "../../../contract/locales";
import { tooComplexError } from "./document-limits";
import { argumentValue, fragmentsOf, isGiven, variablesOf, type Variables } from "./operation";

/** The most that one operation may cost. A page of 20 prompts with texts, tags and authors costs about 200. */
export const COST_LIMIT = 5000;

/** The assumed size of a list without a size argument; one with `locales` has a row for each. */
export const TYPICAL_LIST = 4;
/** The base cost of a connection: it takes a statement even if it is empty. */
const CONNECTION_COST = 5;
const TOTAL_COUNT_COST = 20;
const TOTALS: ReadonlySet<string> = new Set(["totalCount", "totalCountIsExact"]);
/** For a plain value: tens of thousands of them keep the single thread busy. */
export const VALUE_COST = 0.2;
/** For a value that depends on arguments, and so has to be looked up or computed. */
const COMPUTED_VALUE_COST = 0.5;

interface Walk {
  schema: GraphQLSchema;
  variables: Variables;
  fragments: ReturnType<typeof fragmentsOf>;
  known: Map<string, number>;
}

/**
 * Estimates the cost of an operation: 1 for each object that it can return by its size arguments, a fraction for each value, plus
 * the `complexity` that fields, given arguments and given input fields declare. Each fragment is costed once.
 * @throws QUERY_TOO_COMPLEX past COST_LIMIT.
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const root = schema.getRootType(operation.operation);
  const walk: Walk = {
    schema,
    variables: variablesOf(operation, variables),
    fragments: fragmentsOf(document),
    known: new Map(),
  };
  const cost = root ? ofSelections(operation.selectionSet, root, walk) : 0;
  if (cost > COST_LIMIT) {
    throw tooComplexError(
      `The query costs ${String(Math.ceil(cost))}; at most ${String(COST_LIMIT)} is allowed. Ask for fewer rows or fields.`,
      { measure: "cost", limit: COST_LIMIT, actual: Math.ceil(cost) },
    );
  }
  return cost;
}

function ofSelections(set: SelectionSetNode, type: GraphQLNamedType, walk: Walk): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += ofField(selection, type, walk);
    else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += ofFragment(selection.name.value, walk);
    else
      cost += ofSelections(
        selection.selectionSet,
        (selection.typeCondition && walk.schema.getType(selection.typeCondition.name.value)) ?? type,
        walk,
      );
  }
  return cost;
}

function ofFragment(name: string, walk: Walk): number {
  const existing = walk.known.get(name);
  if (existing !== undefined) return existing;
  walk.known.set(name, 0);
  const fragment = walk.fragments.get(name);
  const type = fragment && walk.schema.getType(fragment.typeCondition.name.value);
  const cost = type ? ofSelections(fragment.selectionSet, type, walk) : 0;
  walk.known.set(name, cost);
  return cost;
}

function ofField(node: FieldNode, parent: GraphQLNamedType, walk: Walk): number {
  if (node.name.value === TypeNameMetaFieldDef.name) return VALUE_COST;
  if (!isObjectType(parent) && !isInterfaceType(parent)) return 0;
  const field = parent.getFields()[node.name.value];
  if (!field) return 0; // introspection, which has its own limit
  const given = ofArguments(node, field, walk);
  const own = declaredCost(field) + given;
  const named = getNamedType(field.type);
  if (!isCompositeType(named) || !node.selectionSet) return own + ofValues(field);
  const each = 1 + ofSelections(node.selectionSet, named, walk);
  if (named.name.endsWith("Connection")) return own + CONNECTION_COST + ofConnection(node, named, given, walk);
  return own + (isListType(getNullableType(field.type)) ? listSize(node, field, walk) * each : each);
}

function ofValues({ type, args }: GraphQLField<unknown, unknown>): number {
  const count = isListType(getNullableType(type)) ? TYPICAL_LIST : 1;
  return count * (args.length > 0 ? COMPUTED_VALUE_COST : VALUE_COST);
}

/**
 * Multiplies rows by the page size, but not the page's flags and total.
 * @param given the cost of the arguments: counting and looking beyond the page repeat that work
 */
function ofConnection(node: FieldNode, type: GraphQLNamedType, given: number, walk: Walk): number {
  // With both, the larger page is read, and the smaller one is cut from it.
  const sizes = ["first", "last"].flatMap((name) => sizeArgument(node, name, walk) ?? []);
  const rows = sizes.length > 0 ? Math.max(...sizes) : LIMITS.defaultPageSize;
  let isCounted = false;
  const split = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + split(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = walk.fragments.get(selection.name.value);
        // Validation rejects cycles; this guards against being called without it.
        if (!fragment || walk.known.has(`rows:${selection.name.value}`)) return sum;
        walk.known.set(`rows:${selection.name.value}`, 0);
        const cost = split(fragment.selectionSet);
        walk.known.delete(`rows:${selection.name.value}`);
        return sum + cost;
      }
      const { value: name } = selection.name;
      if ((name === "edges" || name === "nodes") && selection.selectionSet)
        return sum + rows * rowCost(selection, type, walk);
      if (TOTALS.has(name)) {
        // Both are told by one count.
        const counting = isCounted ? 0 : TOTAL_COUNT_COST + given;
        isCounted = true;
        return sum + counting;
      }
      return sum + ofField(selection, type, walk) + (name === "pageInfo" ? given : 0);
    }, 0);
  return node.selectionSet ? split(node.selectionSet) : 0;
}

function rowCost(node: FieldNode, connection: GraphQLNamedType, walk: Walk): number {
  const field = isObjectType(connection) ? connection.getFields()[node.name.value] : undefined;
  return field && node.selectionSet ? 1 + ofSelections(node.selectionSet, getNamedType(field.type), walk) : 1;
}

/** The declared cost of the arguments that are given, and of the input fields in them. */
function ofArguments(node: FieldNode, field: GraphQLField<unknown, unknown>, walk: Walk): number {
  return field.args.reduce((sum, argument) => {
    if (!isGiven(node, argument.name, walk.variables)) return sum;
    const value = argumentValue(node, argument.name, walk.variables);
    const own = sum + declaredCost(argument, value);
    const named = getNamedType(argument.type);
    if (!isInputObjectType(named) || typeof value !== "object" || value === null) return own;
    const given = Object.values(named.getFields()).filter((input) => Object.hasOwn(value, input.name));
    return given.reduce(
      (costs, input) => costs + declaredCost(input, (value as Record<string, unknown>)[input.name]),
      own,
    );
  }, 0);
}

/** @param value of an argument or an input field, on which its cost may depend */
function declaredCost(
  field: GraphQLField<unknown, unknown> | GraphQLArgument | GraphQLInputField,
  value?: unknown,
): number {
  const declared = field.extensions["complexity"];
  if (typeof declared === "function") return Number((declared as (value: unknown) => unknown)(value));
  return typeof declared === "number" ? declared : 0;
}

function listSize(node: FieldNode, field: GraphQLField<unknown, unknown>, walk: Walk): number {
  const ids = argumentValue(node, "ids", walk.variables);
  if (Array.isArray(ids)) return ids.length;
  if (field.args.some(({ name }) => name === "locales")) {
    const locales = argumentValue(node, "locales", walk.variables);
    return Array.isArray(locales) ? Math.min(locales.length, LOCALES.length) : LOCALES.length;
  }
  const fallback = field.args.find((arg) => arg.name === "first")?.defaultValue;
  return sizeArgument(node, "first", walk) ?? (typeof fallback === "number" ? fallback : TYPICAL_LIST);
}

function sizeArgument(node: FieldNode, name: string, walk: Walk): number | undefined {
  const value = argumentValue(node, name, walk.variables);
  if (typeof value !== "number") return undefined;
  // Sizes outside the limits are only rejected by the resolver, once per row: they must not make a query free.
  return value < 0 ? LIMITS.pageSize : Math.min(value, LIMITS.pageSize);
}
