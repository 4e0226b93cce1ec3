import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import type { Locale } from "../../../contract/locales";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";

const RemovePromptTextMutation = graphql(`
  mutation RemovePromptText($id: ID!, $locale: Locale!) {
    removePromptText(id: $id, locale: $locale) {
      prompt {
        id
        updatedAt
        sourceLocale
        languages
      }
      problems {
        code
      }
    }
  }
`);

/** Removes a language of a prompt. What was cached in that language is asked for again. */
export function useRemoveText(): (id: string, locale: Locale) => Promise<void> {
  const client = useApolloClient();
  const withSession = useWithSession();
  return useCallback(
    async (id, locale) => {
      const variables = { id, locale: localeName(locale) };
      await withSession(() => client.mutate({ mutation: RemovePromptTextMutation, variables }));
      const prompt = client.cache.identify({ __typename: "Prompt", id });
      if (!prompt) return;
      client.cache.modify({
        id: prompt,
        fields: {
          text: (stored: unknown, { DELETE }): unknown =>
            (stored as { locale?: string }).locale === variables.locale ? DELETE : stored,
        },
      });
    },
    [client, withSession],
  );
}
