export interface PromptEditorProps {
  /** Null for a new prompt; or the place of its draft, to go on with that. */
  promptId: string | null;
  /** Called when the dialog closes, which may be before everything is saved. */
  onHide(): void;
  /** Called when it opens again, because saving failed. */
  onShow(): void;
  /** Called when there is nothing left to do. */
  onEnd(): void;
}
