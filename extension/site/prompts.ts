import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Locale } from "../../contract/locales";
import { graphql } from "../gql";
import type {
  Locale as ApiLocale,
  PanelPageFragment,
  PanelPromptFragment,
  PromptFilter,
  PromptOrder,
  TagsQuery,
} from "../gql/graphql";
import { type Caller, request } from "./request";

export type Prompt = PanelPromptFragment;

/** Where its title and remark have the words. */
export type Highlight = NonNullable<PanelPageFragment["edges"][number]["highlights"]>;

/** The whole text comes with the list: a prompt that was in one can be read and inserted without the site. */
graphql(`
  fragment PanelPrompt on Prompt {
    id
    origin
    upvoteDifference
    viewerCanEdit
    viewerHasFavorited
    viewerVote
    locales
    tags {
      slug
      label(locale: $locale)
    }
    text(locale: $locale) {
      locale
      title
      remark
      content
    }
  }
`);

graphql(`
  fragment PanelPage on PromptConnection {
    totalCount
    totalCountIsExact
    search {
      correctedQuery
    }
    edges {
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
      node {
        ...PanelPrompt
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

const PromptsDocument = graphql(`
  query Prompts($locale: Locale!, $first: Int!, $after: String, $filter: PromptFilter!, $orderBy: PromptOrder) {
    prompts(locale: $locale, first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      ...PanelPage
    }
  }
`);

const OwnPromptsDocument = graphql(`
  query OwnPrompts($locale: Locale!, $first: Int!, $after: String, $filter: PromptFilter!, $orderBy: PromptOrder) {
    viewer {
      prompts(locale: $locale, first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
        ...PanelPage
      }
    }
  }
`);

const FavoritesDocument = graphql(`
  query Favorites($locale: Locale!, $first: Int!, $after: String) {
    viewer {
      favorites(first: $first, after: $after) {
        totalCount
        nodes {
          prompt {
            ...PanelPrompt
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const PromptDocument = graphql(`
  query Prompt($id: ID!, $locale: Locale!) {
    prompt(id: $id) {
      ...PanelPrompt
    }
  }
`);

const PromptCountDocument = graphql(`
  query PromptCount($locale: Locale!, $filter: PromptFilter!) {
    prompts(locale: $locale, first: 0, filter: $filter) {
      totalCount
      totalCountIsExact
    }
  }
`);

const OwnPromptCountDocument = graphql(`
  query OwnPromptCount($locale: Locale!, $filter: PromptFilter!) {
    viewer {
      prompts(locale: $locale, first: 0, filter: $filter) {
        totalCount
        totalCountIsExact
      }
    }
  }
`);

const RecordCopyDocument = graphql(`
  mutation RecordCopy($id: ID!) {
    recordCopy(promptId: $id) {
      problems {
        code
      }
    }
  }
`);

const TagsDocument = graphql(`
  query Tags($locale: Locale!) {
    tags(first: 100) {
      nodes {
        slug
        label(locale: $locale)
        promptCount
      }
    }
  }
`);

/** Where to look. */
export const TABS = ["library", "community", "mine", "favorites"] as const;
export type Tab = (typeof TABS)[number];

/** Whether a tab lists what belongs to an account. */
export function needsAccount(tab: Tab): boolean {
  return tab === "mine" || tab === "favorites";
}

export type Sort = "relevance" | "support" | "release";

/** A list of prompts. Each is kept for itself. */
export interface ListState {
  tab: Tab;
  /** Without white space at the ends. */
  words: string;
  tags: readonly string[];
  /** Relevance only with words. Favourites have an order of their own. */
  sort: Sort;
}

const PAGE_SIZE = 20;

/** The site does not search favourites: they come in large pages, and the panel finds words in them. */
const FAVORITES_SIZE = 100;

const ORIGINS: Partial<Record<Tab, PromptFilter["origin"]>> = { library: "LIBRARY", community: "COMMUNITY" };

type Search = Pick<ListState, "tab" | "words" | "tags">;

function filterOf({ tab, words, tags }: Search): PromptFilter {
  const origin = ORIGINS[tab];
  return {
    ...(origin && { origin }),
    ...(words !== "" && { query: words }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

function orderOf({ tab, sort }: ListState): PromptOrder {
  switch (sort) {
    case "relevance":
      return { field: "RELEVANCE", direction: "DESC" };
    case "support":
      return { field: "UPVOTE_DIFFERENCE", direction: "DESC" };
    case "release":
      return { field: tab === "community" ? "SHARED_AT" : "ID", direction: "DESC" };
  }
}

/** The API's name of a language. */
export function apiLocale(locale: Locale): ApiLocale {
  return locale.toUpperCase() as ApiLocale;
}

export function localeOf(apiName: ApiLocale): Locale {
  return apiName.toLowerCase() as Locale;
}

/** The site that is asked, as whom, and the language to answer in. */
export interface Source extends Caller {
  locale: Locale;
  /** `ApiToken.id` of the account that asks; null for a visitor. Tells the answers of one account from those of another. */
  account: string | null;
}

/** A page of a list. */
export type Page = PanelPageFragment;

const EMPTY: Page = {
  totalCount: 0,
  totalCountIsExact: true,
  search: null,
  edges: [],
  pageInfo: { hasNextPage: false, endCursor: null },
};

/** The key of all lists; then come the site, the account, the language and the `ListState`. */
export const LISTS = "prompts";

export function listQuery(source: Source, list: ListState) {
  const { site, account, locale } = source;
  // All favourites are one list, whatever is looked for in it.
  const key: ListState = list.tab === "favorites" ? { ...list, words: "", tags: [], sort: "release" } : list;
  return {
    queryKey: [LISTS, site, account, locale, key] as const,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> =>
      readPage(source, list, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }: Page) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  };
}

async function readPage(source: Source, list: ListState, after: string | null, signal: AbortSignal): Promise<Page> {
  const locale = apiLocale(source.locale);
  if (list.tab === "favorites") {
    const { viewer } = await request(source, FavoritesDocument, { locale, first: FAVORITES_SIZE, after }, signal);
    if (!viewer) return EMPTY;
    const { totalCount, nodes, pageInfo } = viewer.favorites;
    return { ...EMPTY, totalCount, edges: nodes.map(({ prompt }) => ({ node: prompt, highlights: null })), pageInfo };
  }
  const variables = { locale, first: PAGE_SIZE, after, filter: filterOf(list), orderBy: orderOf(list) };
  if (list.tab === "mine")
    return (await request(source, OwnPromptsDocument, variables, signal)).viewer?.prompts ?? EMPTY;
  return (await request(source, PromptsDocument, variables, signal)).prompts;
}

/** How many prompts a tab has; as many as are counted, where `totalCountIsExact` is false. */
export type Count = Pick<Page, "totalCount" | "totalCountIsExact">;

/** How many prompts the site finds in a tab. */
export function countQuery(source: Source, search: Search) {
  const { site, account, locale } = source;
  return {
    queryKey: ["count", site, account, locale, search] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Count> => {
      const variables = { locale: apiLocale(locale), filter: filterOf(search) };
      if (search.tab === "mine")
        return (await request(source, OwnPromptCountDocument, variables, signal)).viewer?.prompts ?? EMPTY;
      return (await request(source, PromptCountDocument, variables, signal)).prompts;
    },
  };
}

export type Tag = NonNullable<TagsQuery["tags"]["nodes"]>[number];

/** The tags that prompts carry, those of most prompts first. */
export function tagsQuery(source: Source) {
  const { site, locale } = source;
  return {
    queryKey: ["tags", site, locale] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Tag[]> => {
      const { tags } = await request(source, TagsDocument, { locale: apiLocale(locale) }, signal);
      return tags.nodes
        .filter(({ promptCount }) => promptCount > 0)
        .sort((one, other) => other.promptCount - one.promptCount);
    },
  };
}

/** A prompt in a language, as it is now; null when it is not public any more. */
export function promptQuery(source: Source, id: string) {
  const { site, locale, account } = source;
  return {
    queryKey: ["prompt", site, account, locale, id] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Prompt | null> =>
      (await request(source, PromptDocument, { id, locale: apiLocale(locale) }, signal)).prompt ?? null,
  };
}

/** Tells the site that its prompt was copied or inserted. @throws SiteAwayError, RefusedError */
export async function recordCopy(source: Source, id: string): Promise<void> {
  await request(source, RecordCopyDocument, { id });
}

/** The prompts of a tab that this device keeps, in the order of the lists that had them, the newest list first. */
export interface Kept {
  prompts: Prompt[];
  /** When the newest of those lists came, in milliseconds since 1970; undefined if nothing is kept. */
  since: number | undefined;
}

export function keptPrompts(client: QueryClient, { site, locale, account }: Source, tab: Tab): Kept {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: [LISTS, site, account, locale] })
    .filter(({ queryKey, state }) => (queryKey[4] as ListState).tab === tab && state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const prompts = new Map<string, Prompt>();
  for (const { state } of lists)
    for (const { node } of promptsOf(state.data as InfiniteData<Page>))
      if (!prompts.has(node.id)) prompts.set(node.id, node);
  return { prompts: [...prompts.values()], since: lists[0]?.state.dataUpdatedAt };
}

export function promptsOf(data: InfiniteData<Page> | undefined): Page["edges"] {
  return data?.pages.flatMap(({ edges }) => edges) ?? [];
}

/** Which of the kept prompts have all words, and one of the tags: the search of a site that does not answer. */
export function findKept(prompts: readonly Prompt[], { words, tags }: Pick<ListState, "words" | "tags">): Prompt[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return prompts.filter((prompt) => {
    const { title, remark, content } = prompt.text;
    const text = [title, remark, content, ...prompt.tags.map(({ label }) => label)].join("\n").toLowerCase();
    return (
      wanted.every((word) => text.includes(word)) &&
      (tags.length === 0 || prompt.tags.some(({ slug }) => tags.includes(slug)))
    );
  });
}
