export { ModerationActEntity, ModerationCaseEntity, ReportEntity } from "./moderation.entity";
export { moderationMails } from "./moderation-mail-words";
export {
  ModerationActResolver,
  ModerationResolver,
  PromptModerationResolver,
  ReportedPromptResolver,
  ViewerModerationResolver,
} from "./moderation.resolver";
export { setPromptHidden } from "./moderation.service";
