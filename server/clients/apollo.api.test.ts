import { ApolloClient, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertComments, serveSite, type ServedSite } from "./served-site";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(async () => {
  await site.close();
});

/** Which types are nodes, as the site tells it. */
async function possibleTypes(): Promise<Record<string, string[]>> {
  const response = await fetch(site.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: `{ __type(name: "Node") { possibleTypes { name } } }` }),
  });
  const { data } = (await response.json()) as { data: { __type: { possibleTypes: { name: string }[] } } };
  return { Node: data.__type.possibleTypes.map(({ name }) => name) };
}

async function createClient(): Promise<ApolloClient> {
  const cache = new InMemoryCache({
    possibleTypes: await possibleTypes(),
    typePolicies: {
      Query: { fields: { prompts: relayStylePagination(["filter", "orderBy", "locale"]) } },
      Prompt: { fields: { comments: relayStylePagination(["orderBy"]) } },
    },
  });
  return new ApolloClient({ cache, link: new HttpLink({ uri: site.url }) });
}

interface Page {
  edges: { node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Asks for page after page of a list. @returns the ids that the cache then has, and how many pages there were */
async function readAll<Data>(
  client: ApolloClient,
  query: TypedDocumentNode<Data>,
  variables: Record<string, unknown>,
  pageOf: (data: Data) => Page,
) {
  await client.query({ query, variables });
  const list = client.watchQuery({ query, variables });
  const kept = () => pageOf(client.readQuery({ query, variables }) as Data);
  let pages = 1;
  for (; kept().pageInfo.hasNextPage; pages += 1)
    await list.fetchMore({ variables: { after: kept().pageInfo.endCursor } });
  return { ids: kept().edges.map(({ node }) => node.id), pages };
}

const PROMPTS: TypedDocumentNode<{ prompts: Page & { totalCount: number } }> = gql`
  query ($filter: PromptFilter, $orderBy: PromptOrder, $after: String) {
    prompts(locale: EN, filter: $filter, orderBy: $orderBy, first: 50, after: $after) {
      totalCount
      edges {
        node {
          id
          upvoteDifference
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const COMMENTS: TypedDocumentNode<{ prompt: { comments: Page } }> = gql`
  query ($id: ID!, $after: String) {
    prompt(id: $id) {
      id
      comments(first: 2, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
        edges {
          node {
            id
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;

test("pages of a list join in the cache, each id once, and each filter and order has a list of its own", async () => {
  const client = await createClient();
  const lists = [
    {},
    { orderBy: { field: "UPVOTE_DIFFERENCE", direction: "DESC" } },
    { filter: { tags: ["code"] }, orderBy: { field: "ID", direction: "DESC" } },
  ];
  for (const variables of lists) {
    const { ids, pages } = await readAll(client, PROMPTS, variables, ({ prompts }) => prompts);
    const total = client.readQuery({ query: PROMPTS, variables })?.prompts.totalCount;
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    expect(pages).toBe(Math.ceil(ids.length / 50));
  }
  const [all, , code] = lists.map((variables) => client.readQuery({ query: PROMPTS, variables })?.prompts.totalCount);
  expect(all).toBeGreaterThan(100);
  expect(code).toBeLessThan(all ?? 0);
});

test("pages of a list within a prompt join in that prompt alone", async () => {
  const client = await createClient();
  const here = await insertComments(site, 11, ["One", "Two", "Three", "Four", "Five"]);
  const there = await insertComments(site, 12, ["Six"]);
  const read = (id: string) => readAll(client, COMMENTS, { id }, ({ prompt }) => prompt.comments);
  expect(await read("11")).toEqual({ ids: here, pages: 3 });
  expect(await read("12")).toEqual({ ids: there, pages: 1 });
});

test("a fragment on Node is read of every type that is one", async () => {
  const client = await createClient();
  const [comment = ""] = await insertComments(site, 13, ["Seven"]);
  const fragment = gql`
    fragment Identity on Node {
      id
    }
  `;
  const query = gql`
    query ($ids: [ID!]!) {
      nodes(ids: $ids) {
        ...Identity
      }
    }
    ${fragment}
  `;
  const wanted = { Prompt: "13", Comment: comment, Tag: "tcode" };
  const { data } = await client.query({ query, variables: { ids: Object.values(wanted) } });
  expect(data).toEqual({ nodes: Object.entries(wanted).map(([__typename, id]) => ({ __typename, id })) });
  for (const [__typename, id] of Object.entries(wanted))
    expect(client.readFragment({ fragment, id: `${__typename}:${id}` })).toEqual({ __typename, id });
});
