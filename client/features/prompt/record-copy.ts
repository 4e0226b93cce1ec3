import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql";

const RecordCopyMutation = graphql(`
  mutation RecordCopy($id: ID!) {
    recordCopy(promptId: $id) {
      prompt {
        id
        copyCount
      }
      problems {
        code
      }
    }
  }
`);

/** Counts that somebody has taken a prompt along. */
export async function recordCopy(client: ApolloClient, id: string): Promise<void> {
  await client.mutate({ mutation: RecordCopyMutation, variables: { id }, errorPolicy: "all" });
}
