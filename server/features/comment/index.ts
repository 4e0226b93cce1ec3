export { CommentEntity } from "./comment.entity";
export { CommentResolver, FeedbackResolver, PromptCommentsResolver, ViewerCommentsResolver } from "./comment.resolver";
export { settleCommentAddress } from "./comment-address";
export { loadComment, parseCommentId } from "./comment.loader";
export { lockComment, renderOldComments, sweepComments } from "./comment.service";
export { Comment } from "./comment.type";
export { DeletedCommentEntity } from "./deleted-comment.entity";
