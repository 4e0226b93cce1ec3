export { MarkKeepers } from "./MarkKeepers";
