export { ModerationActEntity, ModerationCaseEntity, ReportEntity } from "./moderation.entity";
export { moderationMails } from "./moderation-mail-words";
export {
  CommentModerationResolver,
  ModerationActResolver,
  ModerationResolver,
  PromptModerationResolver,
  ReportedContentResolver,
  ViewerModerationResolver,
} from "./moderation.resolver";
export { actLoader } from "./moderation.reader";
export { ModerationAct } from "./moderation.type";
export { setPromptHidden } from "./moderation.service";
