export { CommentText } from "./CommentText";
export { CommentsContext, useComments } from "./CommentsContext";
export {
  changeThread,
  type Comment,
  type CommentList,
  FeedbackCommentsQuery,
  joined,
  levelOf,
  PromptCommentsQuery,
  type Thread,
  updateComments,
  withoutComment,
  withNews,
  withPosted,
} from "./comment-list";
export { commentInAddress, commentVariables } from "./comment-variables";
