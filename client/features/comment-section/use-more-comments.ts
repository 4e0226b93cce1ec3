import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { changeThread, joined, updateComments, useComments } from "../comment";

const MoreThreadsQuery = graphql(`
  query MoreThreads(
    $id: ID!
    $isFeedback: Boolean!
    $locale: Locale!
    $first: Int
    $last: Int
    $after: String
    $before: String
    $replies: Int!
    $from: ID
  ) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      comments(first: $first, last: $last, after: $after, before: $before) {
        nodes {
          ...CommentThread_comment @unmask
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    feedback @include(if: $isFeedback) {
      comments(first: $first, last: $last, after: $after, before: $before) {
        nodes {
          ...CommentThread_comment @unmask
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

const MoreRepliesQuery = graphql(`
  query MoreReplies($id: ID!, $locale: Locale!, $first: Int, $last: Int, $after: String, $before: String) {
    comment(id: $id) {
      id
      replies(first: $first, last: $last, after: $after, before: $before) {
        nodes {
          ...Comment_comment @unmask
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

const MORE_REPLIES = 20;

type Place = "after" | "before";

/** Loads further threads, or replies of a thread. The reader is told if that fails. */
export function useMoreComments() {
  const { t } = useLingui();
  const client = useApolloClient();
  const notify = useNotify();
  const { promptId, variables } = useComments();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const once = async (load: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await load();
    } catch {
      notify({ message: t`The comments could not be loaded. Check your connection and try again.` });
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  // What is loaded is joined to what is shown.
  const fetchPolicy = "no-cache";
  return {
    busy,
    loadThreads: (place: Place, cursor: string | null) =>
      once(async () => {
        const { data } = await client.query({
          query: MoreThreadsQuery,
          variables: {
            ...pageOf(place, cursor, variables.threads),
            id: promptId ?? "",
            isFeedback: promptId === null,
            locale: variables.locale,
            replies: variables.replies,
            from: null,
          },
          fetchPolicy,
        });
        const page = (data?.prompt ?? data?.feedback)?.comments;
        if (!page) throw new Error("The page is gone.");
        updateComments(client.cache, promptId, variables, (list) => ({
          ...list,
          comments: joined(list.comments, page, place),
        }));
      }),
    loadReplies: (threadId: string, place: Place, cursor: string | null) =>
      once(async () => {
        const paging = pageOf(place, cursor, MORE_REPLIES);
        const { data } = await client.query({
          query: MoreRepliesQuery,
          variables: { ...paging, id: threadId, locale: variables.locale },
          fetchPolicy,
        });
        const page = data?.comment?.replies;
        if (!page) throw new Error("The thread is gone.");
        updateComments(client.cache, promptId, variables, (list) =>
          changeThread(list, threadId, (thread) => ({ ...thread, replies: joined(thread.replies, page, place) })),
        );
      }),
  };
}

function pageOf(place: Place, cursor: string | null, size: number) {
  return place === "after"
    ? { first: size, after: cursor, last: null, before: null }
    : { last: size, before: cursor, first: null, after: null };
}
