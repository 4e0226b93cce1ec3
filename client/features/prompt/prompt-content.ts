import type { ApolloClient } from "@apollo/client";
import type { Locale } from "../../../contract/locales";
import { localeName } from "../../i18n/locale-name";
import { graphql } from "../../gql";

const PromptContentQuery = graphql(`
  query PromptContent($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      id
      text(locale: $locale) {
        locale
        content
      }
    }
  }
`);

/** Fetches the whole text of a prompt with its markup, unless cached. */
export async function promptContent(client: ApolloClient, id: string, locale: Locale): Promise<string> {
  const { data } = await client.query({ query: PromptContentQuery, variables: { id, locale: localeName(locale) } });
  if (!data?.prompt) throw new Error(`Prompt ${id} is gone.`);
  return data.prompt.text.content;
}
