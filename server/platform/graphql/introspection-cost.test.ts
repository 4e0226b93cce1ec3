import { getIntrospectionQuery, parse, type OperationDefinitionNode } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { checkDocument } from "./document-limits";
import { checkIntrospection, introspectionLimit, measureIntrospection } from "./introspection-cost";

const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join(" ");
const refused = expect.objectContaining({
  extensions: expect.objectContaining({ code: "QUERY_TOO_COMPLEX", http: { status: 400 } }) as object,
}) as Error;

function cost(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source);
  const operation = document.definitions[0] as OperationDefinitionNode;
  return measureIntrospection(schema(), document, operation, variables, Infinity);
}

/** Checks a request like the server does: before and after validation. */
function check(source: string, variables: Record<string, unknown> = {}): void {
  checkDocument(source);
  const document = parse(source);
  checkIntrospection(schema(), document, document.definitions[0] as OperationDefinitionNode, variables);
}

const OPTIONS = [
  "descriptions",
  "specifiedByUrl",
  "directiveIsRepeatable",
  "schemaDescription",
  "inputValueDeprecation",
  "oneOf",
] as const;

describe("the introspection that tools request", () => {
  const variants = Array.from({ length: 2 ** OPTIONS.length }, (_, bits) =>
    Object.fromEntries(OPTIONS.map((option, index) => [option, Boolean(bits & (1 << index))])),
  );

  test("is within the limits with all options of the standard query", () => {
    for (const options of variants) {
      const query = getIntrospectionQuery(options);
      expect(() => {
        check(query);
      }, JSON.stringify(options)).not.toThrow();
      expect(cost(query)).toBeLessThanOrEqual(introspectionLimit(schema()) / 2);
    }
  });

  test("is within the limits with shallower and deeper types than usual", () => {
    for (const typeDepth of [0, 3, 7, 14])
      expect(() => {
        check(getIntrospectionQuery({ typeDepth }));
      }).not.toThrow();
  });

  test("is within the limits together with data, and type by type", () => {
    const introspection = getIntrospectionQuery().replace("__schema", 'site { name } prompt(id: "1") { id } __schema');
    expect(() => {
      check(introspection);
    }).not.toThrow();
    const names = ["__Schema", "__Type", "__Field", "__InputValue", "__EnumValue", "__Directive", "Prompt", "Query"];
    expect(() => {
      check(
        `{ ${times(names.length, (index) => `a${index}: __type(name: "${names[index]}") { name fields { name description args { name } } }`)} }`,
      );
    }).not.toThrow();
  });
});

describe("the cost of introspection", () => {
  const prompt = `{ __type(name: "Prompt") { fields { name } } }`;

  test("depends on what the schema contains", () => {
    expect(cost("{ site { name } }")).toBeLessThan(5);
    expect(cost("{ __typename }")).toBeLessThan(5);
    expect(cost(`{ __type(name: "Nothing") { fields { name } } }`)).toBeLessThan(50);
    expect(cost("{ __schema { types { name } } }")).toBeGreaterThan(Object.keys(schema().getTypeMap()).length * 20);
    expect(cost(`{ __type(name: "Prompt") { fields { name description } } }`)).toBeGreaterThan(2 * cost(prompt));
  });

  test("considers the type named by a variable's value or default", () => {
    const byVariable = (declared: string) => `query (${declared}) { __type(name: $name) { fields { name } } }`;
    expect(cost(byVariable("$name: String!"), { name: "Prompt" })).toBe(cost(prompt));
    expect(cost(byVariable('$name: String = "Prompt"'))).toBe(cost(prompt));
    for (const name of [null, 1, "Nobody", "__proto__"])
      expect(cost(byVariable("$name: String!"), { name })).toBeLessThan(50);
  });

  test("counts the name of a type like any value", () => {
    const types = Object.keys(schema().getTypeMap()).length;
    expect(cost("{ __schema { types { kind __typename } } }")).toBeGreaterThan(
      cost("{ __schema { types { kind } } }") + types * 20,
    );
  });

  test("counts a fragment each time it is spread", () => {
    const once = cost(
      `{ ...Q } fragment Q on Query { __schema { types { ...T } } } fragment T on __Type { fields { name } }`,
    );
    const twice = cost(`{ __schema { types { ...T ... { ...T } } } } fragment T on __Type { fields { name } }`);
    expect(twice / once).toBeCloseTo(2, 0);
  });
});

describe("introspection beyond what tools request is refused", () => {
  const bombs: [string, string][] = [
    [
      "aliases in fragments: 660 bytes that made 14.6 MB",
      `{__schema{${times(10, (index) => `a${index}:types{...T}`)}}} fragment T on __Type{fields{type{...U ofType{...U ofType{...U}}}}} fragment U on __Type{${times(3, (index) => `b${index}:fields{name description type{name ofType{name}}}`)}}`,
    ],
    [
      "aliases of aliases: 2 kB that exhausted the memory",
      `{__schema{${times(20, (index) => `a${index}:types{...T}`)}}} fragment T on __Type{${times(20, (index) => `b${index}:fields{type{...U ofType{...U}}}`)}} fragment U on __Type{${times(20, (index) => `c${index}:fields{name description args{name}}`)}}`,
    ],
    [
      "types under fourteen aliases",
      `{${times(14, (index) => `a${index}: __type(name:"Mutation"){...T}`)}} fragment T on __Type {fields{name description args{name description type{name ofType{name inputFields{name description}}}} type{name ofType{name fields{name description}}}}}`,
    ],
    [
      "the standard query fifteen times",
      getIntrospectionQuery().replace(
        "__schema {",
        `${times(14, (index) => `a${index}: __schema { types { ...FullType } }`)} __schema {`,
      ),
    ],
    [
      "fragments that grow exponentially",
      `{__schema{types{...F0}}} ${times(30, (index) => `fragment F${index} on __Type {...F${index + 1} ...F${index + 1}}`)} fragment F30 on __Type {name}`,
    ],
    ["a chain of types", `{__schema{types{${"ofType{".repeat(30)}name${"}".repeat(30)}}}}`],
    ["directives", `{__schema{types{${times(51, () => "name @include(if: true)")}}}}`],
  ];

  test.each(bombs)("%s", (_name, query) => {
    expect(() => check(query)).toThrow(refused);
  });
});
