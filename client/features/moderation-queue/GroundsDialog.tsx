import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LIMITS } from "../../../contract/limits";
import { SelectField, TextArea } from "../../forms/Field";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import type { FormProblem } from "../../forms/problem-text";
import { useOwnSubmission } from "../../forms/use-own-submission";
import type { ModerationGroundsInput, ModerationReason } from "../../gql/graphql";
import { Button } from "../../ui/Button";
import { AccountDialog } from "../account";
import { useReasonText } from "../moderation";

const REASONS: readonly ModerationReason[] = ["SPAM", "ABUSE", "DANGEROUS", "PERSONAL_DATA", "COPYRIGHT", "OTHER"];

interface GroundsDialogProps {
  title: ReactNode;
  /** The one that is chosen at first. */
  reason: ModerationReason;
  onDecide(grounds: ModerationGroundsInput): Promise<readonly FormProblem[]>;
  onClose(): void;
}

/** Asks why, in words that the member reads. */
export function GroundsDialog({ title, reason: first, onDecide, onClose }: GroundsDialogProps) {
  const reasonText = useReasonText();
  const submission = useOwnSubmission("moderate", (values) => {
    const reason = REASONS.find((each) => each === values("reason")) ?? "OTHER";
    return onDecide({ reason, note: values("note") || null });
  });
  return (
    <AccountDialog title={title} onClose={onClose}>
      <AccountForm
        submission={submission}
        label={<Trans>Decide</Trans>}
        beside={
          <Button className={form.button} variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <SelectField
          name="reason"
          label={<Trans>Reason</Trans>}
          defaultValue={first}
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
          maxLength={LIMITS.moderationNote * 4}
          error={submission.errorFor("note")}
        />
      </AccountForm>
    </AccountDialog>
  );
}
