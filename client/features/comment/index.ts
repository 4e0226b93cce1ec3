export { CommentText } from "./CommentText";
export { CommentsContext, useComments } from "./CommentsContext";
export {
  changeThread,
  type Comment,
  commentInAddress,
  type CommentList,
  commentVariables,
  joined,
  levelOf,
  type Thread,
  updateComments,
  withoutComment,
  withPosted,
} from "./comment-list";
