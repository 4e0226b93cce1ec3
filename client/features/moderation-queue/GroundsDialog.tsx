import { Trans } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { lengthProblems } from "../../forms/checks";
import { SelectField } from "../../forms/Field";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { TextArea } from "../../forms/TextArea";
import { useSubmission } from "../../forms/use-submission";
import type { ModerationReason } from "../../gql/graphql";
import { useKeptNote } from "../../session/kept-note";
import { Button } from "../../ui/Button";
import { AccountDialog } from "../account";
import { useReasonText } from "../moderation";
import { type DecisionPayload, type DecisionTarget, useDecisions } from "./use-queue";

const REASONS: readonly ModerationReason[] = ["SPAM", "ABUSE", "DANGEROUS", "PERSONAL_DATA", "COPYRIGHT", "OTHER"];

/** What a moderator is asked the grounds of. */
export interface AskedGrounds {
  act: "hide" | "close";
  target: DecisionTarget & { author: { id: string; username: string } | null };
  onDecided(payload: DecisionPayload): void;
  /** Called once it is closed: the row takes the focus back, if it is still there. */
  onClosed(): void;
}

interface GroundsDialogProps {
  asked: AskedGrounds;
  onClose(): void;
}

/**
 * Asks why, in words that the member reads. It stands above the page: a session that ends takes the reports away, and not what the
 * moderator is writing.
 */
export function GroundsDialog({ asked: { act, target, onDecided, onClosed }, onClose }: GroundsDialogProps) {
  const reasonText = useReasonText();
  const decisions = useDecisions();
  const { promptId, commentId, author } = target;
  const note = useKeptNote(act === "hide" ? `hide ${promptId ?? ""} ${commentId ?? ""}` : `close ${author?.id ?? ""}`);
  const close = () => {
    onClose();
    onClosed();
  };
  const submission = useSubmission(
    "moderate",
    async (values) => {
      const reason = REASONS.find((each) => each === values("reason")) ?? "OTHER";
      const grounds = { reason, note: values("note") || null };
      const payload = await (act === "hide"
        ? decisions.hide(target, grounds)
        : decisions.close(target.author?.id ?? "", grounds));
      const problems = payload?.problems.filter(({ field }) => field === "note") ?? [];
      if (payload && problems.length === 0) {
        note.forget(values("note"));
        onClose();
        onDecided(payload);
      }
      return problems;
    },
    (values) => lengthProblems(values, "note", LIMITS.moderationNote),
  );
  const name = target.author ? <bdi>{target.author.username}</bdi> : <Trans>Deleted account</Trans>;
  const title =
    act === "close" ? (
      <Trans>Close the account of {name}</Trans>
    ) : target.commentId === null ? (
      <Trans>Hide the prompt</Trans>
    ) : (
      <Trans>Hide the comment</Trans>
    );
  return (
    <AccountDialog title={title} onClose={close}>
      <AccountForm
        submission={submission}
        label={<Trans>Decide</Trans>}
        beside={
          <Button className={form.button} variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <SelectField
          name="reason"
          label={<Trans>Reason</Trans>}
          defaultValue={act === "hide" ? "OTHER" : "SPAM"}
          error={submission.errorFor("reason")}
        >
          {REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {reasonText(reason)}
            </option>
          ))}
        </SelectField>
        <TextArea
          name="note"
          label={<Trans>What the member is told besides</Trans>}
          limit={LIMITS.moderationNote}
          readOnly={submission.busy}
          error={submission.errorFor("note")}
          {...note.field}
        />
      </AccountForm>
    </AccountDialog>
  );
}
