export { promptEditorOnDemand } from "./on-demand";
export type { PromptEditorProps } from "./editor-props";
export { useNewDraft } from "./use-new-draft";
