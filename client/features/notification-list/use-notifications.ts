import { useApolloClient } from "@apollo/client/react";
import { graphql } from "../../gql";
import type { NotificationsQuery as Data } from "../../gql/graphql";
import { localeName } from "../../i18n/locale-name";
import { useWithSession } from "../../forms/use-with-session";
import { useMutation, useQuery } from "../../runtime/apollo-hooks";
import { IN_ORDER } from "../../runtime/in-order";
import { useSite } from "../../runtime/SiteProvider";
import { useLiveAnswer } from "../live";
import { useLoadMore } from "../moderation";

const PAGE = 20;
/** The most that one query may ask for. */
const MAX_PAGE = 100;

export const NotificationsQuery = graphql(`
  query Notifications($locale: Locale!, $first: Int!, $after: String) {
    viewer {
      user {
        id
      }
      unreadNotificationCount
      notifications(first: $first, after: $after) {
        nodes {
          id
          kind
          read
          createdAt
          comment {
            id
            promptId
            hidden
            body
            author {
              id
              username
            }
            prompt {
              id
              text(locale: $locale) {
                locale
                title
              }
            }
          }
          act {
            ...Decision_act @unmask
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

const MarkNotificationsReadMutation = graphql(`
  mutation MarkNotificationsRead($ids: [ID!], $upTo: ID) {
    markNotificationsRead(notificationIds: $ids, upTo: $upTo) {
      viewer {
        user {
          id
        }
        unreadNotificationCount
      }
      problems {
        code
      }
    }
  }
`);

type Viewer = NonNullable<Data["viewer"]>;
export type NotificationData = NonNullable<Viewer["notifications"]>["nodes"][number];

/** What the member is told, page by page. It follows what happens meanwhile, here and elsewhere. */
export function useNotifications() {
  const { locale } = useSite();
  const client = useApolloClient();
  const variables = { locale: localeName(locale), first: PAGE };
  const { data, error, refetch, fetchMore } = useQuery(NotificationsQuery, {
    variables,
    context: IN_ORDER,
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
  });
  const list = data?.viewer?.notifications;
  const more = useLoadMore(() =>
    fetchMore({
      context: IN_ORDER,
      variables: { after: list?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { viewer } }) =>
        before.viewer && viewer
          ? { ...before, viewer: { ...viewer, notifications: joined(before.viewer, viewer) } }
          : before,
    }),
  );
  const length = list?.nodes.length ?? 0;
  useLiveAnswer("notifications", "NOTIFICATIONS_CHANGED", async () => {
    // As many as there are: whoever has loaded more keeps them.
    const first = Math.min(MAX_PAGE, Math.max(PAGE, length));
    // Not by `fetchMore`: Apollo shows none of what two of them in a row have brought (apollo-client#12668).
    const answer = await client.query({
      query: NotificationsQuery,
      variables: { ...variables, first },
      context: IN_ORDER,
      fetchPolicy: "no-cache",
    });
    if (length <= MAX_PAGE) client.writeQuery({ query: NotificationsQuery, variables, data: answer.data });
  });
  return {
    list,
    unread: data?.viewer?.unreadNotificationCount ?? 0,
    error: list ? undefined : error,
    more,
    retry: () => void refetch().catch(() => null),
  };
}

function joined(before: Viewer, after: Viewer): Viewer["notifications"] {
  const { nodes = [] } = before.notifications ?? {};
  const known = new Set(nodes.map(({ id }) => id));
  const added = after.notifications?.nodes.filter(({ id }) => !known.has(id)) ?? [];
  return after.notifications && { ...after.notifications, nodes: [...nodes, ...added] };
}

/** Marks notifications as read, on the page at once. */
export function useMarkRead() {
  const client = useApolloClient();
  const [mark] = useMutation(MarkNotificationsReadMutation, { context: IN_ORDER });
  const withSession = useWithSession();
  const show = (ids: readonly string[], read: boolean) => {
    for (const id of ids) client.cache.modify({ id: `Notification:${id}`, fields: { read: () => read } });
  };
  return {
    markOne: (id: string) => {
      show([id], true);
      // Left unread if that fails: nobody waits for it.
      mark({ variables: { ids: [id] } }).catch(() => show([id], false));
    },
    markAll: async (shown: readonly NotificationData[]) => {
      const [newest] = shown;
      if (!newest) return;
      await withSession(() => mark({ variables: { upTo: newest.id } }));
      show(
        shown.map(({ id }) => id),
        true,
      );
      // An answer that was on its way may have brought back what was unread.
      await client.refetchQueries({ include: [NotificationsQuery] });
    },
  };
}
