import { getIntrospectionQuery } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { member, withToken } from "../testing/member";
import { introspectionLimit } from "./introspection-cost";
import { schema } from "../../schema";
import { createTestApp, statementsOf, type TestApp } from "../testing/test-app";

let site: TestApp;

/** The headers of a signed-in member, who may send large bodies. */
let headers: Record<string, string>;

beforeAll(async () => {
  site = await createTestApp();
  headers = await withToken(await member(site, "Writer"));
});
afterAll(async () => {
  await site.close();
});

async function outcome(query: string, variables: Record<string, unknown> = {}): Promise<string> {
  const { errors } = await site.send(query, variables);
  return errors?.[0]?.extensions.code ?? "ok";
}

const times = (count: number, each: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => each(index)).join(" ");
const TOO_COMPLEX = "QUERY_TOO_COMPLEX";
/** A selection nested `depth` fields deep. */
const deep = (depth: number): string => (depth <= 2 ? "id" : `related(first: 1) { ${deep(depth - 1)} }`);

describe("a document", () => {
  test("may have at most 1000 tokens", async () => {
    // "{ site { name name … } }" has five tokens besides the names.
    const tokens = (count: number) => `{ site { ${times(count - 5, () => "name")} } }`;
    expect(await outcome(tokens(400))).toBe("ok");
    // Validation refuses to compare so many equal fields.
    expect(await outcome(tokens(1000))).toBe("GRAPHQL_VALIDATION_FAILED");
    expect(await outcome(tokens(1001))).toBe(TOO_COMPLEX);
    expect(await outcome(`{ site { name } } #${"comment ".repeat(2000)}`)).toBe("ok");
    expect(
      await outcome(`{ prompts(locale: EN, filter: { tags: [${times(1000, () => '"x"')}] }) { totalCount } }`),
    ).toBe(TOO_COMPLEX);
  });

  test("may be 8 deep, not counting edges, node and nodes", async () => {
    const query = (depth: number) => `{ prompt(id: "1") { ${deep(depth)} } }`;
    expect(await outcome(query(8))).toBe("ok");
    expect(await outcome(query(9))).toBe(TOO_COMPLEX);
    const wrapped = (depth: number) => `{ prompts(locale: EN, first: 1) { edges { node { ${deep(depth)} } } } }`;
    expect(await outcome(wrapped(8))).toBe("ok");
    expect(await outcome(wrapped(9))).toBe(TOO_COMPLEX);
  });

  test("may have 30 aliases", async () => {
    expect(await outcome(`{ ${times(30, (index) => `a${String(index)}: site { name }`)} }`)).toBe("ok");
    expect(await outcome(`{ ${times(31, (index) => `a${String(index)}: site { name }`)} }`)).toBe(TOO_COMPLEX);
    expect(await outcome(`{ ${times(8, (index) => `a${String(index)}: site { b: name c: name d: name }`)} }`)).toBe(
      TOO_COMPLEX,
    );
  });

  test("may have 50 directives", async () => {
    const skips = (count: number) =>
      times(count, (index) => `... @include(if: true) { ${index % 2 ? "name" : "promptCount"} }`);
    expect(await outcome(`{ site { ${skips(50)} } }`)).toBe("ok");
    expect(await outcome(`{ site { ${skips(51)} } }`)).toBe(TOO_COMPLEX);
    expect(await outcome(`{ site { name ${times(51, () => "@include(if: true)")} } }`)).toBe(TOO_COMPLEX);
  });

  test("is measured through fragments, once per spread", async () => {
    expect(await outcome(`{ a: prompt(id: "1") { ...F } } fragment F on Prompt { ${deep(9)} }`)).toBe(TOO_COMPLEX);
    const aliased = `fragment F on Site { ${times(16, (index) => `a${String(index)}: name`)} }`;
    expect(await outcome(`{ site { ...F } } ${aliased}`)).toBe("ok");
    expect(await outcome(`{ site { ...F ...F } } ${aliased}`)).toBe(TOO_COMPLEX);
    expect(await outcome(`{ site { ...G } } fragment G on Site { ...F ...F } ${aliased}`)).toBe(TOO_COMPLEX);
    expect(await outcome(`{ site { ... on Site { ...F } ... { ...F } } } ${aliased}`)).toBe(TOO_COMPLEX);
    expect(
      await outcome(
        `{ prompt(id: "1") { ...A } } fragment A on Prompt { related { ...B } } fragment B on Prompt { ${deep(8)} }`,
      ),
    ).toBe(TOO_COMPLEX);
  });

  test("is measured with all its operations, whichever one is run", async () => {
    const query = `query Small { site { name } } query Large { ${times(31, (index) => `a${String(index)}: site { name }`)} }`;
    for (const operationName of ["Small", "Large"]) {
      const response = await site.app.inject({
        method: "POST",
        url: "/graphql",
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ query, operationName }),
      });
      expect(response.body).toContain(TOO_COMPLEX);
    }
  });

  test("that is a fragment bomb is refused", async () => {
    const bomb = (type: string, field: string, leaf: string) =>
      `{ ${field} { ...F0 } } ${times(60, (index) => `fragment F${String(index)} on ${type} { ...F${String(index + 1)} ...F${String(index + 1)} }`)} fragment F60 on ${type} { ${leaf} }`;
    const connection = "prompts(locale: EN, first: 1)";
    for (const query of [
      bomb("Site", "site", "name"),
      bomb("PromptConnection", connection, "totalCount"),
      bomb("PromptConnection", connection, "nodes { id }"),
    ])
      expect(await outcome(query)).toBe(TOO_COMPLEX);
    const cycle = `{ site { ...A } } fragment A on Site { name ...B ...B } fragment B on Site { ...A ...A }`;
    expect(await outcome(cycle)).toBe("GRAPHQL_VALIDATION_FAILED");
  });

  test("is measured by GET as by POST, whatever bytes the URL contains", async () => {
    const large = `{ ${times(31, (index) => `a${String(index)}:__typename`)} }`;
    for (const query of [
      encodeURIComponent(large),
      `%23%FF%0A${encodeURIComponent(large)}`,
      `%23%ZZ%0A${encodeURIComponent(large)}`,
      encodeURIComponent(large).replaceAll("%20", "+"),
    ]) {
      for (const name of ["query", "%71uery"]) {
        const response = await site.app.inject({
          url: `/graphql?${name}=${query}`,
          headers: { "apollo-require-preflight": "1" },
        });
        expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining(TOO_COMPLEX)]);
      }
    }
  });
});

describe("the cost", () => {
  const nested = (outer: number, inner: number) =>
    `{ users(first: ${String(outer)}) { nodes { prompts(first: ${String(inner)}) { nodes { id } } } } }`;

  test("of nested lists is limited, and checked before anything is read", async () => {
    expect(await outcome(nested(100, 20))).toBe("ok");
    const statements = await statementsOf(async () => {
      expect(await outcome(nested(100, 100))).toBe(TOO_COMPLEX);
    });
    expect(statements).toEqual([]);
  });

  test("takes page sizes from variables and their defaults", async () => {
    const query = (declared: string) =>
      `query (${declared}) { users(first: $n) { nodes { prompts(last: $n) { edges { node { id } } } } } }`;
    expect(await outcome(query("$n: Int"), { n: 100 })).toBe(TOO_COMPLEX);
    expect(await outcome(query("$n: Int = 100"))).toBe(TOO_COMPLEX);
    expect(await outcome(query("$n: Int = 100"), { n: 10 })).toBe("ok");
    expect(await outcome(query("$n: Int = 10"), { n: 100 })).toBe(TOO_COMPLEX);
    expect(await outcome(query("$n: Int"), { n: null })).toBe("ok");
    const ids = Array.from({ length: 100 }, (_, index) => String(index + 1));
    const byIds = `query ($ids: [ID!]! = ["1"]) { promptsByIds(ids: $ids) { related(first: 12) { related(first: 12) { id } } } }`;
    expect(await outcome(byIds)).toBe("ok");
    expect(await outcome(byIds, { ids })).toBe(TOO_COMPLEX);
  });

  test("counts a fragment each time it is spread, on lists and in lists", async () => {
    const fragment = `fragment F on Prompt { related(first: 12) { related(first: 12) { id tags { slug } } } }`;
    const spread = (count: number) =>
      `{ ${times(count, (index) => `a${String(index)}: prompts(locale: EN, first: 2) { nodes { ...F } }`)} } ${fragment}`;
    expect(await outcome(spread(1))).toBe("ok");
    expect(await outcome(spread(10))).toBe(TOO_COMPLEX);
    const onConnection = `{ prompts(locale: EN, first: 100) { ...P } } fragment P on PromptConnection { ...Q } fragment Q on PromptConnection { edges { node { related(first: 12) { text(locale: EN) { title } author { id } tags { slug } } } } }`;
    expect(await outcome(onConnection)).toBe(TOO_COMPLEX);
  });

  test("of a page size above the maximum is not zero", async () => {
    expect(await outcome(nested(100, 2_000_000_000))).toBe(TOO_COMPLEX);
    expect(await outcome(nested(0, 100))).toBe("ok");
  });

  test("counts the rows of `last` when `first` is null", async () => {
    expect(
      await outcome(`{ users(first: null, last: 100) { nodes { prompts(first: null, last: 100) { nodes { id } } } } }`),
    ).toBe(TOO_COMPLEX);
  });
});

describe("introspection", () => {
  test("is open to tools, with any options of the standard query", async () => {
    for (const options of [{}, { descriptions: false }, { inputValueDeprecation: true, schemaDescription: true }]) {
      const { data, errors } = await site.send<{ __schema: { types: unknown[] } }>(getIntrospectionQuery(options));
      expect(errors).toBeUndefined();
      expect(data.__schema.types.length).toBeGreaterThan(40);
    }
    expect(
      await outcome(`{ site { name } __type(name: "Prompt") { fields { type { ofType { ofType { name } } } } } }`),
    ).toBe("ok");
  });

  test("far beyond the standard query is refused, by cost and by depth", async () => {
    const bomb = `{ __schema { ${times(10, (index) => `a${String(index)}: types { ...T }`)} } }
      fragment T on __Type { fields { name type { ...U ofType { ...U ofType { ...U } } } } }
      fragment U on __Type { b: fields { name description } }`;
    expect(await outcome(bomb)).toBe(TOO_COMPLEX);
    expect(await outcome(`{ __schema { types { ${"ofType { ".repeat(20)} name ${"} ".repeat(20)} } } }`)).toBe(
      TOO_COMPLEX,
    );
  });

  test.each([
    ["many small values", "fields { args { type { kind } } type { kind } }"],
    ["only type names", "fields { type { __typename ofType { __typename } } args { __typename } }"],
    ["descriptions", "fields { description args { description } }"],
    ["everything once", "fields { name description args { name type { name ofType { name } } } type { name } }"],
  ])("at its limit has an answer of limited length: %s", async (_name, selection) => {
    const query = (count: number) =>
      `{ __schema { ${times(count, (index) => `a${String(index)}: types { ${selection} }`)} } }`;
    let count = 15;
    while ((await outcome(query(count))) !== "ok") count -= 1;
    expect(count).toBeGreaterThan(0);
    const { data } = await site.send(query(count));
    expect(JSON.stringify(data).length).toBeLessThan(2 * introspectionLimit(schema()));
  });
});

describe("the size of an error response stays limited for", () => {
  const LONG = 200_000;
  const suggestion = " Did you mean x";
  const cases: [string, string, Record<string, unknown>][] = [
    [
      "a long name repeated by many errors",
      `query ${"Q".repeat(LONG)} { ${times(45, (n) => `site @include(if: $v${String(n)}) { name }`)} }`,
      {},
    ],
    ["many errors", `{ site { ${times(900, (n) => `nam${String(n)}`)} } }`, {}],
    [
      "a value that looks like a suggestion",
      "query ($l: Locale!) { tags { nodes { label(locale: $l) } } }",
      { l: suggestion.repeat(LONG / suggestion.length) },
    ],
    [
      "the same value in the document",
      `{ tags { nodes { label(locale: "${suggestion.repeat(LONG / suggestion.length)}") } } }`,
      {},
    ],
    [
      "a fake suggestion with its question mark",
      "query ($l: Locale!) { tags { nodes { label(locale: $l) } } }",
      { l: `${suggestion.repeat(LONG / suggestion.length)}?` },
    ],
    [
      "unknown input fields",
      "query ($f: PromptFilter) { prompts(locale: EN, filter: $f) { totalCount } }",
      { f: Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`quer${String(n)}`, 1])) },
    ],
    [
      "a long input field name",
      "query ($f: PromptFilter) { prompts(locale: EN, filter: $f) { totalCount } }",
      { f: { ["q".repeat(LONG)]: 1 } },
    ],
    [
      "many values of the wrong type",
      "query ($ids: [ID!]!) { promptsByIds(ids: $ids) { id } }",
      { ids: Array.from({ length: 4000 }, () => ({})) },
    ],
    [
      "circular fragments",
      `{ site { ...F0 } } ${times(80, (n) => `fragment F${String(n)} on Site { ...F${String((n + 1) % 80)} ...F0 }`)}`,
      {},
    ],
  ];

  test.each(cases)("%s", async (_name, query, variables) => {
    const payload = JSON.stringify({ query, variables });
    const answer = await site.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { "content-type": "application/json", ...headers },
      payload,
    });
    const { body, statusCode } = answer;
    expect(statusCode).toBe(400);
    // Validation stops after twenty, and says so.
    expect(answer.json<{ errors: unknown[] }>().errors.length).toBeLessThanOrEqual(21);
    expect(body.length).toBeLessThan(100_000);
    expect(body).not.toMatch(/INTERNAL_SERVER_ERROR/);
  });

  test("undeclared variables", async () => {
    const variables = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`v${String(n)}`, 1]));
    expect((await site.send("{ site { name } }", variables, headers)).status).toBe(200);
  });
});

test("a list argument that is too long is refused before its entries are processed", async () => {
  const tags = Array.from({ length: 8000 }, () => "x");
  const query = "query ($tags: [String!]) { prompts(locale: EN, filter: { tags: $tags }) { totalCount } }";
  const statements = await statementsOf(async () => {
    const { errors } = await site.send(query, { tags });
    expect(errors?.[0]?.extensions).toEqual({ code: "BAD_USER_INPUT", argument: "filter.tags" });
  });
  expect(statements).toEqual([]);
});

test("null for a non-null argument is refused once, not for each row", async () => {
  const query = `query ($ids: [ID!]!, $locale: Locale = EN) { promptsByIds(ids: $ids) { text(locale: $locale) { title } } }`;
  const ids = Array.from({ length: 100 }, (_, index) => String(index + 1));
  const { status, errors } = await site.send(query, { ids, locale: null });
  expect([status, errors?.length, errors?.[0]?.extensions]).toEqual([400, 1, { code: "BAD_USER_INPUT" }]);
  expect((await site.send(query, { ids })).status).toBe(200);
  // Null is accepted where the argument is nullable.
  const size = `query ($first: Int = 5) { tags(first: $first) { nodes { slug } } }`;
  expect((await site.send(size, { first: null })).errors).toBeUndefined();
});
