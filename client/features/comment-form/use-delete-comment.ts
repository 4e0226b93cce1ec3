import { useApolloClient } from "@apollo/client/react";
import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";
import { failureOf, useFailureText } from "../../forms/failure-text";
import type { FormProblem } from "../../forms/problem-text";
import { useWithSession } from "../../forms/use-with-session";
import { graphql } from "../../gql";
import { useAnnounce, useNotify } from "../../ui/Announcer";
import { type Comment, readComments, updateComments, useComments, withoutComment, withReturned } from "../comment";

const DeleteCommentMutation = graphql(`
  mutation DeleteComment($id: ID!, $locale: Locale!) {
    deleteComment(commentId: $id) {
      comment {
        ...Comment_comment @unmask
      }
      problems {
        code
        field
        limit
      }
    }
  }
`);

const UndoDeleteCommentMutation = graphql(`
  mutation UndoDeleteComment($id: ID!, $locale: Locale!) {
    undoDeleteComment(commentId: $id) {
      comment {
        ...Comment_comment @unmask
      }
      problems {
        code
      }
    }
  }
`);

/** How long the notice offers to bring a comment back: a little less than the server keeps it. */
const UNDO_MS = 58_000;

/**
 * Deletes a comment of the member's, with a notice that brings it back for a minute.
 * @returns a function that deletes it; `onDeleted` is called before it leaves the page
 */
export function useDeleteComment(): (comment: Comment, onDeleted: () => void) => Promise<readonly FormProblem[]> {
  const { t } = useLingui();
  const { cache, mutate } = useApolloClient();
  const announce = useAnnounce();
  const notify = useNotify();
  const withSession = useWithSession();
  const failureText = useFailureText("undo-delete-comment");
  const { promptId, variables } = useComments();
  return useCallback(
    async (comment, onDeleted) => {
      const of = { id: comment.id, locale: variables.locale };
      const before = readComments(cache, promptId, variables);
      const { data } = await mutate({ mutation: DeleteCommentMutation, variables: of });
      const { comment: left, problems = [] } = data?.deleteComment ?? {};
      if (problems.length > 0) return problems;
      const until = Date.now() + UNDO_MS;
      const offerUndo = (message: string) => {
        const ms = until - Date.now();
        notify(
          ms > 0
            ? { message, action: { label: t`Undo`, ms, takesFocus: true, run: undo }, about: comment.id }
            : { message },
        );
      };
      const undo = () => {
        withSession(() => mutate({ mutation: UndoDeleteCommentMutation, variables: of })).then(
          () => {
            updateComments(cache, promptId, variables, (list) => withReturned(list, before ?? list, comment));
            announce(t`Your comment is back.`);
          },
          (error: unknown) => {
            const message = failureText(error);
            if (failureOf(error).reason === "missing") notify({ message });
            else offerUndo(message);
          },
        );
      };
      onDeleted();
      // The cache has changed what is left of it.
      if (left)
        updateComments(cache, promptId, variables, (list) => ({ ...list, commentCount: list.commentCount - 1 }));
      else {
        updateComments(cache, promptId, variables, (list) => withoutComment(list, comment));
        document.getElementById("comments")?.focus({ preventScroll: true });
      }
      offerUndo(t`Your comment is deleted.`);
      return [];
    },
    [t, cache, mutate, announce, notify, withSession, failureText, promptId, variables],
  );
}
