export { CommentEntity } from "./comment.entity";
export { CommentResolver, FeedbackResolver, PromptCommentsResolver, ViewerCommentsResolver } from "./comment.resolver";
export { renderOldComments } from "./comment.service";
