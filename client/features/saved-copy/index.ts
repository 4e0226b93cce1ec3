export { CopiedFrom } from "./CopiedFrom";
export { SaveCopyButton } from "./SaveCopyButton";
