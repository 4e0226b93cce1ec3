import { isLocale, type Locale } from "../../../contract/locales";
import {
  type BrowsingSort,
  listParameters as canonicalParameters,
  type ListKind,
  USUAL_SORT,
} from "../../../contract/pages";

export type ListSort = "relevance" | BrowsingSort;
type ListOrder = "asc" | "desc";
export type ListMatch = "any" | "all";

/** The state of a prompt list, as encoded in its URL. */
export interface ListState {
  q: string;
  /** Whether misspelled words are searched for as they are. */
  asTyped: boolean;
  /** Sorted, so that each list has one canonical URL. */
  tags: readonly string[];
  match: ListMatch;
  sort: ListSort;
  order: ListOrder;
  after: string | null;
  /** Of the community: the member whose prompts these are, as written in the address. */
  author: string | null;
  /** Of the community: prompts that have a text in it. */
  language: Locale | null;
  kind: ListKind;
}

export const PLAIN_LIST: ListState = {
  q: "",
  asTyped: false,
  tags: [],
  match: "any",
  sort: "support",
  order: "desc",
  after: null,
  author: null,
  language: null,
  kind: "library",
};

/** A search sorts by relevance by default; without a query there is no relevance. */
function defaultSort({ q, kind }: Pick<ListState, "q" | "kind">): ListSort {
  return q === "" ? USUAL_SORT[kind] : "relevance";
}

/** Parses a URL's query. Unknown and malformed parameters are ignored, as in the URL that the server renders. */
export function parseListState(parameters: URLSearchParams, kind: ListKind = "library"): ListState {
  const known = new URLSearchParams(canonicalParameters(parameters, kind));
  const q = known.get("q") ?? "";
  const sort = known.get("sort");
  const language = known.get("language") ?? "";
  return {
    q,
    asTyped: known.has("spelling"),
    tags: known.getAll("tag"),
    match: known.has("match") ? "all" : "any",
    sort: sort === "support" || sort === "release" ? sort : defaultSort({ q, kind }),
    order: known.has("order") ? "asc" : "desc",
    after: known.get("after"),
    author: known.get("author"),
    language: isLocale(language) ? language : null,
    kind,
  };
}

/** Tags that do not exist are ignored, as everything else in an address that means nothing. */
export function withKnownTags(state: ListState, tags: readonly { slug: string }[]): ListState {
  const known = new Set(tags.map(({ slug }) => slug));
  return { ...state, tags: state.tags.filter((tag) => known.has(tag)) };
}

/** The query string of a list's URL: "" or with its question mark. Defaults are omitted. */
export function listSearch(state: ListState): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of listParameters(state)) parameters.append(name, value);
  if (state.after) parameters.set("after", state.after);
  const search = parameters.toString();
  return search && `?${search}`;
}

/** The same without the cursor, for the hidden fields of a form. */
export function listParameters(state: ListState): [name: string, value: string][] {
  const parameters: [string, string][] = [];
  if (state.q) parameters.push(["q", state.q]);
  if (state.asTyped) parameters.push(["spelling", "typed"]);
  for (const tag of state.tags) parameters.push(["tag", tag]);
  if (state.tags.length > 1 && state.match !== "any") parameters.push(["match", state.match]);
  if (state.author) parameters.push(["author", state.author]);
  if (state.language) parameters.push(["language", state.language]);
  if (state.sort !== defaultSort(state)) parameters.push(["sort", state.sort]);
  if (state.order !== "desc") parameters.push(["order", state.order]);
  return parameters;
}

/** Changes the list and resets the cursor. The default sort follows the query; an explicit choice stays while it is possible. */
export function changeList(state: ListState, change: Partial<Omit<ListState, "after">>): ListState {
  const next = { ...state, asTyped: state.asTyped && (change.q ?? state.q) === state.q, ...change, after: null };
  const byDefault = state.sort === defaultSort(state) && change.sort === undefined;
  const impossible = next.q === "" && next.sort === "relevance";
  return byDefault || impossible ? { ...next, sort: defaultSort(next) } : next;
}

export function toggleTag(state: ListState, slug: string): ListState {
  const tags = state.tags.includes(slug) ? state.tags.filter((tag) => tag !== slug) : [...state.tags, slug].sort();
  return changeList(state, { tags });
}

/** How many filters "clear" would remove. The sort does not count. */
export function filterCount({ q, tags, author, language }: ListState): number {
  return [q, author, language].filter(Boolean).length + tags.length;
}

export function clearFilters(state: ListState): ListState {
  return changeList(state, { q: "", tags: [], match: "any", author: null, language: null });
}

/** Whether this is the unfiltered first page, the only one for search engines. */
export function isPlainList(state: ListState): boolean {
  return listSearch(state) === "";
}
