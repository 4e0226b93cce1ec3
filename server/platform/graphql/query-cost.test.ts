import { parse, type OperationDefinitionNode } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { checkCost, COST_LIMIT } from "./query-cost";

function cost(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source);
  return checkCost(schema(), document, document.definitions[0] as OperationDefinitionNode, variables);
}

describe("the cost of a query", () => {
  test("is one per object that the query can return, and a fraction per value", () => {
    expect(cost(`{ prompt(id: "1") { id } }`)).toBeCloseTo(1 + 0.2);
    expect(cost(`{ prompt(id: "1") { id locales } }`)).toBeCloseTo(1 + 0.2 + 4 * 0.2);
    expect(cost(`{ prompt(id: "1") { text(locale: EN) { locale } author { id } } }`)).toBeCloseTo(3 + 0.4);
    expect(cost(`{ promptsByIds(ids: ["1", "2", "3"]) { text(locale: EN) { locale } } }`)).toBeCloseTo(6 + 0.6);
    expect(cost(`{ tags(first: 1) { nodes { label(locale: EN) } } }`)).toBeCloseTo(5 + 1 + 0.5);
  });

  test("counts the texts in all languages, or in those asked for", () => {
    const texts = (args: string, variables = {}) =>
      cost(`query ($some: [Locale!]) { prompt(id: "1") { texts${args} { locale } } }`, variables);
    expect(texts("")).toBeCloseTo(1 + 13 * 1.2);
    expect(texts("(locales: null)")).toBeCloseTo(1 + 13 * 1.2);
    expect(texts("(locales: [EN, FR])")).toBeCloseTo(1 + 2 * 1.2);
    expect(texts("(locales: $some)", { some: ["EN"] })).toBeCloseTo(1 + 1.2);
    expect(texts("(locales: $some)", { some: Array(50).fill("EN") })).toBeCloseTo(1 + 13 * 1.2);
    expect(texts("(locales: [])")).toBeCloseTo(1);
  });

  test("counts __typename like any value", () => {
    expect(cost(`{ __typename prompt(id: "1") { id __typename ... on Prompt { a: __typename } } }`)).toBeCloseTo(1.8);
  });

  test("multiplies rows by the page size, 20 by default", () => {
    const rows = (args: string) => (cost(`{ tags${args} { nodes { slug } } }`) - 5) / 1.2;
    expect(rows("(first: 3)")).toBeCloseTo(3);
    expect(rows("(last: 4)")).toBeCloseTo(4);
    expect(rows("(first: 2, last: 50)")).toBeCloseTo(50);
    expect(rows("(first: 0, last: 100)")).toBeCloseTo(100);
    expect(rows("")).toBeCloseTo(20);
    expect(rows("(first: 0)")).toBeCloseTo(0);
  });

  test("counts edges together with their nodes, and flags and totals once", () => {
    expect(
      cost(`{ tags(first: 10) { totalCount edges { cursor node { slug } } pageInfo { hasNextPage } } }`),
    ).toBeCloseTo(5 + 20 + 10 * (2 + 0.4) + 1 + 0.2);
  });

  test("is the same through fragments, inline or named, however nested", () => {
    const plain = cost(`{ prompts(locale: EN, first: 7) { nodes { id tags { slug } author { id } } } }`);
    expect(
      cost(
        `{ ...Q } fragment Q on Query { prompts(locale: EN, first: 7) { ...C } } fragment C on PromptConnection { nodes { ...P } } fragment P on Prompt { id ... on Prompt { tags { slug } ... { author { id } } } }`,
      ),
    ).toBeCloseTo(plain);
  });

  test("uses variables, or their defaults if they are not given", () => {
    const query = "query ($n: Int = 50) { tags(first: $n) { nodes { slug } } }";
    expect(cost(query)).toBeCloseTo(65);
    expect(cost(query, { n: 5 })).toBeCloseTo(11);
    expect(cost(query, { n: undefined })).toBeCloseTo(65);
    expect(cost(query, { n: null })).toBeCloseTo(29);
  });

  test("adds the declared cost of an input field, given in the document or by a variable", () => {
    const page = cost(`{ prompts(locale: EN, filter: { tags: ["a"] }) { nodes { id } } }`);
    expect(cost(`{ prompts(locale: EN, filter: { query: "a" }) { nodes { id } } }`)).toBeCloseTo(page + 1000);
    expect(
      cost(`query ($q: String) { prompts(locale: EN, filter: { query: $q }) { nodes { id } } }`, { q: "a" }),
    ).toBeCloseTo(page + 1000);
    const mixed = "写a邮b件c".repeat(10);
    expect(cost(`{ prompts(locale: EN, filter: { query: "${mixed}" }) { nodes { id } } }`)).toBeCloseTo(page + 1500);
    const byFilter = "query ($filter: PromptFilter) { prompts(locale: EN, filter: $filter) { nodes { id } } }";
    expect(cost(byFilter, { filter: { query: "a" } })).toBeCloseTo(page + 1000);
    expect(cost(byFilter, { filter: { tags: [] } })).toBeCloseTo(page);
    expect(cost(byFilter, { filter: null })).toBeCloseTo(page);
  });

  test("adds the declared cost of an argument that is given, also of a list by its length", () => {
    const update = (args: string, variables = {}) =>
      cost(
        `mutation ($shared: Boolean, $texts: [PromptTextInput!]) { updatePrompt(promptId: "1", ${args}) { prompt { id } } }`,
        variables,
      );
    const one = update("tags: []");
    expect(one).toBeCloseTo(1000 + 2.2);
    expect(update("shared: true")).toBeCloseTo(one + 1500);
    expect(update("shared: null")).toBeCloseTo(one);
    expect(update("shared: $shared")).toBeCloseTo(one);
    expect(update("shared: $shared", { shared: false })).toBeCloseTo(one + 1500);
    expect(update("texts: { locale: EN }")).toBeCloseTo(one);
    expect(update("texts: [{ locale: EN }, { locale: DE }]")).toBeCloseTo(one + 1000);
    const thirteen = { texts: Array.from({ length: 13 }, () => ({ locale: "EN" })) };
    expect(update("texts: $texts", thirteen)).toBeCloseTo(3000 + 2.2);
    expect(update("texts: $texts, shared: true", thirteen)).toBeLessThan(COST_LIMIT - 100);
    expect(() => update("texts: $texts", { texts: null })).not.toThrow();
  });

  test("counts a search again for its total and for the rows beyond its page", () => {
    const search = (selection: string) => cost(`{ prompts(locale: EN, filter: { query: "a" }) { ${selection} } }`);
    expect(search("totalCount")).toBeCloseTo(1000 + 5 + 20 + 1000);
    expect(search("pageInfo { hasNextPage }")).toBeCloseTo(1000 + 5 + 1000 + 1.2);
    const aliases = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `p${at}: prompts(locale: EN, filter: { query: "${at}" }) { totalCount }`,
      );
    expect(() => cost(`{ ${aliases(2).join(" ")} }`)).not.toThrow();
    expect(() => cost(`{ ${aliases(3).join(" ")} }`)).toThrow(/costs 6075; at most 5000/);
  });

  test("of page sizes above the maximum is that of the maximum", () => {
    expect(cost("{ tags(first: 2000000000) { nodes { slug } } }")).toBeCloseTo(125);
    expect(cost("{ tags(first: -5) { nodes { slug } } }")).toBeCloseTo(125);
  });

  const IDS = `[${'"81",'.repeat(100)}]`;
  const aliased = (field: string) => Array.from({ length: 14 }, (_, at) => `a${at}: ${field}`).join(" ");
  // Queries of the fourth attack: each blocked the only thread for 0.3 to 0.7 s.
  test.each([
    `{promptsByIds(ids:${IDS}){related(first:9){tags{${aliased("label(locale:BN)")} slug}}}}`,
    `{promptsByIds(ids:${IDS}){related(first:12){related(first:12){${aliased("locales")}}}}}`,
    `{promptsByIds(ids:${IDS}){related(first:4){${aliased("next{related(first:-1){id}}")}}}}`,
    `{promptsByIds(ids:${IDS}){${aliased("related(first:0){id}")}}}`,
    `{prompts(locale:EN,first:100){nodes{author{${aliased('prompts(first:0,after:"zz"){totalCount}')}}}}}`,
  ])("counts values, and lists that are empty or invalid: %s is refused", (query) => {
    expect(() => cost(query)).toThrow(/costs/);
  });

  test.each([
    "{prompts(locale:BN first:100){nodes{related(first:12){text(locale:BN){a0:excerpt(length:600) a1:excerpt a2:excerpt}}}}}",
    "{prompts(locale:BN first:100){nodes{related(first:12){text(locale:BN){content p0:plain p1:plain}}}}}",
    `{promptsByIds(ids:[${'"27",'.repeat(100)}]){text(locale:HI){excerpt(length:600) excerptIsWhole(length:600) ${Array.from({ length: 15 }, (_, i) => `e${i}:excerpt(length:600)`).join(" ")}}}}`,
  ])("counts each requested text, including aliases: %s is refused", (query) => {
    expect(() => cost(query)).toThrow(/costs/);
  });

  test("above the limit is refused, and the site's own queries are far below it", () => {
    const nested = "{ users(first: 100) { nodes { prompts(first: 100) { nodes { id } } } } }";
    expect(() => cost(nested)).toThrow(
      expect.objectContaining({
        extensions: expect.objectContaining({ code: "QUERY_TOO_COMPLEX", http: { status: 400 } }) as object,
      }),
    );
    const page =
      "{ prompts(locale: EN) { totalCount edges { cursor node { id text(locale: EN) { title excerpt } tags { slug label(locale: EN) } author { username } } } pageInfo { hasNextPage endCursor } } }";
    expect(cost(page)).toBeLessThan(COST_LIMIT / 10);
  });
});
