import type { ApolloClient } from "@apollo/client";
import type { Locale } from "../../../contract/locales";
import { graphql } from "../../gql";
import { localeName, localeOf } from "../../i18n/locale-name";
import type { SavedPrompt } from "./editor-state";

const EditedPromptQuery = graphql(`
  query EditedPrompt($id: ID!, $locale: Locale!) {
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
      text(locale: $locale) {
        locale
        title
        content
        remark
        notes
      }
    }
  }
`);

/** Another version came in between. */
const TRIES = 3;

/**
 * The newest version in all its languages. It is not cached: what only its author may see must not stay behind.
 * @returns null if the member has no such prompt
 */
export async function loadSavedPrompt(client: ApolloClient, id: string, locale: Locale): Promise<SavedPrompt | null> {
  const load = async (language: Locale) => {
    const variables = { id, locale: localeName(language) };
    const { data } = await client.query({ query: EditedPromptQuery, variables, fetchPolicy: "no-cache" });
    return data?.prompt?.viewerCanEdit ? data.prompt : null;
  };
  for (let tries = TRIES; ; tries -= 1) {
    const first = await load(locale);
    if (!first) return null;
    const languages = first.locales.map(localeOf);
    const others = languages.filter((language) => language !== localeOf(first.text.locale));
    const all = [first, ...(await Promise.all(others.map(load)))];
    if (tries > 1 && all.some((each) => each?.updatedAt !== first.updatedAt)) continue;
    return {
      id,
      updatedAt: first.updatedAt,
      sourceLocale: localeOf(first.sourceLocale),
      languages,
      texts: Object.fromEntries(
        all.flatMap((each) => {
          if (!each) return [];
          const { locale: language, title, content, remark, notes } = each.text;
          return [[localeOf(language), { title, content, remark: remark ?? "", notes: notes ?? "" }] as const];
        }),
      ),
      tags: first.tags.map(({ slug }) => slug),
      shared: first.shared,
    };
  }
}
