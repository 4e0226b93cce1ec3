export { Comments } from "./Comments";
