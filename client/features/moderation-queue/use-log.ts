import { graphql } from "../../gql";
import { localeName } from "../../i18n/locale-name";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { useLoadMore } from "../moderation";

const PAGE = 20;

export const ModerationLogQuery = graphql(`
  query ModerationLog($locale: Locale!, $memberId: ID, $first: Int!, $after: String) {
    moderationActs(memberId: $memberId, first: $first, after: $after) {
      nodes {
        before
        undoable
        moderator
        memberId
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

/** What moderators did, the latest first. @param memberId only what was done to this member */
export function useLog(memberId: string | null) {
  const { locale } = useSite();
  const { data, error, refetch, fetchMore } = useQuery(ModerationLogQuery, {
    variables: { locale: localeName(locale), memberId, first: PAGE },
    fetchPolicy: "network-only",
    nextFetchPolicy: "cache-first",
  });
  const list = data?.moderationActs;
  const more = useLoadMore(() =>
    fetchMore({
      variables: { after: list?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { moderationActs: next } }) => ({
        ...before,
        moderationActs: { ...next, nodes: [...before.moderationActs.nodes, ...next.nodes] },
      }),
    }),
  );
  return { list, error, more, retry: () => void refetch().catch(() => null) };
}
