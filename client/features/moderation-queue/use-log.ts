import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { useLoadMore } from "../moderation";

const PAGE = 20;

export const ModerationLogQuery = graphql(`
  query ModerationLog($locale: Locale!, $userId: ID, $first: Int!, $after: String) {
    moderationActs(userId: $userId, first: $first, after: $after) {
      nodes {
        before
        undoable
        moderator
        userId
        member
        ...Decision_act @unmask
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** What moderators did, the latest first. @param userId only what was done to this member */
export function useLog(userId: string | null) {
  const { locale } = useSite();
  const { data, error, refetch, fetchMore } = useQuery(ModerationLogQuery, {
    variables: { locale: localeName(locale), userId, first: PAGE },
    fetchPolicy: "network-only",
    nextFetchPolicy: "cache-first",
  });
  const list = data?.moderationActs;
  const more = useLoadMore(() =>
    fetchMore({
      variables: { after: list?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { moderationActs: next } }) => ({
        ...before,
        moderationActs: next && { ...next, nodes: [...(before.moderationActs?.nodes ?? []), ...next.nodes] },
      }),
    }),
  );
  return { list, error, more, retry: () => void refetch().catch(() => null) };
}
