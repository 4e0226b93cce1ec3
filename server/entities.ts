import { AccountEntity, ApiTokenEntity, OneTimeCodeEntity, SessionEntity, SigningKeyEntity } from "./features/account";
import { CommentEntity, DeletedCommentEntity } from "./features/comment";
import { DigestEntity, DigestLinkEntity } from "./features/digest";
import { FavoriteEntity } from "./features/favorite";
import { PromptPictureEntity } from "./features/link-preview";
import { ModerationActEntity, ModerationCaseEntity, ReportEntity } from "./features/moderation";
import { NotificationEntity } from "./features/notification";
import {
  DailySecretEntity,
  PromptCopyEntity,
  PromptEntity,
  PromptRevisionEntity,
  PromptRevisionTextEntity,
  PromptSearchEntity,
  PromptTextEntity,
  RemovedPromptEntity,
} from "./features/prompt";
import { TagEntity, TagTextEntity } from "./features/tag";
import { UserEntity } from "./features/user";
import { VoteEntity } from "./features/vote";
import { LibraryStateEntity } from "./library/library-state.entity";
import { RateLimitEntity } from "./platform/rate-limit/rate-limit.entity";
import { SearchWordEntity } from "./platform/search/search-word.entity";

/** All TypeORM entities. */
export const entities = [
  UserEntity,
  AccountEntity,
  SessionEntity,
  SigningKeyEntity,
  OneTimeCodeEntity,
  ApiTokenEntity,
  TagEntity,
  TagTextEntity,
  PromptEntity,
  PromptTextEntity,
  PromptSearchEntity,
  PromptRevisionEntity,
  PromptRevisionTextEntity,
  PromptCopyEntity,
  RemovedPromptEntity,
  PromptPictureEntity,
  DailySecretEntity,
  FavoriteEntity,
  VoteEntity,
  CommentEntity,
  DeletedCommentEntity,
  ModerationActEntity,
  ReportEntity,
  ModerationCaseEntity,
  NotificationEntity,
  DigestEntity,
  DigestLinkEntity,
  RateLimitEntity,
  LibraryStateEntity,
  SearchWordEntity,
];
