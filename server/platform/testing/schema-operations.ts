import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from "graphql";
import { accessOf } from "../graphql/access";
import { validValues } from "./valid-values";

type Field = GraphQLField<unknown, unknown>;

/** A string input in the schema. */
export interface TextPosition {
  /** For example "Query.prompts(filter.query)". */
  name: string;
  /** The field's type. */
  parent: string;
  field: string;
  /** An operation whose variables contain `text` at this position, and valid values for everything required. */
  operation(text: string): SchemaOperation;
}

export interface SchemaOperation {
  query: string;
  variables: Record<string, unknown>;
}

/** For each non-root type, the fields that lead to it from Query, such as "viewer sessions". */
type Parents = Readonly<Record<string, string>>;

/** Every argument and input field of a schema that accepts a string, including those of introspection. */
export function textPositions(schema: GraphQLSchema, parents: Parents): TextPosition[] {
  const introspection: TextPosition = {
    name: "Query.__type(name)",
    parent: "Query",
    field: "__type",
    operation: (text) => ({
      query: "query ($name: String!) { __type(name: $name) { name } }",
      variables: { name: text },
    }),
  };
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith("__"));
  return [
    introspection,
    ...types.flatMap((type) =>
      Object.values(isObjectType(type) ? type.getFields() : {}).flatMap((field) =>
        field.args
          .flatMap((argument) => pathsToTexts(argument.type, [argument.name]))
          .map((path) => positionOf(type.name, field, path, parents)),
      ),
    ),
  ];
}

function pathsToTexts(type: GraphQLInputType, path: readonly string[]): (readonly string[])[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => pathsToTexts(field.type, [...path, field.name]));
  return named.name === "String" || named.name === "ID" || named.name === "DateTime" ? [path] : [];
}

function positionOf(parent: string, field: Field, path: readonly string[], parents: Parents): TextPosition {
  return {
    name: `${parent}.${field.name}(${path.join(".")})`,
    parent,
    field: field.name,
    operation: (text) => operationOf(parent, field, { path, text }, parents),
  };
}

/** An operation with a single field and valid values for everything required. */
export function operationOf(
  parent: string,
  field: Field,
  { path, text }: { path: readonly string[]; text: string } = { path: [], text: "" },
  parents: Parents = {},
): SchemaOperation {
  const used = field.args.filter((argument) => isRequiredArgument(argument) || argument.name === path[0]);
  const given = used.map(({ name }) => `${name}: $${name}`).join(", ");
  const call = `${field.name}${given && `(${given})`} ${selectionOf(field)}`;
  const declared = used.map(({ name, type }) => `$${name}: ${type.toString()}`).join(", ");
  const valid = validValues();
  return {
    query: `${parent === "Mutation" ? "mutation" : "query"}${declared && ` (${declared})`} { ${within(parent, call, parents)} }`,
    variables: Object.fromEntries(used.map((argument) => [argument.name, valueOf(argument, path, text, valid)])),
  };
}

function within(parent: string, call: string, parents: Parents): string {
  if (parent === "Query" || parent === "Mutation") return call;
  const around = parents[parent];
  if (around === undefined) throw new Error(`How does a query get to ${parent}? Say so in "parents".`);
  return around.split(/ (?![^(]*\))/).reduceRight((inner, field) => `${field} { ${inner} }`, call);
}

/** The value of an argument or input field: the text at the end of the path, and the required fields beside it. */
function valueOf(
  position: GraphQLArgument | GraphQLInputField,
  path: readonly string[],
  text: string,
  valid: Readonly<Record<string, unknown>>,
): unknown {
  const onPath = path[0] === position.name;
  const type = getNullableType(position.type);
  if (onPath && path.length === 1) return isListType(type) ? [text] : text;
  const named = getNamedType(position.type);
  if (isInputObjectType(named)) {
    const rest = onPath ? path.slice(1) : [];
    const fields = Object.values(named.getFields()).filter(
      (field) => isRequiredInputField(field) || field.name === rest[0],
    );
    const value = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, rest, text, valid)]));
    return isListType(type) ? [value] : value;
  }
  if (!(position.name in valid)) throw new Error(`What is a valid "${position.name}"? Say so in validValues.`);
  return valid[position.name];
}

/** Selects scalar fields and errors, and nothing that could be refused on its own. */
function selectionOf({ type }: Field): string {
  const named = getNamedType(type);
  if (isInterfaceType(named)) return "{ __typename }";
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).map((field) => {
    if (field.name === "problems") return "problems { code field limit }";
    return accessOf(named, field.name) === "public" &&
      isLeafType(getNamedType(field.type)) &&
      field.args.every(({ type: each }) => !isNonNullType(each))
      ? field.name
      : "";
  });
  return `{ __typename ${fields.join(" ")} }`;
}
