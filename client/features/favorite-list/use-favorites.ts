import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { LIMITS } from "../../../contract/limits";
import { failureOf, useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import type { FavoriteListQuery as Data } from "../../gql/graphql";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { NotDoneError } from "../../session/send-as";
import { useNotify } from "../../ui/Announcer";
import { onReturn } from "../../ui/on-return";
import { favoriteMarks } from "../favorite";
import { cardVariables } from "../prompt";
import { FavoriteOrder } from "./favorite-order";

const PAGE = 24;

const FavoriteListQuery = graphql(`
  query FavoriteList($locale: Locale!, $first: Int!, $after: String, $excerptLength: Int!) {
    viewer {
      user {
        id
      }
      favorites(first: $first, after: $after) {
        totalCount
        hiddenCount
        nodes {
          prompt {
            id
            ...FavoriteRow_prompt
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

const MoveFavoriteMutation = graphql(`
  mutation MoveFavorite($id: ID!, $before: ID) {
    moveFavorite(promptId: $id, beforePromptId: $before) {
      problems {
        code
      }
    }
  }
`);

function orderOf(data: Data | null): string {
  return (data?.viewer?.favorites.nodes ?? []).map(({ prompt }) => prompt.id).join();
}

export type FavoriteConnection = NonNullable<Data["viewer"]>["favorites"];

/** The member's favourites, fetched in the browser alone, and what moves them. */
export function useFavorites() {
  const client = useApolloClient();
  const { locale, session } = useSite();
  const notify = useNotify();
  const withSession = useWithSession();
  const failureText = useFailureText("move-favorite");
  const variables = useMemo(() => ({ ...cardVariables(locale), first: PAGE }), [locale]);
  const { data, error, refetch, fetchMore } = useQuery(FavoriteListQuery, {
    variables,
  });
  const list = data?.viewer?.favorites;
  const [more, setMore] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null });

  const refresh = (count: number) =>
    fetchMore({
      variables: { first: Math.max(count, PAGE) },
      updateQuery: (former, { fetchMoreResult }) => (order.isBusy ? former : fetchMoreResult),
    });
  const latest = useRef({ withSession, failureText, refresh, count: 0 });
  useEffect(() => {
    latest.current = { withSession, failureText, refresh, count: list?.nodes.length ?? 0 };
  });

  const order = useMemo(() => {
    /** What the server has, if the answer to a move got lost; null if it cannot be asked. */
    const askOrder = async (first: number) => {
      const asked = { query: FavoriteListQuery, variables: { ...variables, first }, fetchPolicy: "no-cache" } as const;
      const answer = await client.query(asked).catch(() => null);
      return answer?.data?.viewer ? orderOf(answer.data) : null;
    };
    const shownOrder = () => orderOf(client.readQuery({ query: FavoriteListQuery, variables }));
    const tell = async (refusal: unknown) => {
      const { reason } = failureOf(refusal);
      const { failureText: textOf, refresh: ask, count } = latest.current;
      const isLost = reason === "unanswered";
      const stored = isLost ? await askOrder(Math.max(count, PAGE)) : null;
      const isDone = stored !== null && stored !== shownOrder();
      if (!isDone) notify({ message: textOf(stored === null ? refusal : new NotDoneError()) });
      // Another device may have moved or removed what this one shows. Without a connection the list is asked for when it is back: a
      // `fetchMore` that fails shows the rows of before it, with the refused move.
      if (isLost ? stored !== null : reason !== "network") ask(count).catch(() => null);
    };
    return new FavoriteOrder({
      move: (id, before) =>
        favoriteMarks(session).run(() =>
          latest.current.withSession(() =>
            client.mutate({
              mutation: MoveFavoriteMutation,
              variables: { id, before },
              fetchPolicy: "no-cache",
            }),
          ),
        ),
      show: (ids) => {
        client.cache.updateQuery({ query: FavoriteListQuery, variables }, (shown) => {
          if (!shown?.viewer) return undefined;
          const rows = new Map(shown.viewer.favorites.nodes.map((node) => [node.prompt.id, node]));
          const sorted = ids.flatMap((id) => rows.get(id) ?? []);
          const rest = shown.viewer.favorites.nodes.filter((node) => !ids.includes(node.prompt.id));
          const favorites = { ...shown.viewer.favorites, nodes: [...sorted, ...rest] };
          return { ...shown, viewer: { ...shown.viewer, favorites } };
        });
      },
      onFailure: (refusal) => void tell(refusal),
    });
  }, [client, session, notify, variables]);

  useEffect(() => {
    const refreshShown = () => {
      const { count, refresh: ask } = latest.current;
      if (count <= LIMITS.pageSize) ask(count).catch(() => null);
    };
    // Hearts may have been pressed on other pages since. As many rows as there were: the focus returns to one of them.
    if (latest.current.count > 0) refreshShown();
    return onReturn(refreshShown);
  }, []);

  const loadMore = useCallback(
    async (first = PAGE): Promise<FavoriteConnection | null> => {
      if (!list?.pageInfo.hasNextPage) return null;
      setMore({ busy: true, failure: null });
      try {
        const { data: next } = await fetchMore({
          variables: { after: list.pageInfo.endCursor ?? null, first },
          updateQuery: (former, { fetchMoreResult: { viewer } }) => {
            if (!former.viewer || !viewer) return former;
            // What was moved across the border of two pages comes twice.
            const known = new Set(former.viewer.favorites.nodes.map(({ prompt }) => prompt.id));
            const fresh = viewer.favorites.nodes.filter(({ prompt }) => !known.has(prompt.id));
            const favorites = { ...viewer.favorites, nodes: [...former.viewer.favorites.nodes, ...fresh] };
            return { ...former, viewer: { ...former.viewer, favorites } };
          },
        });
        setMore({ busy: false, failure: null });
        return next.viewer?.favorites ?? null;
      } catch (failure) {
        setMore({ busy: false, failure });
        return null;
      }
    },
    [list, fetchMore],
  );

  return {
    list,
    error: list ? undefined : error,
    retry: () => void refetch().catch(() => null),
    order,
    more,
    loadMore,
  };
}
