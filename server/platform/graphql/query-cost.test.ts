import { parse, type OperationDefinitionNode } from "graphql";
import { describe, expect, test } from "vitest";
import { schema } from "../../schema";
import { checkCost, COST_LIMIT } from "./query-cost";

function cost(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source);
  return checkCost(schema(), document, document.definitions[0] as OperationDefinitionNode, variables);
}

describe("the cost of a query", () => {
  test("is one for each object that it can return", () => {
    expect(cost(`{ prompt(id: "1") { id } }`)).toBe(1);
    expect(cost(`{ prompt(id: "1") { text(locale: EN) { title } author { id } } }`)).toBe(3);
    expect(cost(`{ promptsByIds(ids: ["1", "2", "3"]) { text(locale: EN) { title } } }`)).toBe(6);
  });

  test("multiplies rows by the size of the page, 20 where none is given", () => {
    const rows = (args: string) => cost(`{ tags${args} { nodes { slug } } }`);
    expect(rows("(first: 3)")).toBe(1 + 3);
    expect(rows("(last: 4)")).toBe(1 + 4);
    expect(rows("(first: 2, last: 50)")).toBe(1 + 50);
    expect(rows("(first: 0, last: 100)")).toBe(1 + 100);
    expect(rows("")).toBe(1 + 20);
    expect(rows("(first: 0)")).toBe(1);
  });

  test("counts edges with their nodes, flags and totals once", () => {
    expect(cost(`{ tags(first: 10) { totalCount edges { cursor node { slug } } pageInfo { hasNextPage } } }`)).toBe(
      1 + 10 * 2 + 1,
    );
  });

  test("is the same through fragments, inline or named, however nested", () => {
    const plain = cost(`{ prompts(locale: EN, first: 7) { nodes { id tags { slug } author { id } } } }`);
    expect(
      cost(
        `{ ...Q } fragment Q on Query { prompts(locale: EN, first: 7) { ...C } } fragment C on PromptConnection { nodes { ...P } } fragment P on Prompt { id ... on Prompt { tags { slug } ... { author { id } } } }`,
      ),
    ).toBe(plain);
  });

  test("sees variables, and their defaults where none is given", () => {
    const query = "query ($n: Int = 50) { tags(first: $n) { nodes { slug } } }";
    expect(cost(query)).toBe(51);
    expect(cost(query, { n: 5 })).toBe(6);
    expect(cost(query, { n: undefined })).toBe(51);
    expect(cost(query, { n: null })).toBe(21);
  });

  test("adds what a given input field declares, in the document or by a variable", () => {
    const page = cost(`{ prompts(locale: EN, filter: { tags: ["a"] }) { nodes { id } } }`);
    expect(cost(`{ prompts(locale: EN, filter: { query: "a" }) { nodes { id } } }`)).toBe(page + 1000);
    expect(cost(`query ($q: String) { prompts(locale: EN, filter: { query: $q }) { nodes { id } } }`, { q: "a" })).toBe(
      page + 1000,
    );
    const byFilter = "query ($filter: PromptFilter) { prompts(locale: EN, filter: $filter) { nodes { id } } }";
    expect(cost(byFilter, { filter: { query: "a" } })).toBe(page + 1000);
    expect(cost(byFilter, { filter: { tags: [] } })).toBe(page);
    expect(cost(byFilter, { filter: null })).toBe(page);
    const aliases = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `p${at}: prompts(locale: EN, filter: { query: "${at}" }) { totalCount }`,
      );
    expect(() => cost(`{ ${aliases(4).join(" ")} }`)).not.toThrow();
    expect(() => cost(`{ ${aliases(5).join(" ")} }`)).toThrow(/costs 500\d; at most 5000/);
  });

  test("of sizes that will be refused is that of the largest that is allowed", () => {
    expect(cost("{ tags(first: 2000000000) { nodes { slug } } }")).toBe(101);
    expect(cost("{ tags(first: -5) { nodes { slug } } }")).toBe(1);
  });

  test.each([
    "{prompts(locale:BN first:100){nodes{related(first:12){text(locale:BN){a0:excerpt(length:600) a1:excerpt a2:excerpt}}}}}",
    "{prompts(locale:BN first:100){nodes{related(first:12){text(locale:BN){content p0:plain p1:plain}}}}}",
    `{promptsByIds(ids:[${'"27",'.repeat(100)}]){text(locale:HI){excerpt(length:600) excerptIsWhole(length:600) ${Array.from({ length: 15 }, (_, i) => `e${i}:excerpt(length:600)`).join(" ")}}}}`,
  ])("counts each text that is asked for, also by another name: %s is refused", (query) => {
    expect(() => cost(query)).toThrow(/costs/);
  });

  test("past the limit is refused, and a page as the site reads it is far below", () => {
    const nested = "{ users(first: 100) { nodes { prompts(first: 100) { nodes { id } } } } }";
    expect(() => cost(nested)).toThrow(
      expect.objectContaining({ extensions: { code: "QUERY_TOO_COMPLEX", http: { status: 400 } } }),
    );
    const page =
      "{ prompts(locale: EN) { totalCount edges { cursor node { id text(locale: EN) { title excerpt } tags { slug label(locale: EN) } author { username } } } pageInfo { hasNextPage endCursor } } }";
    expect(cost(page)).toBeLessThan(COST_LIMIT / 10);
  });
});
