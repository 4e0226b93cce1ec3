export { MarkKeepers } from "./MarkKeepers";
export { onReturn } from "./on-return";
