export interface PromptEditorProps {
  /** Null for a new prompt. */
  promptId: string | null;
  /** Where the draft of a new prompt is that is gone on with; undefined to begin another one. */
  draft: string | undefined;
  /** Called when the dialog closes, which may be before everything is saved. */
  onHide(): void;
  /** Called when it opens again, because saving failed. */
  onShow(): void;
  /** Called when there is nothing left to do. */
  onEnd(): void;
}
