export { OtherLanguages } from "./OtherLanguages";
export { copyText } from "./clipboard";
export { PromptBody } from "./PromptBody";
export { PromptGrid } from "./PromptGrid";
export { PromptNeighbors } from "./PromptNeighbors";
export { plainPromptText } from "../../../contract/prompt-markup";
export { cardVariables, TextBatchProvider } from "./card-text";
export { ShareLinks } from "./ShareLinks";
