export { Composer } from "./Composer";
export { DeleteQuestion } from "./DeleteQuestion";
export { StrandedTexts } from "./StrandedTexts";
