import { useApolloClient } from "@apollo/client/react";
import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { graphql } from "../../gql";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { type CommentList, updateComments, useComments, withNews } from "../comment";
import { type LiveEvent, useLive } from "../live";
import classes from "./NewComments.module.css";

/** More are not shown at once. */
const MAX_NEW = 50;

const CommentsAfterQuery = graphql(`
  query CommentsAfter($id: ID!, $isFeedback: Boolean!, $after: ID!, $first: Int!) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      commentsAfter(id: $after, first: $first) {
        nodes {
          id
        }
      }
    }
    feedback @include(if: $isFeedback) {
      commentsAfter(id: $after, first: $first) {
        nodes {
          id
        }
      }
    }
  }
`);

const NewCommentsQuery = graphql(`
  query NewComments($id: ID!, $isFeedback: Boolean!, $after: ID!, $first: Int!, $locale: Locale!) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      commentsAfter(id: $after, first: $first) {
        nodes {
          ...Comment_comment @unmask
        }
      }
    }
    feedback @include(if: $isFeedback) {
      commentsAfter(id: $after, first: $first) {
        nodes {
          ...Comment_comment @unmask
        }
      }
    }
  }
`);

const ThreadQuery = graphql(`
  query CommentThread($id: ID!, $locale: Locale!, $replies: Int!, $from: ID) {
    comment(id: $id) {
      ...CommentThread_comment @unmask
    }
  }
`);

interface NewCommentsProps {
  list: CommentList;
  /** Called with the first of what is shown now. */
  onShown(commentId: string): void;
}

/**
 * Says how much others have written since the page was made, in a bar that lies above the comments: nothing moves until the reader
 * presses it.
 */
export function NewComments({ list, onShown }: NewCommentsProps) {
  const { t } = useLingui();
  const client = useApolloClient();
  const announce = useAnnounce();
  const notify = useNotify();
  const { promptId, variables } = useComments();
  const [known, setKnown] = useState(list.latestCommentId ?? "0");
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const counted = useRef(0);
  const place = { id: promptId ?? "", isFeedback: promptId === null, after: known, first: MAX_NEW };

  const change = (next: ReadonlySet<string>) => {
    setFresh(next);
    const { size } = next;
    if (size > counted.current) announce(t`${plural(size, { one: "# new comment", other: "# new comments" })}`);
    counted.current = size;
  };
  const ask = async () => {
    const { data } = await client.query({ query: CommentsAfterQuery, variables: place, fetchPolicy: "no-cache" });
    const found = (data?.prompt ?? data?.feedback)?.commentsAfter.nodes ?? [];
    change(new Set(found.map(({ id }) => id)));
  };
  useLive(promptId === null ? "feedback" : `prompt ${promptId}`, ({ kind, commentId }: LiveEvent) => {
    if (kind === "EVENTS_MISSED") void ask().catch(() => null);
    if (commentId === null) return;
    if (kind === "COMMENT_REMOVED") change(new Set([...fresh].filter((id) => id !== commentId)));
    else if (kind === "COMMENT_ADDED" && Number(commentId) > Number(known)) change(new Set(fresh).add(commentId));
  });

  const load = async () => {
    const { locale, replies } = variables;
    const { data } = await client.query({
      query: NewCommentsQuery,
      variables: { ...place, locale },
      fetchPolicy: "no-cache",
    });
    const found = (data?.prompt ?? data?.feedback)?.commentsAfter.nodes ?? [];
    const shown = new Set(list.comments.nodes.map(({ id }) => id));
    const begun = new Set(found.filter(({ depth }) => depth === 0).map(({ id }) => id));
    // Threads further down than what is loaded come with the first new answer.
    const missing = new Map(
      found
        .filter(({ threadId }) => !shown.has(threadId) && !begun.has(threadId))
        .map((each) => [each.threadId, each.id]),
    );
    const threads = await Promise.all(
      [...missing].map(async ([id, from]) => {
        const answer = await client.query({
          query: ThreadQuery,
          variables: { id, locale, replies, from },
          fetchPolicy: "no-cache",
        });
        return answer.data?.comment;
      }),
    );
    const added = threads.filter((thread) => thread != null);
    updateComments(client.cache, promptId, variables, (current) => withNews(current, found, added));
    const [newest] = found;
    setKnown(newest?.id ?? known);
    change(new Set());
    if (newest) onShown(newest.id);
  };
  const show = async () => {
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
  const { size } = fresh;
  return (
    <div className={classes.place}>
      {size > 0 && (
        <button type="button" className={classes.bar} aria-busy={busy} onClick={() => void show()}>
          <Plural value={size} one="# new comment" other="# new comments" />
        </button>
      )}
    </div>
  );
}
