import { useEffect, useRef, useState } from "react";
import { LIMITS } from "../../../contract/limits";
import { graphql } from "../../gql";
import type { OwnPromptListQuery as Data } from "../../gql/graphql";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { isRejectedInput, LATER_PAGE, listArguments, type ListState } from "../list";
import { cardVariables } from "../prompt";

const OwnPromptListQuery = graphql(`
  query OwnPromptList(
    $locale: Locale!
    $filter: PromptFilter!
    $orderBy: PromptOrder!
    $first: Int!
    $after: String
    $excerptLength: Int!
  ) {
    viewer {
      user {
        id
        promptCount
      }
      all: prompts(locale: $locale, first: 0) {
        totalCount
      }
      prompts(locale: $locale, filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
        totalCount
        totalCountIsExact
        search {
          mode
          hasAll
          correctedQuery
        }
        nodes {
          id
          ...OwnPromptRow_prompt
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

type Viewer = NonNullable<Data["viewer"]>;

interface Shown {
  list: Viewer["prompts"];
  /** How many prompts the member has, whatever is asked for. */
  total: number;
  /** What it was asked for with. */
  state: ListState;
}

interface OwnPromptsResult {
  /** The list on screen, which stays until the next one is there; null at first. */
  shown: Shown | null;
  /** Whether it is not the one that was asked for. */
  fetching: boolean;
  error: unknown;
  retry(): void;
  loadMore(after: string, size?: number): Promise<unknown>;
}

/**
 * The member's prompts, fetched in the browser alone, with the numbers that the page says of them: they change together.
 * @param asked the same object while nothing has changed
 */
export function useOwnPrompts(asked: ListState): OwnPromptsResult {
  const { locale } = useSite();
  const [rejected, setRejected] = useState<ListState | null>(null);
  // A cursor that the server rejects, or that points past the end, falls back to the first page.
  const isRejected = asked === rejected;
  const { data, error, fetchMore, refetch } = useQuery(OwnPromptListQuery, {
    variables: {
      ...cardVariables(locale),
      ...listArguments(isRejected ? { ...asked, after: null } : asked),
    },
  });
  const list = data?.viewer?.prompts;
  const mayReject = asked.after !== null && !isRejected;
  if (mayReject && (list?.nodes.length === 0 || isRejectedInput(error))) setRejected(asked);

  const [shown, setShown] = useState<Shown | null>(null);
  if (list && (list !== shown?.list || asked !== shown.state)) {
    setShown({ list, total: data.viewer?.all.totalCount ?? 0, state: asked });
  }

  const refresh = (count: number) =>
    fetchMore({
      variables: { first: count },
      updateQuery: (_, { fetchMoreResult }) => fetchMoreResult,
    });
  const { first } = listArguments(asked);
  useRefresh(list ? Math.max(list.nodes.length, first) : null, (count) => void refresh(count).catch(() => null));

  return {
    shown: shown && isRejected ? { ...shown, state: { ...shown.state, after: null } } : shown,
    fetching: !list,
    error: list ? undefined : error,
    retry: () => void refetch().catch(() => null),
    loadMore: (after, size = LATER_PAGE) =>
      fetchMore({
        variables: { after, first: size },
        updateQuery: (before, { fetchMoreResult: { viewer: more } }) => {
          if (!before.viewer || !more) return { ...before, viewer: null };
          const nodes = [...before.viewer.prompts.nodes, ...more.prompts.nodes];
          return { ...before, viewer: { ...before.viewer, prompts: { ...more.prompts, nodes } } };
        },
      }),
  };
}

/**
 * Asks again for a list that comes from the cache, and whenever the reader returns to the tab: other devices may have changed it. Not
 * for a list that is longer than one request may be.
 */
function useRefresh(count: number | null, refresh: (count: number) => void): void {
  const latest = useRef({ count, refresh });
  useEffect(() => {
    latest.current = { count, refresh };
  });
  useEffect(() => {
    const refreshShown = () => {
      const { count: shown, refresh: ask } = latest.current;
      if (document.visibilityState === "hidden" || shown === null || shown > LIMITS.pageSize) return;
      ask(shown);
    };
    refreshShown();
    document.addEventListener("visibilitychange", refreshShown);
    return () => document.removeEventListener("visibilitychange", refreshShown);
  }, []);
}
