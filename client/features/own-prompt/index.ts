export { CopySaver, OwnerBar, OwnHistory } from "./lazy-parts";
export { OwnPlace } from "./OwnPlace";
export { OwnPromptList } from "./OwnPromptList";
export { useIsOwn } from "./use-is-own";
