import { useApolloClient, useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import type { Locale } from "../../../product.config";
import { localeName } from "../../apollo/locale";
import { graphql } from "../../gql";
import { copyText } from "./clipboard";

const PromptPlainTextQuery = graphql(`
  query PromptPlainText($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      id
      text(locale: $locale) {
        locale
        plain
      }
    }
  }
`);

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

/** Copies the whole text of a prompt in a language and counts the copy. */
export function useCopyPrompt(id: string, locale: Locale): () => Promise<void> {
  const apollo = useApolloClient();
  // The reader has the text whether or not it was counted: an error of the count is a result here, and nobody is told.
  const [recordCopy] = useMutation(RecordCopyMutation, { variables: { id }, errorPolicy: "all" });
  return useCallback(async () => {
    const text = apollo
      .query({ query: PromptPlainTextQuery, variables: { id, locale: localeName(locale) } })
      .then(({ data }) => {
        if (!data?.prompt) throw new Error(`Prompt ${id} is gone.`);
        return data.prompt.text.plain;
      });
    await copyText(text);
    void recordCopy();
  }, [apollo, id, locale, recordCopy]);
}
