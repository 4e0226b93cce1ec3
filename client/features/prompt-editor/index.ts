export { promptEditorOnDemand } from "./on-demand";
export type { PromptEditorProps } from "./editor-props";
export { isUnsavedId } from "./unsaved-id";
export { NewDrafts } from "./NewDrafts";
