export { PromptHistory } from "./PromptHistory";
