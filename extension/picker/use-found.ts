import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQueryClient,
} from "@tanstack/react-query";
import { useAccount, useSource } from "../panel/account";
import {
  findKept,
  type Highlight,
  keptPrompts,
  listQuery,
  type ListState,
  type Page,
  type Prompt,
  promptsOf,
  type Tab,
} from "../site/prompts";

export interface Row {
  prompt: Prompt;
  highlight: Highlight | null;
}

export interface Found {
  rows: readonly Row[];
  /** How many there are, of which some may not have been loaded. */
  count: number;
  isExact: boolean;
  /** False while the answer for these words has not come: the rows are those of earlier ones. */
  isCurrent: boolean;
  /** The site did not answer: the rows are what this device keeps. */
  error: Error | null;
}

/** A person's own prompts and favourites come first: they know these. */
const SOURCES = ["mine", "favorites", "library"] as const satisfies readonly Tab[];

/** The prompts for some words, each once. */
export function useFound(words: string): Found {
  const source = useSource();
  const client = useQueryClient();
  const { connection } = useAccount();
  const listOf = (tab: Tab): ListState => {
    const usual = tab === "library" ? "support" : "release";
    return { tab, words, tags: [], sort: words === "" ? usual : "relevance" };
  };
  const useList = (tab: Tab) =>
    useInfiniteQuery({
      ...listQuery(source, listOf(tab)),
      placeholderData: (previous) => previous,
      enabled: tab === "library" || connection !== null,
    });
  const lists = { mine: useList("mine"), favorites: useList("favorites"), library: useList("library") };

  const rows = new Map<string, Row>();
  let more = 0;
  for (const tab of SOURCES) {
    const list = lists[tab];
    for (const row of rowsOf(tab, list)) if (!rows.has(row.prompt.id)) rows.set(row.prompt.id, row);
    const [first] = list.data?.pages ?? [];
    if (first && tab !== "favorites" && !list.error) more += first.totalCount - promptsOf(list.data).length;
  }
  const asked = connection ? Object.values(lists) : [lists.library];
  return {
    rows: [...rows.values()],
    count: rows.size + more,
    isExact: asked.every(({ data }) => data?.pages[0]?.totalCountIsExact ?? true) && !lists.favorites.hasNextPage,
    isCurrent: asked.every(({ isPlaceholderData, isPending }) => !isPlaceholderData && !isPending),
    error: lists.library.error,
  };

  function rowsOf(tab: Tab, { data, error }: UseInfiniteQueryResult<InfiniteData<Page>>): Row[] {
    const find = (prompts: readonly Prompt[]) =>
      findKept(prompts, { words, tags: [] }).map((prompt) => ({ prompt, highlight: null }));
    if (error) return find(keptPrompts(client, source, tab).prompts);
    const edges = promptsOf(data);
    // The site does not search favourites.
    if (tab === "favorites") return find(edges.map(({ node }) => node));
    return edges.map(({ node, highlights }) => ({ prompt: node, highlight: highlights ?? null }));
  }
}
