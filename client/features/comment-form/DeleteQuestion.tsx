import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Failure } from "../../forms/Form";
import { useSubmission } from "../../forms/use-submission";
import { Button } from "../../ui/Button";
import type { Comment } from "../comment";
import classes from "./Composer.module.css";
import { useDeleteComment } from "./use-delete-comment";

/** Asks before a comment is deleted. */
export function DeleteQuestion({ comment, onEnd }: { comment: Comment; onEnd(): void }) {
  const deleteComment = useDeleteComment();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  const submission = useSubmission("delete-comment", () => deleteComment(comment, onEnd));
  const { form, message, onSubmit } = submission;
  return (
    <form ref={form} className={classes.question} method="dialog" aria-busy={submission.busy} onSubmit={onSubmit}>
      <p>
        <Trans>Delete this comment?</Trans>
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
