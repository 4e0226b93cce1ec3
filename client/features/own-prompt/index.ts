export { OwnPlace } from "./OwnPlace";
export { OwnPromptList } from "./OwnPromptList";
export { useOwnPrompt } from "./use-own-prompt";
