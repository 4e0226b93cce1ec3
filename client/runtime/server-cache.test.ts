import { CombinedGraphQLErrors, gql } from "@apollo/client";
import { GraphQLError, type DocumentNode, print } from "graphql";
import { expect, test } from "vitest";
import { createCache } from "./cache";
import { documentToSend, type ServerCache } from "./server-cache";
import { createServerClient } from "./server-client";

const PAGE = gql`
  query Page($id: ID!, $first: Int = 2) {
    prompt(id: $id) {
      id
      text(locale: EN) {
        title
      }
      related(first: $first) {
        id
      }
    }
  }
`;
const LATE = gql`
  query Late($id: ID!) {
    prompt(id: $id) {
      id
      text(locale: EN) {
        content
      }
    }
  }
`;
const PART = gql`
  query Part($id: ID!) {
    prompt(id: $id) {
      id
      text(locale: EN) {
        title
        content
      }
    }
  }
`;

const prompt = (id: string, fields: object) => ({ __typename: "Prompt", id, ...fields });
const text = (fields: object) => ({ __typename: "PromptText", ...fields });
const RESULTS: Record<string, { prompt: object }> = {
  Page: { prompt: prompt("1", { text: text({ title: "One" }), related: [prompt("2", {})] }) },
  Late: { prompt: prompt("1", { text: text({ content: "Words" }) }) },
};
const variables = { id: "1", first: 2 };

function site() {
  const sent: { query: DocumentNode; operationName?: string }[] = [];
  const client = createServerClient((operation) => {
    sent.push(operation);
    const data = RESULTS[operation.operationName ?? ""];
    return Promise.resolve(data ? { data } : { data: null, errors: [new GraphQLError("Not so.")] });
  });
  return { client, cache: client.cache as ServerCache, sent };
}

test("what was asked for is read again as it came, whatever came in between, and what was not is missing", async () => {
  const { client, cache, sent } = site();
  expect((await client.query({ query: PAGE, variables })).data).toBe(RESULTS["Page"]);
  await client.query({ query: LATE, variables });
  expect(cache.resultOf(PAGE, variables)).toBe(RESULTS["Page"]);
  expect((await client.query({ query: PAGE, variables: { first: 2, id: "1" } })).data).toBe(RESULTS["Page"]);
  expect(sent.map(({ operationName }) => operationName)).toEqual(["Page", "Late"]);
  expect(cache.resultOf(PAGE, { id: "1", first: 3 })).toBeUndefined();
  await client.query({ query: PAGE, variables: { id: "1", first: 3 } });
  expect(sent.map(({ operationName }) => operationName)).toEqual(["Page", "Late", "Page"]);
});

test("what nobody has asked for is put together from what others brought", async () => {
  const { client, cache } = site();
  await client.query({ query: PAGE, variables });
  expect(cache.resultOf(PART, variables)).toBeUndefined();
  await client.query({ query: LATE, variables });
  expect(cache.resultOf(PART, variables)).toEqual({
    prompt: prompt("1", { text: text({ title: "One", content: "Words" }) }),
  });
});

test("the schema is asked for types, and an error is thrown as Apollo Client throws it", async () => {
  const { client, sent } = site();
  await client.query({ query: LATE, variables });
  expect(print(sent[0]?.query ?? LATE)).toContain("__typename");
  const failure: unknown = await client.query({ query: PART, variables }).catch((error: unknown) => error);
  expect(CombinedGraphQLErrors.is(failure) && failure.errors.map(({ message }) => message)).toEqual(["Not so."]);
});

test("the browser gets the same normalized objects as from an ordinary cache", async () => {
  const { client, cache } = site();
  const ordinary = createCache();
  for (const [name, query] of Object.entries({ Page: PAGE, Late: LATE })) {
    await client.query({ query, variables });
    ordinary.writeQuery({ query: documentToSend(query), variables, data: RESULTS[name] });
  }
  expect(cache.extract()).toEqual(ordinary.extract());
  expect(cache.extract()).toHaveProperty(["Prompt:1"]);
});
