import { type ApolloClient, CombinedGraphQLErrors, type TypedDocumentNode } from "@apollo/client";
import { skipToken } from "@apollo/client/react";
import { useQuery } from "../../runtime/apollo-hooks";
import type { Locale } from "../../../contract/locales";
import { graphql } from "../../gql";
import type { PromptListQuery as PromptListResult, PromptOrderField, PromptOrigin } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { cardVariables, type Highlight } from "../prompt";
import { type ListSort, type ListState, PLAIN_LIST } from "./list-state";

/** The list of a page with cards. */
export const PromptListQuery = graphql(`
  query PromptList(
    $locale: Locale!
    $filter: PromptFilter!
    $orderBy: PromptOrder!
    $first: Int!
    $after: String
    $excerptLength: Int!
    $isSearch: Boolean!
  ) {
    prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      totalCountIsExact
      search {
        mode
        hasAll
        correctedQuery
      }
      edges @include(if: $isSearch) {
        node {
          id
        }
        highlights {
          title {
            start
            end
          }
          remark {
            start
            end
          }
        }
      }
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

/** Few prompts in the page itself, more with each further load. */
export const FIRST_PAGE = 12;
export const LATER_PAGE = 24;

type Variables = ReturnType<typeof listVariables>;

interface PromptListData<Node> {
  prompts: {
    totalCount: number;
    totalCountIsExact?: boolean;
    search?: PromptListResult["prompts"]["search"];
    edges?: readonly { node: { id: string }; highlights: Highlight | null }[];
    nodes: Node[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

interface PromptListOptions<Data> {
  locale: Locale;
  /** Asks for what the page shows of each prompt. */
  query: TypedDocumentNode<Data, Variables>;
  state: ListState;
}

export interface LoadedList {
  state: ListState;
  /** Why the list could not be loaded, in the browser; the rest of the page could. */
  failure?: unknown;
}

/**
 * Loads a list into the cache. In the browser the page stays as it is when that fails: the reader's words and tags are not lost.
 * @returns the state of the list that was loaded, or of the one that could not be and why
 */
export async function loadList<Data extends PromptListData<unknown>>(
  apollo: ApolloClient,
  options: PromptListOptions<Data>,
  signal: AbortSignal,
): Promise<LoadedList> {
  try {
    return { state: await loadPromptList(apollo, options) };
  } catch (failure) {
    if (import.meta.env.SSR || signal.aborted) throw failure;
    return { state: options.state, failure };
  }
}

/**
 * Loads a list into the cache, with suggestions if there is little in it. A cursor that the server rejects, or that points past the end,
 * falls back to the first page.
 * @returns the state of the list that was loaded
 */
async function loadPromptList<Data extends PromptListData<unknown>>(
  apollo: ApolloClient,
  { locale, query, state }: PromptListOptions<Data>,
): Promise<ListState> {
  const loadFirstPage = () => loadPromptList(apollo, { locale, query, state: { ...state, after: null } });
  try {
    const { data } = await apollo.query({ query, variables: listVariables(locale, state) });
    if (state.after !== null && data?.prompts.nodes.length === 0) return await loadFirstPage();
    if (isPoor(state, data?.prompts)) {
      const { matches, favorites } = suggestionVariables(locale, state);
      const found = await apollo.query({ query: PromptListQuery, variables: matches });
      if (isNothing(data?.prompts) && isNothing(found.data?.prompts))
        await apollo.query({ query: PromptListQuery, variables: favorites });
    }
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

/** Where filters leave less than this, what else there is stands below. */
const LITTLE = 6;

function isPoor(state: ListState, list: PromptListData<unknown>["prompts"] | undefined): boolean {
  // Of an author alone, or in another order: what others have does not match that.
  const isFiltered = state.q !== "" || state.tags.length > 0 || state.language !== null;
  return list !== undefined && list.totalCount < LITTLE && isFiltered;
}

function isNothing(list: { totalCount: number } | undefined): boolean {
  return list?.totalCount === 0;
}

/** The list that the page's loader has loaded, and suggestions if there is little in it. */
export function usePromptList<Node extends { id: string }>(
  { locale, query, state }: PromptListOptions<PromptListData<Node>>,
  failed: boolean,
) {
  // The query would request again what has just failed.
  const { data, fetchMore } = useQuery(query, failed ? skipToken : { variables: listVariables(locale, state) });
  // A skipped query keeps its former data.
  const list = failed ? undefined : data?.prompts;
  const wantsMore = isPoor(state, list);
  const suggested = suggestionVariables(locale, state);
  const { data: matches } = useQuery(PromptListQuery, wantsMore ? { variables: suggested.matches } : skipToken);
  const wantsPicks = wantsMore && isNothing(list) && isNothing(matches?.prompts);
  const { data: favorites } = useQuery(PromptListQuery, wantsPicks ? { variables: suggested.favorites } : skipToken);
  const loadMore = (after: string, first = LATER_PAGE) =>
    fetchMore({
      variables: { after, first },
      updateQuery: (before, { fetchMoreResult: { prompts: more } }) => {
        const shown = new Set(before.prompts.nodes.map(({ id }) => id));
        // One that has lost support since is met again.
        const nodes = [...before.prompts.nodes, ...more.nodes.filter(({ id }) => !shown.has(id))];
        const edges = more.edges && [...(before.prompts.edges ?? []), ...more.edges];
        return { ...before, prompts: { ...more, nodes, ...(edges && { edges }) } };
      },
    });
  const suggestions =
    wantsMore && matches
      ? { matches: matches.prompts, favorites: { nodes: wantsPicks ? (favorites?.prompts.nodes ?? []) : [] } }
      : undefined;
  return { list, highlights: highlightsOf(list), suggestions, loadMore };
}

/** Where the prompts of a search have its words, by their numbers. */
function highlightsOf(list: PromptListData<unknown>["prompts"] | undefined): ReadonlyMap<string, Highlight> {
  return new Map(list?.edges?.flatMap(({ node, highlights }) => (highlights ? [[node.id, highlights]] : [])));
}

const FIELDS: Record<ListSort, PromptOrderField> = {
  relevance: "RELEVANCE",
  support: "UPVOTE_DIFFERENCE",
  release: "ID",
};

/** The community's prompts are released when they are shared. */
function orderField({ sort, kind }: ListState): PromptOrderField {
  return sort === "release" && kind === "community" ? "SHARED_AT" : FIELDS[sort];
}

function listVariables(locale: Locale, state: ListState) {
  return {
    ...cardVariables(locale),
    ...listArguments(state),
    filter: { origin: originOf(state), ...listFilter(state) },
    isSearch: state.q !== "",
  };
}

function originOf({ kind }: ListState): PromptOrigin {
  return kind === "community" ? "COMMUNITY" : "LIBRARY";
}

/** What a list is asked for with. */
export function listArguments(state: ListState) {
  return {
    filter: listFilter(state),
    orderBy: { field: orderField(state), direction: state.order === "asc" ? ("ASC" as const) : ("DESC" as const) },
    first: state.after === null ? FIRST_PAGE : LATER_PAGE,
    after: state.after,
  };
}

/** What is suggested comes from the other origin, whoever wrote it, and from the editors' picks. */
function suggestionVariables(locale: Locale, state: ListState) {
  const other: PromptOrigin = originOf(state) === "LIBRARY" ? "COMMUNITY" : "LIBRARY";
  const list = (field: PromptOrderField, first: number, filter: Variables["filter"]): Variables => ({
    ...cardVariables(locale),
    orderBy: { field, direction: "DESC" },
    first,
    after: null,
    filter,
    isSearch: false,
  });
  return {
    matches: list(state.q ? "RELEVANCE" : "UPVOTE_DIFFERENCE", 6, {
      origin: other,
      ...listFilter({ ...state, author: null }),
    }),
    favorites: list("UPVOTE_DIFFERENCE", 3, {
      origin: "LIBRARY",
      ...listFilter({ ...PLAIN_LIST, tags: ["favorite"] }),
    }),
  };
}

function listFilter({ q, asTyped, tags, match, author, language }: ListState) {
  return {
    query: q || null,
    asTyped,
    tags: tags.length > 0 ? [...tags] : null,
    tagMatch: match === "all" ? ("ALL" as const) : ("ANY" as const),
    ...(author && { author }),
    ...(language && { locale: localeName(language) }),
  };
}

/** The picks precede the first page, and fold away while there are words: a search shows its results alone. */
export function showsPicks({ q, after }: ListState): boolean {
  return q === "" && after === null;
}
