import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql";
import type { SavedPromptFragment } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import type { SavedPrompt } from "./editor-state";

graphql(`
  fragment SavedPrompt on Prompt {
    id
    updatedAt
    sourceLocale
    shared
    tags {
      slug
    }
    texts {
      locale
      title
      content
      remark
      notes
    }
  }
`);

const EditedPromptQuery = graphql(`
  query EditedPrompt($id: ID!) {
    viewer {
      user {
        id
      }
    }
    prompt(id: $id) {
      viewerCanEdit
      ...SavedPrompt @unmask
    }
  }
`);

/**
 * The newest version in all its languages. It is not cached: what only its author may see must not stay behind.
 * @returns null if the member has no such prompt
 */
export async function loadSavedPrompt(client: ApolloClient, id: string): Promise<SavedPrompt | null> {
  const { data } = await client.query({ query: EditedPromptQuery, variables: { id }, fetchPolicy: "no-cache" });
  return data?.prompt?.viewerCanEdit ? toSavedPrompt(data.prompt) : null;
}

export function toSavedPrompt({ id, updatedAt, sourceLocale, shared, tags, texts }: SavedPromptFragment): SavedPrompt {
  return {
    id,
    updatedAt,
    sourceLocale: localeOf(sourceLocale),
    texts: Object.fromEntries(
      texts.map(({ locale, title, content, remark, notes }) => [
        localeOf(locale),
        { title, content, remark: remark ?? "", notes: notes ?? "" },
      ]),
    ),
    tags: tags.map(({ slug }) => slug),
    shared,
  };
}
