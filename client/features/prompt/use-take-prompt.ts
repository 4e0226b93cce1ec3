import { useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import { graphql } from "../../gql";
import { copyText } from "./clipboard";

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

interface TakePrompt {
  /** Copies a text that may still be on its way, and counts it. */
  copy(text: Promise<string>): Promise<void>;
  /** Counts a text that left by another way. */
  count(): void;
}

/** The ways in which a prompt's text leaves the site. */
export function useTakePrompt(id: string): TakePrompt {
  // The reader has the text whether or not it was counted: an error of the count is a result here, and nobody is told.
  const [recordCopy] = useMutation(RecordCopyMutation, { variables: { id }, errorPolicy: "all" });
  const count = useCallback(() => void recordCopy(), [recordCopy]);
  const copy = useCallback(
    async (text: Promise<string>) => {
      await copyText(text);
      count();
    },
    [count],
  );
  return { copy, count };
}
