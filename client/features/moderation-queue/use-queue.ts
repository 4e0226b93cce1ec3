import { useApolloClient } from "@apollo/client/react";
import { useFailureText } from "../../forms/failure-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import type { DecisionFragment, HidePromptMutationVariables } from "../../gql/graphql";
import { useQuery } from "../../runtime/apollo-hooks";
import { useSite } from "../../runtime/SiteProvider";
import { useNotify } from "../../ui/Announcer";
import { useLoadMore } from "../moderation";
import { cardVariables } from "../prompt";
import { ModerationLogQuery } from "./use-log";

const PAGE = 20;

const ModerationQueueQuery = graphql(`
  query ModerationQueue($locale: Locale!, $first: Int!, $after: String, $excerptLength: Int!) {
    reportedContent(first: $first, after: $after) {
      totalCount
      nodes {
        promptId
        commentId
        openedAt
        reportCount
        newcomerCount
        prompt {
          id
          text(locale: $locale) {
            locale
            title
            remark
            excerpt(length: $excerptLength)
          }
        }
        comment {
          id
          promptId
          threadId
          hidden
          editedAt
          html(locale: $locale)
        }
        author {
          id
          username
        }
        reports {
          id
          reason
          reporter
        }
        priorActs {
          id
          kind
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const HidePromptMutation = graphql(`
  mutation HidePrompt($id: ID!, $reason: ModerationReason!, $note: String) {
    decision: hidePrompt(promptId: $id, reason: $reason, note: $note) {
      ...Decision @unmask
    }
  }
`);

const HideCommentMutation = graphql(`
  mutation HideComment($id: ID!, $reason: ModerationReason!, $note: String) {
    decision: hideComment(commentId: $id, reason: $reason, note: $note) {
      ...Decision @unmask
    }
  }
`);

const CloseThreadMutation = graphql(`
  mutation CloseThread($id: ID!) {
    decision: closeThread(commentId: $id) {
      ...Decision @unmask
    }
  }
`);

const DismissPromptReportsMutation = graphql(`
  mutation DismissPromptReports($id: ID!) {
    decision: dismissPromptReports(promptId: $id) {
      ...Decision @unmask
    }
  }
`);

const DismissCommentReportsMutation = graphql(`
  mutation DismissCommentReports($id: ID!) {
    decision: dismissCommentReports(commentId: $id) {
      ...Decision @unmask
    }
  }
`);

const CloseAccountMutation = graphql(`
  mutation CloseAccount($id: ID!, $reason: ModerationReason!, $note: String) {
    decision: closeAccount(userId: $id, reason: $reason, note: $note) {
      ...Decision @unmask
    }
  }
`);

const UndoModerationMutation = graphql(`
  mutation UndoModeration($id: ID!, $editedAt: DateTime) {
    decision: undoModeration(actId: $id, editedAt: $editedAt) {
      ...Decision @unmask
    }
  }
`);

graphql(`
  fragment Decision on ModerationPayload {
    act {
      id
      kind
      reason
    }
    problems {
      code
      field
      limit
    }
  }
`);

/** The prompts whose reports wait for a decision, the oldest first. Not kept: other moderators decide, too. */
export function useQueue() {
  const { locale } = useSite();
  const { data, error, refetch, fetchMore } = useQuery(ModerationQueueQuery, {
    variables: { ...cardVariables(locale), first: PAGE },
    fetchPolicy: "network-only",
    nextFetchPolicy: "cache-first",
  });
  const list = data?.reportedContent;
  const more = useLoadMore(() =>
    fetchMore({
      variables: { after: list?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { reportedContent: next } }) => ({
        ...before,
        reportedContent: next && { ...next, nodes: [...(before.reportedContent?.nodes ?? []), ...next.nodes] },
      }),
    }),
  );
  return { list, error, more, retry: () => void refetch().catch(() => null) };
}

/** What is decided about: one of both. */
export interface DecisionTarget {
  promptId: string | null;
  commentId: string | null;
}

/** Why a moderator decides, which the member is told. */
export type Grounds = Pick<HidePromptMutationVariables, "reason" | "note">;

export type DecisionPayload = Omit<DecisionFragment, " $fragmentName">;

/** What a moderator can decide. Each resolves to the payload, or to null if it failed, which the moderator is told. */
export function useDecisions() {
  const client = useApolloClient();
  const withSession = useWithSession();
  const failureText = useFailureText("moderate");
  const notify = useNotify();
  const decide = async <Payload>(run: () => Promise<Payload>): Promise<Payload | null> => {
    try {
      const payload = await withSession(run);
      void client.refetchQueries({ include: [ModerationLogQuery] });
      return payload;
    } catch (error) {
      notify({ message: failureText(error) });
      return null;
    }
  };
  return {
    /** Loads the queue anew, as other decisions than those in it have changed it. It tells if that fails. */
    reload: () => void client.refetchQueries({ include: [ModerationQueueQuery] }).catch(() => null),
    hide: ({ promptId, commentId }: DecisionTarget, grounds: Grounds) =>
      decide(async () => {
        const { data } =
          commentId === null
            ? await client.mutate({ mutation: HidePromptMutation, variables: { id: promptId ?? "", ...grounds } })
            : await client.mutate({ mutation: HideCommentMutation, variables: { id: commentId, ...grounds } });
        return data?.decision ?? null;
      }),
    keep: ({ promptId, commentId }: DecisionTarget) =>
      decide(async () => {
        const { data } =
          commentId === null
            ? await client.mutate({ mutation: DismissPromptReportsMutation, variables: { id: promptId ?? "" } })
            : await client.mutate({ mutation: DismissCommentReportsMutation, variables: { id: commentId } });
        return data?.decision ?? null;
      }),
    closeThread: (id: string) =>
      decide(async () => {
        const { data } = await client.mutate({ mutation: CloseThreadMutation, variables: { id } });
        return data?.decision ?? null;
      }),
    close: (id: string, grounds: Grounds) =>
      decide(async () => {
        const { data } = await client.mutate({ mutation: CloseAccountMutation, variables: { id, ...grounds } });
        return data?.decision ?? null;
      }),
    /** @param comment what would be shown again, as the moderator has read it */
    undo: (id: string, comment: { editedAt: string | null } | null) =>
      decide(async () => {
        const variables = { id, editedAt: comment?.editedAt ?? null };
        const { data } = await client.mutate({ mutation: UndoModerationMutation, variables });
        return data?.decision ?? null;
      }),
  };
}
