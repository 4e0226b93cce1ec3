import type { ApolloCache } from "@apollo/client";
import { graphql } from "../../gql";
import type {
  CommentThread_CommentFragment,
  FeedbackCommentsQuery as FeedbackCommentsQueryData,
} from "../../gql/graphql";
import type { commentVariables } from "./comment-variables";

graphql(`
  fragment Comment_comment on Comment {
    id
    promptId
    threadId
    depth
    replyCount
    deleted
    hidden
    closed
    html(locale: $locale)
    createdAt
    editedAt
    author {
      id
      username
    }
    parent {
      id
      hidden
      author {
        id
        username
      }
    }
  }
`);

graphql(`
  fragment CommentThread_comment on Comment {
    ...Comment_comment @unmask
    replies(first: $replies, from: $from) {
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
`);

/** Loaded apart from the prompt: their code comes late. */
export const PromptCommentsQuery = graphql(`
  query PromptComments($id: ID!, $locale: Locale!, $threads: Int!, $replies: Int!, $from: ID) {
    prompt(id: $id) {
      id
      commentCount
      latestCommentId
      comments(first: $threads, from: $from) {
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

export const FeedbackCommentsQuery = graphql(`
  query FeedbackComments($locale: Locale!, $threads: Int!, $replies: Int!, $from: ID) {
    feedback {
      commentCount
      latestCommentId
      comments(first: $threads, from: $from) {
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

export type Thread = CommentThread_CommentFragment;
export type Comment = Thread["replies"]["nodes"][number];
/** The comments of a page, as far as they are loaded. */
export type CommentList = Pick<FeedbackCommentsQueryData["feedback"], "commentCount" | "latestCommentId" | "comments">;

/** Changes the comments that a page shows. @param promptId null for the feedback page */
export function updateComments(
  cache: ApolloCache,
  promptId: string | null,
  variables: ReturnType<typeof commentVariables>,
  change: (list: CommentList) => CommentList,
): void {
  if (promptId === null) {
    cache.updateQuery(
      { query: FeedbackCommentsQuery, variables },
      (data) => data && { ...data, feedback: { ...data.feedback, ...change(data.feedback) } },
    );
  } else {
    cache.updateQuery(
      { query: PromptCommentsQuery, variables: { ...variables, id: promptId } },
      (data) => data?.prompt && { ...data, prompt: { ...data.prompt, ...change(data.prompt) } },
    );
  }
}

/** Changes one thread of a list. */
export function changeThread(list: CommentList, id: string, change: (thread: Thread) => Thread): CommentList {
  const { comments } = list;
  const nodes = comments.nodes.map((thread) => (thread.id === id ? change(thread) : thread));
  return { ...list, comments: { ...comments, nodes } };
}

/** Adds a comment that was just posted: a thread at the top, a reply after what it answers and what stands below that. */
export function withPosted(list: CommentList, posted: Comment): CommentList {
  const commentCount = list.commentCount + 1;
  if (posted.depth === 0) {
    const thread = { ...posted, replies: { __typename: "CommentConnection" as const, nodes: [], pageInfo: NO_MORE } };
    return { ...list, commentCount, comments: { ...list.comments, nodes: [thread, ...list.comments.nodes] } };
  }
  const changed = changeThread(list, posted.threadId, (thread) => ({
    ...thread,
    replyCount: thread.replyCount + 1,
    replies: { ...thread.replies, nodes: insertReply(thread, posted) },
  }));
  return { ...changed, commentCount };
}

/**
 * Adds what others have written meanwhile, and puts the threads that have some of it at the top: that with the newest first.
 * @param news the newest first
 * @param added threads that were not loaded, with what is new in them
 */
export function withNews(list: CommentList, news: readonly Comment[], added: readonly Thread[]): CommentList {
  const isLoaded = ({ threadId }: Comment) => added.some(({ id }) => id === threadId);
  const known = new Set(
    list.comments.nodes.flatMap(({ id, replies }) => [id, ...replies.nodes.map((reply) => reply.id)]),
  );
  const before = { ...list, comments: { ...list.comments, nodes: [...list.comments.nodes, ...added] } };
  const after = news
    .filter(({ id }) => !known.has(id))
    .toReversed()
    .reduce(
      (all, comment) => (isLoaded(comment) ? { ...all, commentCount: all.commentCount + 1 } : withPosted(all, comment)),
      before,
    );
  const order = [...new Set(news.map(({ threadId }) => threadId))];
  const place = ({ id }: Thread) => (order.includes(id) ? order.indexOf(id) : order.length);
  const nodes = after.comments.nodes.toSorted((one, other) => place(one) - place(other));
  return { ...after, latestCommentId: news[0]?.id ?? list.latestCommentId, comments: { ...after.comments, nodes } };
}

const NO_MORE = {
  __typename: "PageInfo",
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: null,
  endCursor: null,
} as const;

function insertReply({ id, replies: { nodes } }: Thread, posted: Comment): Comment[] {
  const level = levelOf(posted);
  const parent = posted.parent?.id ?? id;
  let at = parent === id ? 0 : nodes.findIndex((each) => each.id === parent) + 1;
  // What it answers, or its last neighbour.
  for (let next = nodes[at]; next && levelOf(next) >= level; next = nodes[at]) at += 1;
  return nodes.toSpliced(at, 0, posted);
}

/** How far a comment is indented: 0 to 3. */
export function levelOf({ depth }: { depth: number }): number {
  return Math.min(depth, 3);
}

/** Adds a page at the end of what is loaded, or before it. Posted comments are in both. */
export function joined<Node extends { id: string }, Connection extends { nodes: readonly Node[]; pageInfo: PageInfo }>(
  shown: Connection,
  page: Connection,
  place: "after" | "before",
): Connection {
  const known = new Set(shown.nodes.map(({ id }) => id));
  const added = page.nodes.filter(({ id }) => !known.has(id));
  const { pageInfo } = shown;
  return place === "after"
    ? {
        ...shown,
        nodes: [...shown.nodes, ...added],
        pageInfo: { ...pageInfo, hasNextPage: page.pageInfo.hasNextPage, endCursor: page.pageInfo.endCursor },
      }
    : {
        ...shown,
        nodes: [...added, ...shown.nodes],
        pageInfo: {
          ...pageInfo,
          hasPreviousPage: page.pageInfo.hasPreviousPage,
          startCursor: page.pageInfo.startCursor,
        },
      };
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

/** Without a comment of which nothing is left: a reply, or a thread. Those that it was below count one less. */
export function withoutComment(list: CommentList, { id, threadId }: Comment): CommentList {
  const commentCount = Math.max(0, list.commentCount - 1);
  const nodes = list.comments.nodes
    .filter((thread) => thread.id !== id)
    .map((thread) => {
      if (thread.id !== threadId) return thread;
      const replies = { ...thread.replies, nodes: thread.replies.nodes.filter((reply) => reply.id !== id) };
      return { ...thread, replies, replyCount: Math.max(0, thread.replyCount - 1) };
    });
  return { ...list, commentCount, comments: { ...list.comments, nodes } };
}

/** With a comment that was deleted and is back, after what it stood after. @param before the list when it was deleted */
export function withReturned(list: CommentList, before: CommentList, { id, threadId }: Comment): CommentList {
  const commentCount = list.commentCount + 1;
  const thread = before.comments.nodes.find((each) => each.id === threadId);
  if (id === threadId) {
    const nodes = putBack(list.comments.nodes, before.comments.nodes, id);
    return { ...list, commentCount, comments: { ...list.comments, nodes } };
  }
  const changed = changeThread(list, threadId, ({ replies, replyCount, ...rest }) => {
    const nodes = putBack(replies.nodes, thread?.replies.nodes ?? [], id);
    return { ...rest, replyCount: replyCount + 1, replies: { ...replies, nodes } };
  });
  return { ...changed, commentCount };
}

function putBack<Node extends { id: string }>(nodes: readonly Node[], before: readonly Node[], id: string): Node[] {
  const place = before.findIndex((node) => node.id === id);
  const node = before[place];
  // While it had replies, its place was kept.
  if (!node || nodes.some((each) => each.id === id)) return [...nodes];
  const preceding = new Set(before.slice(0, place).map((each) => each.id));
  const at = nodes.findLastIndex((each) => preceding.has(each.id)) + 1;
  return nodes.toSpliced(at, 0, node);
}

/** The names of those whose comments are on the page, the newest thread first. */
export function authorsOf({ comments }: CommentList): string[] {
  const shown = comments.nodes.flatMap((thread) => [thread, ...thread.replies.nodes]);
  return [...new Set(shown.flatMap(({ author }) => author?.username ?? []))];
}

/** The comments that a page shows, as far as they are loaded. @param promptId null for the feedback page */
export function readComments(
  cache: ApolloCache,
  promptId: string | null,
  variables: ReturnType<typeof commentVariables>,
): CommentList | null {
  if (promptId === null) return cache.readQuery({ query: FeedbackCommentsQuery, variables })?.feedback ?? null;
  return cache.readQuery({ query: PromptCommentsQuery, variables: { ...variables, id: promptId } })?.prompt ?? null;
}
