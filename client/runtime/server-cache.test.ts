import { ApolloClient, ApolloLink, gql, type InMemoryCache, Observable } from "@apollo/client";
import { expect, test } from "vitest";
import { CACHE_CONFIG, createCache } from "./cache";
import { ServerCache } from "./server-cache";

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

const prompt = (id: string, fields: object) => ({ __typename: "Prompt", id, ...fields });
const text = (fields: object) => ({ __typename: "PromptText", ...fields });
const RESULTS: Record<string, object> = {
  Page: { prompt: prompt("1", { text: text({ title: "One" }), related: [prompt("2", {})] }) },
  Late: { prompt: prompt("1", { text: text({ content: "Words" }) }) },
};

function clientOf(cache: InMemoryCache) {
  const sent: string[] = [];
  const link = new ApolloLink(({ operationName = "" }) => {
    sent.push(operationName);
    return new Observable((observer) => {
      observer.next({ data: RESULTS[operationName] ?? null });
      observer.complete();
    });
  });
  return { client: new ApolloClient({ cache, link, ssrMode: true, dataMasking: false }), sent };
}

test("what was asked for is read again as it came, whatever came in between, and what was not is missing", async () => {
  const { client, sent } = clientOf(new ServerCache(CACHE_CONFIG));
  const variables = { id: "1" };
  await client.query({ query: PAGE, variables });
  await client.query({ query: LATE, variables });
  expect(client.readQuery({ query: PAGE, variables })).toEqual(RESULTS["Page"]);
  expect((await client.query({ query: PAGE, variables: { first: 2, id: "1" } })).data).toEqual(RESULTS["Page"]);
  expect(sent).toEqual(["Page", "Late"]);
  expect(client.readQuery({ query: PAGE, variables: { id: "2" } })).toBeNull();
  await client.query({ query: PAGE, variables: { id: "2" } });
  expect(sent).toEqual(["Page", "Late", "Page"]);
});

test("the browser gets the same normalized objects as from an ordinary cache", async () => {
  const caches = [new ServerCache(CACHE_CONFIG), createCache()];
  for (const cache of caches) {
    const { client } = clientOf(cache);
    await client.query({ query: PAGE, variables: { id: "1" } });
    await client.query({ query: LATE, variables: { id: "1" } });
  }
  const [ours, ordinary] = caches.map((cache) => cache.extract());
  expect(ours).toEqual(ordinary);
  expect(ours).toHaveProperty(["Prompt:1"]);
});
