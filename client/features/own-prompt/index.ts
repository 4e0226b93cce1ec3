export { useDeletePromptDialog } from "./use-delete-prompt-dialog";
export { useSharePrompt } from "./use-own-prompt-actions";
