import { useApolloClient } from "@apollo/client/react";
import { useCallback } from "react";
import type { Locale } from "../../../contract/locales";
import type { FormProblem } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import type { SavedPrompt } from "./editor-state";

const RemovePromptTextMutation = graphql(`
  mutation RemovePromptText($id: ID!, $locale: Locale!, $expectedUpdatedAt: DateTime) {
    removePromptText(promptId: $id, locale: $locale, expectedUpdatedAt: $expectedUpdatedAt) {
      prompt {
        id
        updatedAt
        sourceLocale
        locales
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** Removes a language of a prompt, unless it has changed since. What was cached in that language is asked for again. */
export function useRemoveText(): (saved: SavedPrompt, locale: Locale) => Promise<readonly FormProblem[]> {
  const client = useApolloClient();
  const withSession = useWithSession();
  return useCallback(
    async ({ id, updatedAt }, locale) => {
      const variables = { id, locale: localeName(locale), expectedUpdatedAt: updatedAt };
      const { data } = await withSession(() => client.mutate({ mutation: RemovePromptTextMutation, variables }));
      const problems = data?.removePromptText?.problems ?? [];
      const prompt = client.cache.identify({ __typename: "Prompt", id });
      if (!prompt || problems.length > 0) return problems;
      client.cache.modify({
        id: prompt,
        fields: {
          text: (stored: unknown, { DELETE }): unknown =>
            (stored as { locale?: string }).locale === variables.locale ? DELETE : stored,
        },
      });
      return problems;
    },
    [client, withSession],
  );
}
