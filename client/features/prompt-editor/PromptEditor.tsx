import { Trans } from "@lingui/react/macro";
import { EditorDialog } from "./EditorDialog";

export interface PromptEditorProps {
  /** Null for a new prompt. */
  promptId: string | null;
  /** Called when the dialog closes, which may be before everything is saved. */
  onHide(): void;
  /** Called when it opens again, because saving failed. */
  onShow(): void;
  /** Called when there is nothing left to do. */
  onEnd(): void;
}

/** Adds or changes a prompt of the member's. */
export function PromptEditor({ promptId, onHide, onEnd }: PromptEditorProps) {
  const close = () => {
    onHide();
    onEnd();
  };
  return (
    <EditorDialog
      title={promptId === null ? <Trans>Add a prompt</Trans> : <Trans>Change the prompt</Trans>}
      onClose={close}
    >
      {null}
    </EditorDialog>
  );
}
