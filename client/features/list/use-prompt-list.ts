import { type ApolloClient, CombinedGraphQLErrors } from "@apollo/client";
import { skipToken, useQuery } from "@apollo/client/react";
import type { Locale } from "../../../contract/locales";
import { graphql } from "../../gql";
import type { PromptOrderField, PromptOrigin } from "../../gql/graphql";
import { cardVariables } from "../prompt";
import { type ListSort, type ListState } from "./list-state";

const PromptListQuery = graphql(`
  query PromptList(
    $locale: Locale!
    $filter: PromptFilter!
    $orderBy: PromptOrder!
    $first: Int!
    $after: String
    $excerptLength: Int!
  ) {
    prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      nodes {
        id
        ...PromptCard_prompt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const SuggestionsQuery = graphql(`
  query Suggestions($locale: Locale!, $filter: PromptFilter!, $excerptLength: Int!) {
    community: prompts(locale: $locale, filter: $filter, first: 6) {
      totalCount
      nodes {
        id
        ...PromptCard_prompt
      }
    }
    favorites: prompts(locale: $locale, filter: { tags: ["favorite"], origin: LIBRARY }, first: 3) {
      nodes {
        id
        ...PromptCard_prompt
      }
    }
  }
`);

/** Few prompts in the page itself, more with each further load. */
const FIRST_PAGE = 12;
export const LATER_PAGE = 24;

interface PromptListOptions {
  locale: Locale;
  /** The library or the community. */
  origin: PromptOrigin;
  state: ListState;
}

/**
 * Loads a list into the cache, with suggestions if it is empty. A cursor that the server rejects, or that points past the end,
 * falls back to the first page.
 * @returns the state of the list that was loaded
 */
export async function loadPromptList(
  apollo: ApolloClient,
  { locale, origin, state }: PromptListOptions,
): Promise<ListState> {
  const loadFirstPage = () => loadPromptList(apollo, { locale, origin, state: { ...state, after: null } });
  try {
    const { data } = await apollo.query({
      query: PromptListQuery,
      variables: listVariables({ locale, origin, state }),
    });
    if (data?.prompts.nodes.length !== 0) return state;
    if (state.after !== null) return await loadFirstPage();
    await apollo.query({ query: SuggestionsQuery, variables: suggestionVariables({ locale, origin, state }) });
    return state;
  } catch (error) {
    if (state.after === null || !isRejectedInput(error)) throw error;
    return loadFirstPage();
  }
}

/** Whether the server has refused what the reader's address asks for, such as a made-up cursor. */
export function isRejectedInput(error: unknown): boolean {
  return (
    CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.code === "BAD_USER_INPUT")
  );
}

/** The list that the page's loader has loaded, and suggestions if it is empty. */
export function usePromptList(options: PromptListOptions, failed: boolean) {
  // The query would request again what has just failed.
  const { data, fetchMore } = useQuery(PromptListQuery, failed ? skipToken : { variables: listVariables(options) });
  // A skipped query keeps its former data.
  const list = failed ? undefined : data?.prompts;
  const isEmpty = list?.nodes.length === 0;
  const { data: suggestions } = useQuery(
    SuggestionsQuery,
    isEmpty ? { variables: suggestionVariables(options) } : skipToken,
  );
  const loadMore = (after: string) =>
    fetchMore({
      variables: { after, first: LATER_PAGE },
      updateQuery: (before, { fetchMoreResult: { prompts: more } }) => ({
        ...before,
        prompts: { ...more, nodes: [...before.prompts.nodes, ...more.nodes] },
      }),
    });
  return { list, suggestions: isEmpty ? suggestions : undefined, loadMore };
}

const FIELDS: Record<ListSort, PromptOrderField> = {
  relevance: "RELEVANCE",
  support: "UPVOTE_DIFFERENCE",
  release: "ID",
};

function listVariables({ locale, origin, state }: PromptListOptions) {
  return {
    ...cardVariables(locale),
    ...listArguments(state),
    filter: { origin, ...listFilter(state) },
  };
}

/** What a list is asked for with. */
export function listArguments(state: ListState) {
  return {
    filter: listFilter(state),
    orderBy: { field: FIELDS[state.sort], direction: state.order === "asc" ? ("ASC" as const) : ("DESC" as const) },
    first: state.after === null ? FIRST_PAGE : LATER_PAGE,
    after: state.after,
  };
}

/** Suggestions come from the other origin. */
function suggestionVariables({ locale, origin, state }: PromptListOptions) {
  const other: PromptOrigin = origin === "LIBRARY" ? "COMMUNITY" : "LIBRARY";
  return { ...cardVariables(locale), filter: { origin: other, ...listFilter(state) } };
}

function listFilter({ q, tags, match }: ListState) {
  return {
    query: q || null,
    tags: tags.length > 0 ? [...tags] : null,
    tagMatch: match === "all" ? ("ALL" as const) : ("ANY" as const),
  };
}

/** The picks precede the first page, and fold away while there are words: a search shows its results alone. */
export function showsPicks({ q, after }: ListState): boolean {
  return q === "" && after === null;
}
