export { type CopySaver, copySaverOnDemand } from "./on-demand";
export { OwnPlace } from "./OwnPlace";
export { OwnPromptList } from "./OwnPromptList";
export { useOwnPrompt } from "./use-own-prompt";
