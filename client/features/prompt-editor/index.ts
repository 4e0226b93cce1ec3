export { promptEditorOnDemand } from "./on-demand";
export type { PromptEditorProps } from "./PromptEditor";
export { type NewDraft, useNewDraft } from "./use-new-draft";
