export { PromptEditor } from "./lazy-parts";
export { isUnsavedId } from "./unsaved-id";
export { NewDrafts } from "./NewDrafts";
