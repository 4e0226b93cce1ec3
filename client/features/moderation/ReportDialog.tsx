import { useMutation } from "@apollo/client/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { LIMITS } from "../../../contract/limits";
import { required } from "../../forms/checks";
import { TextArea } from "../../forms/Field";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { useSubmission } from "../../forms/use-submission";
import { graphql } from "../../gql";
import { useNotify } from "../../ui/Announcer";
import { Button } from "../../ui/Button";
import { AccountDialog } from "../account";

const ReportMutation = graphql(`
  mutation Report($input: ReportInput!) {
    report(input: $input) {
      problems {
        code
        field
        limit
      }
    }
  }
`);

interface ReportDialogProps {
  id: string;
  title: string;
  onClose(): void;
}

/** Asks what is wrong with a prompt. */
export function ReportDialog({ id, title, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  const notify = useNotify();
  const [report] = useMutation(ReportMutation);
  const submission = useSubmission(
    "report",
    async (values) => {
      const { data } = await report({ variables: { input: { promptId: id, reason: values("reason") } } });
      const problems = data?.report.problems ?? [];
      if (problems.length > 0) return problems;
      onClose();
      notify({ message: t`Thank you. The moderators will look at it.` });
      return [];
    },
    (values) => required(values, "reason"),
  );
  return (
    <AccountDialog
      title={
        <Trans>
          Report “<bdi>{title}</bdi>”
        </Trans>
      }
      onClose={onClose}
    >
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
          maxLength={LIMITS.moderationNote * 4}
          error={submission.errorFor("reason")}
          data-autofocus
        />
      </AccountForm>
    </AccountDialog>
  );
}
