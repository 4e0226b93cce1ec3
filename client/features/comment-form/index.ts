export { Composer, DeleteQuestion, StrandedTexts } from "./lazy-parts";
