import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "../../runtime/apollo-hooks";
import { LIMITS } from "../../../contract/limits";
import { lengthProblems, required } from "../../forms/checks";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { TextArea } from "../../forms/TextArea";
import { useSubmission } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { useKeptNote } from "../../session/kept-note";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { AccountDialog } from "../account";

const ReportPromptMutation = graphql(`
  mutation ReportPrompt($id: ID!, $reason: String!) {
    report: reportPrompt(promptId: $id, reason: $reason) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

const ReportCommentMutation = graphql(`
  mutation ReportComment($id: ID!, $reason: String!) {
    report: reportComment(commentId: $id, reason: $reason) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

/** A prompt, by its title, or a comment, by the name of its author. */
export type ReportTarget =
  | { promptId: string; commentId?: undefined; title: string }
  | { promptId?: undefined; commentId: string; username: string | null };

interface ReportDialogProps {
  target: ReportTarget;
  onClose(): void;
}

/** Asks what is wrong with a prompt or comment. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const { promptId, commentId } = target;
  const [reportPrompt] = useMutation(ReportPromptMutation);
  const [reportComment] = useMutation(ReportCommentMutation);
  const note = useKeptNote(`report ${promptId ?? ""} ${commentId ?? ""}`);
  const submission = useSubmission(
    "report",
    async (values) => {
      const reason = values("reason");
      const { data } =
        promptId === undefined
          ? await reportComment({ variables: { id: commentId, reason } })
          : await reportPrompt({ variables: { id: promptId, reason } });
      const problems = data?.report?.problems ?? [];
      if (problems.length > 0) return problems;
      note.forget(reason);
      onClose();
      notify({ message: t`Thank you. The moderators will look at it.` });
      return [];
    },
    (values) => [...required(values, "reason"), ...lengthProblems(values, "reason", LIMITS.moderationNote)],
  );
  return (
    <AccountDialog title={<ReportTitle target={target} />} onClose={onClose}>
      <p>
        <Trans>Only the moderators read what you write. The author is not told who reported it.</Trans>
      </p>
      <AccountForm
        submission={submission}
        label={<Trans>Send the report</Trans>}
        beside={
          <Button className={form.button} variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextArea
          name="reason"
          label={<Trans>What is wrong with it?</Trans>}
          hint={<Trans>For example spam, hate, danger, somebody’s personal data, or somebody else’s work.</Trans>}
          limit={LIMITS.moderationNote}
          readOnly={submission.busy}
          error={submission.errorFor("reason")}
          {...note.field}
          data-autofocus
        />
      </AccountForm>
    </AccountDialog>
  );
}

function ReportTitle({ target }: Pick<ReportDialogProps, "target">) {
  if (target.commentId === undefined) {
    const { title } = target;
    return (
      <Trans>
        Report “<bdi>{title}</bdi>”
      </Trans>
    );
  }
  const { username } = target;
  if (username === null) return <Trans>Report the comment</Trans>;
  return (
    <Trans>
      Report the comment of <bdi>{username}</bdi>
    </Trans>
  );
}
