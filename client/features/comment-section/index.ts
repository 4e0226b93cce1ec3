export { lateComments, LateComments, preloadComments } from "./LateComments";
