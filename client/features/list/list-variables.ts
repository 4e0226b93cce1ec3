import { LIMITS } from "../../../contract/limits";
import type { Locale } from "../../../contract/locales";
import type { PromptOrderField, PromptOrigin } from "../../gql/graphql";
import { cardVariables } from "../prompt";
import { filterCount, type ListSort, type ListState } from "./list-state";

const FIELDS: Record<ListSort, PromptOrderField> = {
  relevance: "RELEVANCE",
  support: "UPVOTE_DIFFERENCE",
  release: "ID",
};

/** The list of the home page, which is the library's, as the API asks for it. */
export function listVariables(locale: Locale, state: ListState) {
  return {
    ...cardVariables(locale),
    filter: listFilter(state, "LIBRARY"),
    orderBy: { field: FIELDS[state.sort], direction: state.order === "asc" ? ("ASC" as const) : ("DESC" as const) },
    first: LIMITS.defaultPageSize,
    after: state.after,
  };
}

/** What is asked for where such a list is empty. */
export function suggestionVariables(locale: Locale, state: ListState) {
  return { ...cardVariables(locale), filter: listFilter(state, "COMMUNITY") };
}

function listFilter({ q, tags, match }: ListState, origin: PromptOrigin) {
  return {
    origin,
    query: q || null,
    tags: tags.length > 0 ? [...tags] : null,
    tagMatch: match === "all" ? ("ALL" as const) : ("ANY" as const),
  };
}

/** The favourites stand before the plain list only: a reader who looks for something gets what was looked for. */
export function showsFavorites(state: ListState): boolean {
  return filterCount(state) === 0 && state.after === null;
}
