import { useApolloClient } from "@apollo/client/react";
import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { type RefObject, useEffect, useRef, useState } from "react";
import { commentNumber } from "../../../contract/comments";
import { graphql } from "../../gql";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { type Comment, type CommentList, updateComments, useComments, withNews } from "../comment";
import { type LiveEvent, useLive, useQuestion } from "../live";
import { FreshComments } from "./fresh-comments";
import classes from "./NewComments.module.css";

const PAGE_SIZE = 50;
/** The API gives no more at once. The bar counts no further. */
const MAX_COUNTED = 100;
/** Whoever was away for longer than that many comments reloads the page for the rest. */
const MAX_PAGES = 10;

const CommentsAfterQuery = graphql(`
  query CommentsAfter($id: ID!, $isFeedback: Boolean!, $after: ID, $first: Int!) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      commentsAfter(commentId: $after, first: $first) {
        nodes {
          id
        }
      }
    }
    feedback @include(if: $isFeedback) {
      commentsAfter(commentId: $after, first: $first) {
        nodes {
          id
        }
      }
    }
  }
`);

const NewCommentsQuery = graphql(`
  query NewComments($id: ID!, $isFeedback: Boolean!, $after: ID, $first: Int!, $cursor: String, $locale: Locale!) {
    prompt(id: $id) @skip(if: $isFeedback) {
      id
      commentsAfter(commentId: $after, first: $first, after: $cursor) {
        nodes {
          ...Comment_comment @unmask
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    feedback @include(if: $isFeedback) {
      commentsAfter(commentId: $after, first: $first, after: $cursor) {
        nodes {
          ...Comment_comment @unmask
        }
        pageInfo {
          hasNextPage
          endCursor
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
  const [known, setKnown] = useState(list.latestCommentId);
  const [fresh] = useState(() => new FreshComments());
  const [size, setSize] = useState(0);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const counted = useRef(0);
  const bar = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(bar);
  const place = { id: promptId ?? "", isFeedback: promptId === null, after: known };

  const tell = () => {
    const size = fresh.ids.size;
    setSize(size);
    if (size > counted.current) announce(t`${plural(size, { one: "# new comment", other: "# new comments" })}`);
    counted.current = size;
  };
  const ask = async () => {
    await fresh.answer(async () => {
      const { data } = await client.query({
        query: CommentsAfterQuery,
        variables: { ...place, first: MAX_COUNTED },
        fetchPolicy: "no-cache",
      });
      return ((data?.prompt ?? data?.feedback)?.commentsAfter.nodes ?? []).map(({ id }) => id);
    });
    tell();
  };
  const askUntilAnswered = useQuestion(ask);
  const topic = promptId === null ? "feedback" : (`prompt ${promptId}` as const);
  useLive(isSeen ? topic : null, ({ kind, commentId }: LiveEvent) => {
    if (kind === "EVENTS_MISSED") askUntilAnswered();
    if (commentId === null) return;
    if (kind === "COMMENT_REMOVED") fresh.tell(commentId, false);
    else if (kind === "COMMENT_ADDED" && isNewer(commentId, known)) fresh.tell(commentId, true);
    tell();
  });

  const load = async () => {
    const { locale, replies } = variables;
    const read = async (cursor: string | null, pages: number): Promise<Comment[]> => {
      const { data } = await client.query({
        query: NewCommentsQuery,
        variables: { ...place, first: PAGE_SIZE, locale, cursor },
        fetchPolicy: "no-cache",
      });
      const page = (data?.prompt ?? data?.feedback)?.commentsAfter;
      if (!page) return [];
      const { hasNextPage, endCursor } = page.pageInfo;
      const more = hasNextPage && endCursor && pages > 1 ? await read(endCursor, pages - 1) : [];
      return [...page.nodes, ...more];
    };
    const found = await read(null, MAX_PAGES);
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
    if (newest) onShown(newest.id);
    return found.map(({ id }) => id);
  };
  const show = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await fresh.show(load);
      tell();
    } catch {
      notify({ message: t`The comments could not be loaded. Check your connection and try again.` });
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  return (
    <div ref={bar} className={classes.place}>
      {size > 0 && (
        <button type="button" className={classes.bar} aria-busy={busy} onClick={() => void show()}>
          <Plural value={size} one="# new comment" other="# new comments" />
        </button>
      )}
    </div>
  );
}

/** Whether the reader has come to an element. */
function useIsSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isSeen;
}

function isNewer(id: string, known: string | null): boolean {
  return known === null || Number(commentNumber(id)) > Number(commentNumber(known));
}
