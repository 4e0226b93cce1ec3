import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql";
import type { Locale as LocaleName } from "../../gql/graphql";
import { localeOf } from "../../i18n/locale-name";
import type { SavedPrompt } from "./editor-state";

const EditedPromptQuery = graphql(`
  query EditedPrompt($id: ID!) {
    prompt(id: $id) {
      id
      updatedAt
      sourceLocale
      locales
      shared
      viewerCanEdit
      tags {
        slug
      }
      texts {
        id
        locale
        title
        content
        remark
        notes
      }
    }
  }
`);

/**
 * The newest version in all its languages. It is not cached: what only its author may see must not stay behind.
 * @returns null if the member has no such prompt
 */
export async function loadSavedPrompt(client: ApolloClient, id: string): Promise<SavedPrompt | null> {
  const { data } = await client.query({ query: EditedPromptQuery, variables: { id }, fetchPolicy: "no-cache" });
  return data?.prompt?.viewerCanEdit ? toSavedPrompt(data.prompt, data.prompt.texts) : null;
}

interface Answer {
  id: string;
  updatedAt: string;
  sourceLocale: LocaleName;
  locales: readonly LocaleName[];
  tags: readonly { slug: string }[];
  shared: boolean;
}

interface AnsweredText {
  locale: LocaleName;
  title: string;
  content: string;
  remark?: string | null;
  notes?: string | null;
}

export function toSavedPrompt(
  { id, updatedAt, sourceLocale, locales, tags, shared }: Answer,
  texts: readonly AnsweredText[],
): SavedPrompt {
  return {
    id,
    updatedAt,
    sourceLocale: localeOf(sourceLocale),
    languages: locales.map(localeOf),
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
