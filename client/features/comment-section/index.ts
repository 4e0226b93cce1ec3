export { Comments, preloadComments } from "./Comments";
