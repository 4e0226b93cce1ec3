import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Locale } from "../../contract/locales";
import { graphql } from "../gql";
import type {
  Locale as ApiLocale,
  PanelPromptFragment,
  PromptFilter,
  PromptOrder,
  PromptsQuery,
  TagsQuery,
} from "../gql/graphql";
import { request } from "./request";

export type Prompt = PanelPromptFragment;

/** Where its title and remark have the words. */
export type Highlight = NonNullable<PromptsQuery["prompts"]["edges"][number]["highlights"]>;

/** The whole text comes with the list: a prompt that was in one can be read and inserted without the site. */
graphql(`
  fragment PanelPrompt on Prompt {
    id
    origin
    upvoteDifference
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

const PromptsDocument = graphql(`
  query Prompts($locale: Locale!, $first: Int!, $after: String, $filter: PromptFilter!, $orderBy: PromptOrder) {
    prompts(locale: $locale, first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
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
export const TABS = ["library", "community"] as const;
export type Tab = (typeof TABS)[number];

export type Sort = "relevance" | "support" | "release";

/** A list of prompts. Each is kept for itself. */
export interface ListState {
  tab: Tab;
  /** Without white space at the ends. */
  words: string;
  tags: readonly string[];
  /** Relevance only with words. */
  sort: Sort;
}

const PAGE_SIZE = 20;

const ORIGINS = { library: "LIBRARY", community: "COMMUNITY" } as const satisfies Record<Tab, PromptFilter["origin"]>;

function filterOf({ tab, words, tags }: Pick<ListState, "tab" | "words" | "tags">): PromptFilter {
  return { origin: ORIGINS[tab], ...(words !== "" && { query: words }), ...(tags.length > 0 && { tags: [...tags] }) };
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
function apiLocale(locale: Locale): ApiLocale {
  return locale.toUpperCase() as ApiLocale;
}

export function localeOf(apiName: ApiLocale): Locale {
  return apiName.toLowerCase() as Locale;
}

/** The site that is asked, and the language to answer in. */
export interface Source {
  /** Its address without a trailing slash. */
  site: string;
  locale: Locale;
}

type Page = PromptsQuery["prompts"];

export function listQuery({ site, locale }: Source, list: ListState) {
  return {
    queryKey: ["prompts", site, locale, list] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> => {
      const variables = {
        locale: apiLocale(locale),
        first: PAGE_SIZE,
        after: pageParam,
        filter: filterOf(list),
        orderBy: orderOf(list),
      };
      return (await request(site, PromptsDocument, variables, signal)).prompts;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }: Page) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  };
}

/** How many prompts another tab has for the same words. */
export function countQuery({ site, locale }: Source, list: Pick<ListState, "tab" | "words" | "tags">) {
  return {
    queryKey: ["count", site, locale, list] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request(site, PromptCountDocument, { locale: apiLocale(locale), filter: filterOf(list) }, signal)).prompts,
  };
}

export type Tag = NonNullable<TagsQuery["tags"]["nodes"]>[number];

/** The tags that prompts carry, those of most prompts first. */
export function tagsQuery({ site, locale }: Source) {
  return {
    queryKey: ["tags", site, locale] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Tag[]> => {
      const { tags } = await request(site, TagsDocument, { locale: apiLocale(locale) }, signal);
      return tags.nodes
        .filter(({ promptCount }) => promptCount > 0)
        .sort((one, other) => other.promptCount - one.promptCount);
    },
  };
}

/** A prompt in a language, as it is now; null when it is not public any more. */
export function promptQuery({ site, locale }: Source, id: string) {
  return {
    queryKey: ["prompt", site, locale, id] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Prompt | null> =>
      (await request(site, PromptDocument, { id, locale: apiLocale(locale) }, signal)).prompt ?? null,
  };
}

/** The prompts of a tab that this device keeps, in the order of the lists that had them, the newest list first. */
export interface Kept {
  prompts: Prompt[];
  /** When the newest of those lists came, in milliseconds since 1970; undefined if nothing is kept. */
  since: number | undefined;
}

export function keptPrompts(client: QueryClient, { site, locale }: Source, tab: Tab): Kept {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ["prompts", site, locale] })
    .filter(({ queryKey, state }) => (queryKey[3] as ListState).tab === tab && state.data !== undefined)
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
