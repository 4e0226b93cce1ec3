export { loadCommentForms } from "./load";
