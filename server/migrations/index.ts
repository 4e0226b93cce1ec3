import { CreateLibrary20261121100000 } from "./20261121100000-create-library";
import { NotifyPageChanges20261121120000 } from "./20261121120000-notify-page-changes";
import { CreateMailQueue20261121130000 } from "./20261121130000-create-mail-queue";
import { CreateAccounts20261121140000 } from "./20261121140000-create-accounts";
import { BindCodesToAddresses20261122100000 } from "./20261122100000-bind-codes-to-addresses";
import { AddModerators20261122110000 } from "./20261122110000-add-moderators";
import { MoveMailsToJobs20261122150000 } from "./20261122150000-move-mails-to-jobs";
import { IndexPicks20261122160000 } from "./20261122160000-index-picks";
import { AddCodeCreation20261122170000 } from "./20261122170000-add-code-creation";
import { CreateOwnPrompts20261122180000 } from "./20261122180000-create-own-prompts";
import { IndexOwnPrompts20261122190000 } from "./20261122190000-index-own-prompts";
import { KeepReplacedParts20261122210000 } from "./20261122210000-keep-replaced-parts";
import { SearchListedTextsOnly20261122220000 } from "./20261122220000-search-listed-texts-only";
import { CreateFavorites20261123100000 } from "./20261123100000-create-favorites";
import { IndexListedPromptsOfAuthors20261123110000 } from "./20261123110000-index-listed-prompts-of-authors";
import { CountManyPromptsAtOnce20261123120000 } from "./20261123120000-count-many-prompts-at-once";
import { IndexSharing20261123125000 } from "./20261123125000-index-sharing";
import { CreateVotes20261123130000 } from "./20261123130000-create-votes";
import { NameCopiedPrompts20261123140000 } from "./20261123140000-name-copied-prompts";
import { DigestListedTexts20261123150000 } from "./20261123150000-digest-listed-texts";
import { IndexLanguages20261123160000 } from "./20261123160000-index-languages";
import { CreateModeration20261123170000 } from "./20261123170000-create-moderation";
import { CreateComments20261124100000 } from "./20261124100000-create-comments";
import { ModerateComments20261124110000 } from "./20261124110000-moderate-comments";
import { SearchWhatPeopleType20261125010000 } from "./20261125010000-search-what-people-type";
import { NotifyOfNamesInComments20261125100000 } from "./20261125100000-notify-of-names-in-comments";
import { CreateNotifications20261125110000 } from "./20261125110000-create-notifications";
import { CreateDigests20261125120000 } from "./20261125120000-create-digests";
import { TagPageChanges20261125130000 } from "./20261125130000-tag-page-changes";
import { EstimateTitles20261125131700 } from "./20261125131700-estimate-titles";
import { IndexLargeLists20261125140000 } from "./20261125140000-index-large-lists";
import { WithdrawMentions20261125150000 } from "./20261125150000-withdraw-mentions";
import { VoidDigestLinks20261125160000 } from "./20261125160000-void-digest-links";
import { AddIdempotencyKeys20261125173000 } from "./20261125173000-add-idempotency-keys";
import { AddDraftKeys20261128070000 } from "./20261128070000-add-draft-keys";
import { UndoDeletedComments20261128080000 } from "./20261128080000-undo-deleted-comments";
import { FollowChanges20261128091500 } from "./20261128091500-follow-changes";
import { SimplifySessions20261128170000 } from "./20261128170000-simplify-sessions";
import { NotifyByServices20261128180000 } from "./20261128180000-notify-by-services";
import { SearchNewestOwnPrompts20261128181000 } from "./20261128181000-search-newest-own-prompts";
import { KeepPromptPictures20261130030000 } from "./20261130030000-keep-prompt-pictures";

/** In the order in which they run. */
export const migrations = [
  CreateLibrary20261121100000,
  NotifyPageChanges20261121120000,
  CreateMailQueue20261121130000,
  CreateAccounts20261121140000,
  BindCodesToAddresses20261122100000,
  AddModerators20261122110000,
  MoveMailsToJobs20261122150000,
  IndexPicks20261122160000,
  AddCodeCreation20261122170000,
  CreateOwnPrompts20261122180000,
  IndexOwnPrompts20261122190000,
  KeepReplacedParts20261122210000,
  SearchListedTextsOnly20261122220000,
  CreateFavorites20261123100000,
  IndexListedPromptsOfAuthors20261123110000,
  CountManyPromptsAtOnce20261123120000,
  IndexSharing20261123125000,
  CreateVotes20261123130000,
  NameCopiedPrompts20261123140000,
  DigestListedTexts20261123150000,
  IndexLanguages20261123160000,
  CreateModeration20261123170000,
  CreateComments20261124100000,
  ModerateComments20261124110000,
  SearchWhatPeopleType20261125010000,
  NotifyOfNamesInComments20261125100000,
  CreateNotifications20261125110000,
  CreateDigests20261125120000,
  TagPageChanges20261125130000,
  EstimateTitles20261125131700,
  IndexLargeLists20261125140000,
  WithdrawMentions20261125150000,
  VoidDigestLinks20261125160000,
  AddIdempotencyKeys20261125173000,
  AddDraftKeys20261128070000,
  UndoDeletedComments20261128080000,
  FollowChanges20261128091500,
  SimplifySessions20261128170000,
  NotifyByServices20261128180000,
  SearchNewestOwnPrompts20261128181000,
  KeepPromptPictures20261130030000,
];
