import { Trans } from "@lingui/react/macro";
import { AccountForm } from "../../forms/Form";
import form from "../../forms/Form.module.css";
import { useSubmission } from "../../forms/use-submission";
import { Button } from "../../ui/Button";
import { AccountDialog } from "../account";
import { useDeletePrompt } from "./use-own-prompt-actions";

interface DeletePromptDialogProps {
  id: string;
  title: string;
  shared: boolean;
  /** Called once the prompt is deleted, before it is gone from the page. */
  leave?: (() => Promise<void>) | undefined;
  onClose(): void;
}

/** Confirms the deletion of a prompt. */
export function DeletePromptDialog({ id, title, shared, leave, onClose }: DeletePromptDialogProps) {
  const deletePrompt = useDeletePrompt();
  const submission = useSubmission("delete-prompt", async () => {
    await deletePrompt(id, async () => {
      onClose();
      await leave?.();
    });
    return [];
  });
  return (
    <AccountDialog
      title={
        <Trans>
          Delete “<bdi>{title}</bdi>”?
        </Trans>
      }
      onClose={onClose}
    >
      <p>
        {shared ? (
          <Trans>
            It disappears for everyone straight away, along with its history. You can undo this for a minute.
          </Trans>
        ) : (
          <Trans>Its history goes with it. You can undo this for a minute.</Trans>
        )}
      </p>
      <AccountForm
        submission={submission}
        label={<Trans>Delete the prompt</Trans>}
        danger
        beside={
          <Button className={form.button} data-autofocus variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      />
    </AccountDialog>
  );
}
