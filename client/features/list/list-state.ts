import { LIMITS } from "../../../product.config";

export type ListSort = "relevance" | "support" | "release";
type ListOrder = "asc" | "desc";
export type ListMatch = "any" | "all";

/** All that a list of prompts shows, as its address tells it. */
export interface ListState {
  q: string;
  tags: readonly string[];
  match: ListMatch;
  sort: ListSort;
  order: ListOrder;
  after: string | null;
}

const MAX_TAGS = 20;
const TAG = /^[a-z][a-z0-9-]{0,49}$/;
const CURSOR = /^[\w-]{1,400}={0,2}$/;

export const PLAIN_LIST: ListState = {
  q: "",
  tags: [],
  match: "any",
  sort: "support",
  order: "desc",
  after: null,
};

/** Words sort by relevance unless the reader says otherwise; without words there is nothing to be relevant to. */
export function defaultSort(q: string): ListSort {
  return q === "" ? "support" : "relevance";
}

/** Reads an address. What is unknown or malformed counts as not said. */
export function parseListState(parameters: URLSearchParams): ListState {
  const q = normalizeQuery(parameters.get("q") ?? "");
  const tags = [...new Set(parameters.getAll("tag").filter((tag) => TAG.test(tag)))].slice(0, MAX_TAGS);
  const after = parameters.get("after");
  const sort = oneOf(parameters.get("sort"), q === "" ? ["support", "release"] : ["relevance", "support", "release"]);
  return {
    q,
    tags,
    match: oneOf(parameters.get("match"), ["any", "all"]) ?? "any",
    sort: sort ?? defaultSort(q),
    order: oneOf(parameters.get("order"), ["asc", "desc"]) ?? "desc",
    after: after !== null && CURSOR.test(after) ? after : null,
  };
}

/** The query of a list's address, "" or with its question mark; what is the default is left out. */
export function listSearch(state: ListState): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of listParameters(state)) parameters.append(name, value);
  if (state.after) parameters.set("after", state.after);
  const search = parameters.toString();
  return search && `?${search}`;
}

/** The same without the place in the list, as the hidden fields of a form need it. */
export function listParameters(state: ListState): [name: string, value: string][] {
  const parameters: [string, string][] = [];
  if (state.q) parameters.push(["q", state.q]);
  for (const tag of state.tags) parameters.push(["tag", tag]);
  if (state.tags.length > 1 && state.match !== "any") parameters.push(["match", state.match]);
  if (state.sort !== defaultSort(state.q)) parameters.push(["sort", state.sort]);
  if (state.order !== "desc") parameters.push(["order", state.order]);
  return parameters;
}

/** A change starts the list from its beginning. Words that come bring the sort that suits them, words that go take it along. */
export function changeList(state: ListState, change: Partial<Omit<ListState, "after">>): ListState {
  const next = { ...state, ...change, after: null };
  const byDefault = state.sort === defaultSort(state.q) && change.sort === undefined;
  const impossible = next.q === "" && next.sort === "relevance";
  return byDefault || impossible ? { ...next, sort: defaultSort(next.q) } : next;
}

export function toggleTag(state: ListState, slug: string): ListState {
  const tags = state.tags.includes(slug) ? state.tags.filter((tag) => tag !== slug) : [...state.tags, slug];
  return changeList(state, { tags });
}

/** How many filters "clear" would take away. The sort is none. */
export function filterCount({ q, tags }: ListState): number {
  return (q ? 1 : 0) + tags.length;
}

export function clearFilters(state: ListState): ListState {
  return changeList(state, { q: "", tags: [], match: "any" });
}

/** Whether the address is that of the plain list; every other one is for readers, not for search engines. */
export function isPlainList(state: ListState): boolean {
  return listSearch(state) === "";
}

/** The API refuses NUL, half a surrogate pair and more than 30 marks in a row; a search for the rest finds what it can. */
export function normalizeQuery(query: string): string {
  // Cut first: what normalising costs grows with the square of a run of marks.
  const words = query
    .slice(0, LIMITS.searchQuery * 8)
    .normalize("NFC")
    .replace(/([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu, "$1")
    .replace(/[\0\p{Surrogate}\s]+/gu, " ")
    .trim();
  return [...words].slice(0, LIMITS.searchQuery).join("").trim();
}

function oneOf<T extends string>(value: string | null, allowed: readonly T[]): T | undefined {
  return allowed.find((option) => option === value);
}
