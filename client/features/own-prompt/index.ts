export { OwnPlace } from "./OwnPlace";
export { useDeletePromptDialog } from "./use-delete-prompt-dialog";
export { useOwnPrompt } from "./use-own-prompt";
export { useSharePrompt } from "./use-own-prompt-actions";
