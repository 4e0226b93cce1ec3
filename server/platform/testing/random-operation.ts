import fc from "fast-check";
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from "graphql";

export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

const numbers = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.constantFrom(-1, 0, 20, 100, 101, 600, 601, 2_147_483_647, -2_147_483_648, 2_147_483_648, 1.5, 1e308),
);
const strings = fc.oneof(
  fc.constantFrom(
    "1",
    "7",
    "01",
    "1001",
    "code",
    "write",
    "",
    " ",
    "\0",
    "\ud800",
    "99999999999",
    "null",
    "%",
    "'",
    "a".repeat(3000),
    "WzEsIklEIiwiREVTQyIsMSwxXQ",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Mostly values of the type, occasionally of another. */
function valueOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType);
  const strange = {
    weight: 1,
    arbitrary: fc.oneof(fc.constant(null), fc.jsonValue({ maxDepth: 1 }), numbers, strings),
  };
  return fc.oneof({ weight: 25, arbitrary: fitting(type) }, strange);
}

function fitting(type: GraphQLInputType): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return fc.array(valueOf(type.ofType), { maxLength: 4 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type)])), {
      requiredKeys: fields.filter((field) => isNonNullType(field.type)).map((field) => field.name),
    });
  }
  if (type.name === "Boolean") return fc.boolean();
  return type.name === "Int" ? numbers : strings;
}

/** A field with random arguments, all passed as variables, and random subfields. */
interface Selected {
  name: string;
  args: { argument: GraphQLArgument; value: unknown }[];
  below: Selected[];
}

function selectionOf(type: GraphQLObjectType, depth: number): fc.Arbitrary<Selected[]> {
  const fields = Object.values(type.getFields()).filter(
    (field) => depth > 0 || !isObjectType(getNamedType(field.type)),
  );
  if (fields.length === 0) return fc.constant([{ name: "__typename", args: [], below: [] }]);
  return fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map((field) => fieldOf(field, depth))));
}

function fieldOf(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<Selected> {
  const named = getNamedType(field.type);
  const args = field.args.map((argument) => {
    const value = valueOf(argument.type).map((given) => ({ argument, value: given }));
    return isNonNullType(argument.type) && argument.defaultValue === undefined ? value : fc.option(value);
  });
  return fc
    .tuple(fc.tuple(...args), isObjectType(named) ? selectionOf(named, depth - 1) : fc.constant<Selected[]>([]))
    .map(([given, below]) => ({ name: field.name, args: given.filter((each) => each !== null), below }));
}

function written(selected: Selected[]): RandomOperation & { declarations: string[] } {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const write = (fields: Selected[]): string =>
    fields
      .map(({ name, args, below }) => {
        const given = args.map(({ argument, value }) => {
          const variable = `v${String(declarations.length)}`;
          declarations.push(`$${variable}: ${argument.type.toString()}`);
          variables[variable] = value;
          return `${argument.name}: $${variable}`;
        });
        return `${name}${given.length > 0 ? `(${given.join(", ")})` : ""}${below.length > 0 ? ` { ${write(below)} }` : ""}`;
      })
      .join(" ");
  const body = write(selected);
  return { query: body, variables, declarations };
}

/** Random operations on the whole schema: any fields and arguments, mostly with valid values. */
export function randomOperation(schema: GraphQLSchema): fc.Arbitrary<RandomOperation> {
  const roots = [
    { weight: 9, arbitrary: fc.constant(["query", schema.getQueryType()] as const) },
    { weight: 1, arbitrary: fc.constant(["mutation", schema.getMutationType()] as const) },
  ];
  return fc.oneof(...roots).chain(([keyword, type]) => {
    if (!type) throw new Error(`The schema has no ${keyword}.`);
    return selectionOf(type, 5).map((selected) => {
      const { query, variables, declarations } = written(selected);
      return {
        query: `${keyword}${declarations.length > 0 ? ` (${declarations.join(", ")})` : ""} { ${query} }`,
        variables,
      };
    });
  });
}
