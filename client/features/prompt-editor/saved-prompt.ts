import type { ApolloClient } from "@apollo/client";
import type { Locale } from "../../../contract/locales";
import { graphql } from "../../gql";
import type { Locale as LocaleName } from "../../gql/graphql";
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
    return toSavedPrompt(
      first,
      all.flatMap((each) => each?.text ?? []),
    );
  }
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
