export { OtherLanguages } from "./OtherLanguages";
export { PromptBody } from "./PromptBody";
export { PromptGrid } from "./PromptGrid";
export { PromptNeighbors } from "./PromptNeighbors";
export { plainPromptText } from "./prompt-text";
export { cardVariables } from "./prompt-variables";
export { ShareLinks } from "./ShareLinks";
export { TextBatchProvider } from "./TextBatchProvider";
