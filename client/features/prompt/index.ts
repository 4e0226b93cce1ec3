export { cardVariables, TextBatchProvider } from "./card-text";
export { copyText } from "./clipboard";
export { forgetOtherTexts } from "./forget-other-texts";
export { PickOfTheDay } from "./PickOfTheDay";
export { PromptBrief } from "./PromptBrief";
export { PromptGrid } from "./PromptGrid";
export { PromptNeighbors } from "./PromptNeighbors";
export { Workbench } from "./Workbench";
export { plainPromptText } from "../../../contract/prompt-markup";
