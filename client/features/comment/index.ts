export { CommentText } from "./CommentText";
export { CommentsContext, useComments } from "./CommentsContext";
export {
  authorsOf,
  changeThread,
  type Comment,
  type CommentList,
  FeedbackCommentsQuery,
  joined,
  levelOf,
  PromptCommentsQuery,
  readComments,
  type Thread,
  updateComments,
  withoutComment,
  withNews,
  withPosted,
  withReturned,
} from "./comment-list";
export { commentInAddress, commentVariables } from "./comment-variables";
