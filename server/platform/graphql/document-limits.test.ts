import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { checkDocument, DOCUMENT_LIMITS, measureDocument } from "./document-limits";

const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join(" ");
const refused = expect.objectContaining({
  extensions: expect.objectContaining({ code: "QUERY_TOO_COMPLEX", http: { status: 400 } }) as object,
}) as Error;

describe("the number of tokens", () => {
  /** A document of exactly `count` tokens. */
  const tokens = (count: number) => `{ a ${times(count - 3, () => "b")} }`;

  test("may be 1000, not counting comments and whitespace", () => {
    expect(() => checkDocument(tokens(DOCUMENT_LIMITS.tokens))).not.toThrow();
    expect(() => checkDocument(`${"# a b c\n".repeat(900)}${tokens(1000)}${", ".repeat(900)}`)).not.toThrow();
    expect(() => checkDocument(tokens(DOCUMENT_LIMITS.tokens + 1))).toThrow(refused);
  });

  test("is refused if it is huge, even after a syntax error", () => {
    expect(() => checkDocument("{ a ".repeat(60_000))).toThrow(refused);
  });
});

test.each([
  ["characters", `{ a }${" ".repeat(DOCUMENT_LIMITS.length)}`],
  ["lines", `{ a }${"\n".repeat(DOCUMENT_LIMITS.lines)}`],
  ["lines", `{ a }${"\r".repeat(DOCUMENT_LIMITS.lines)}`],
  ["lines", `{ a(b: """${"\n".repeat(DOCUMENT_LIMITS.lines)}""") }`],
])("a document of too many %s is refused", (_what, source) => {
  expect(() => checkDocument(source)).toThrow(refused);
});

test("a document that does not parse passes: its execution reports the syntax error", () => {
  for (const source of ["", "{", "{ a(b: ) }", '{ a " }', "\0", "\ud800"])
    expect(() => checkDocument(source)).not.toThrow();
});

test("a name may have 200 characters, because errors repeat it", () => {
  for (const document of [(name: string) => `query ${name} { a }`, (name: string) => `{ ${name}: a }`]) {
    expect(() => checkDocument(document("n".repeat(200)))).not.toThrow();
    expect(() => checkDocument(document("n".repeat(201)))).toThrow(refused);
  }
  expect(() => checkDocument(`{ a(b: "${"text ".repeat(1000)}") } # ${"comment".repeat(1000)}`)).not.toThrow();
});

describe("the measure of a document", () => {
  const measure = (source: string) => measureDocument(parse(source));

  test("counts fields, aliases, directives and the deepest path", () => {
    expect(measure("query @x { a: b { c @y d: e { f } } }")).toEqual({
      depth: 3,
      introspectionDepth: 0,
      aliases: 2,
      directives: 2,
      fields: 4,
    });
  });

  test("does not count edges, node and nodes as depth", () => {
    expect(measure("{ list { edges { node { name } } nodes { name } } }").depth).toBe(2);
  });

  test("counts fragments each time they are spread, and inline fragments", () => {
    const source = "{ a { ...F ...F @x ... on T @y { ...F } } } fragment F on T { p: q r @z }";
    expect(measure(source)).toMatchObject({ depth: 2, aliases: 3, directives: 5, fields: 7 });
  });

  test("is that of the largest operation, in each respect", () => {
    expect(measure("query A { a { b { c } } } query B { x: a y: a z: a }")).toEqual({
      depth: 3,
      introspectionDepth: 0,
      aliases: 3,
      directives: 0,
      fields: 3,
    });
  });

  test("includes unused fragments: validation visits them too", () => {
    expect(measure("{ a } fragment F on T { x: b y: b z: b }")).toMatchObject({ aliases: 3, fields: 3 });
    expect(() => checkDocument(`{ a } fragment F on T { ${times(31, (index) => `a${String(index)}: b`)} }`)).toThrow(
      refused,
    );
  });

  test("ignores missing and recursive fragments", () => {
    expect(measure("{ a ...Missing }")).toMatchObject({ aliases: 0, fields: 1 });
    expect(measure("{ ...A } fragment A on T { a ...B } fragment B on T { b ...A }").fields).toBe(2);
  });

  // Counted one by one, they would take years.
  test("of a fragment bomb is exact", () => {
    const bomb = `{ ...F0 } ${times(40, (index) => `fragment F${String(index)} on T { ...F${String(index + 1)} ...F${String(index + 1)} }`)} fragment F40 on T { a }`;
    expect(measure(bomb).fields).toBe(2 ** 40);
  });

  test("counts introspection fields like any others, but measures their depth separately", () => {
    const introspection = "{ a { b } __schema { types { x: fields @y { type { ofType { name } } } } } }";
    expect(measure(introspection)).toEqual({ depth: 2, introspectionDepth: 6, aliases: 1, directives: 1, fields: 8 });
    expect(measure("{ ...Q } fragment Q on Query { __type { ...T } } fragment T on __Type { a { b } }")).toMatchObject({
      depth: 0,
      introspectionDepth: 3,
    });
  });
});
