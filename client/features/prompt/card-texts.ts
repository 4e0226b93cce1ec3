import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql";
import type { PromptCardTextsQueryVariables } from "../../gql/graphql";

const PromptCardTextsQuery = graphql(`
  query PromptCardTexts($ids: [ID!]!, $locale: Locale!, $excerptLength: Int!) {
    promptsByIds(ids: $ids) {
      id
      ...PromptCardText_prompt
    }
  }
`);

/** Fetches the texts of cards into the cache. */
export async function fetchCardTexts(
  client: ApolloClient,
  batches: readonly PromptCardTextsQueryVariables[],
): Promise<void> {
  await Promise.all(batches.map((variables) => client.query({ query: PromptCardTextsQuery, variables })));
}
