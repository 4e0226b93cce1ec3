import { useApolloClient } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Failure } from "../../forms/Form";
import { useOwnSubmission } from "../../forms/use-own-submission";
import { graphql } from "../../gql";
import { useAnnounce } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { type Comment, updateComments, useComments, withoutComment } from "../comment";
import classes from "./Composer.module.css";

const DeleteCommentMutation = graphql(`
  mutation DeleteComment($id: ID!, $locale: Locale!) {
    deleteComment(id: $id) {
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

/** Asks before a comment is deleted for good. */
export function DeleteQuestion({ comment, onEnd }: { comment: Comment; onEnd(): void }) {
  const { t } = useLingui();
  const client = useApolloClient();
  const announce = useAnnounce();
  const { promptId, variables } = useComments();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  const submission = useOwnSubmission("delete-comment", async () => {
    const { id } = comment;
    const { data } = await client.mutate({
      mutation: DeleteCommentMutation,
      variables: { id, locale: variables.locale },
    });
    const { comment: left, problems = [] } = data?.deleteComment ?? {};
    if (problems.length > 0) return problems;
    announce(t`Your comment is deleted.`);
    onEnd();
    // The cache has changed what is left of it.
    if (left)
      updateComments(client.cache, promptId, variables, (list) => ({ ...list, commentCount: list.commentCount - 1 }));
    else {
      updateComments(client.cache, promptId, variables, (list) => withoutComment(list, comment));
      document.getElementById("comments")?.focus({ preventScroll: true });
    }
    return [];
  });
  const { form, message, onSubmit } = submission;
  return (
    <form ref={form} className={classes.question} method="dialog" aria-busy={submission.busy} onSubmit={onSubmit}>
      <p>
        <Trans>Delete this comment for good?</Trans>
      </p>
      <Failure message={message} />
      <span className={classes.buttons}>
        <Button ref={stay} variant="default" onClick={onEnd}>
          <Trans>Keep it</Trans>
        </Button>
        <Button type="submit" variant="outline" className={classes.danger}>
          <Trans context="comment">Delete</Trans>
        </Button>
      </span>
    </form>
  );
}
