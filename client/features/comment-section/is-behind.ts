import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql";
import type { LatestCommentQuery as LatestCommentQueryData } from "../../gql/graphql";

const LatestCommentQuery = graphql(`
  query LatestComment($id: ID!, $isFeedback: Boolean!) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      latestCommentId
    }
    feedback @include(if: $isFeedback) {
      latestCommentId
    }
  }
`);

/** Whether something has been written since the page was made, which may be a minute old. */
export async function isBehind(client: ApolloClient, promptId: string | null): Promise<boolean> {
  const query = { query: LatestCommentQuery, variables: { id: promptId ?? "", isFeedback: promptId === null } };
  const latestOf = (data: LatestCommentQueryData | null | undefined) =>
    (data?.prompt ?? data?.feedback)?.latestCommentId ?? null;
  const { data } = await client.query({ ...query, fetchPolicy: "no-cache" });
  return latestOf(data) !== latestOf(client.readQuery(query));
}
