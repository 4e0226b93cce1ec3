import { LIMITS } from "../../../contract/limits";
import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const MINUTE = 60;
const DAY = 24 * 60 * 60;

export interface CommentLimits {
  aMinute: RateLimit;
  aDay: RateLimit;
  /** Members whom new comments and changes mention, in a day: each is told. */
  mentions: RateLimit;
}

/** For each account: new comments, and whom its texts mention. */
export const COMMENTS: CommentLimits = {
  aMinute: { limit: 10, seconds: MINUTE },
  aDay: { limit: 200, seconds: DAY },
  mentions: { limit: 200, seconds: DAY },
};
/** For accounts younger than a week, or whose address is unconfirmed. */
export const NEWCOMER_COMMENTS: CommentLimits = {
  aMinute: { limit: 3, seconds: MINUTE },
  aDay: { limit: 20, seconds: DAY },
  mentions: { limit: 20, seconds: DAY },
};
/** For each account: changes and deletions. */
export const CHANGES: RateLimit = { limit: 200, seconds: 60 * MINUTE };
/** For each account: whoever takes deletions back tells the same members again. */
export const UNDOS: RateLimit = { limit: 20, seconds: DAY };
/** For each account: a preview takes as long as posting. */
export const PREVIEWS: RateLimit = { limit: 60, seconds: MINUTE };

/**
 * In UTF-16 code units. In no language are clusters longer on average (Hindi: 1.7); the exact limit is counted in clusters. What is long
 * by emoji and marks alone would take the renderer as long as its units, not as its characters.
 */
export const BODY_CAP = LIMITS.comment * 3;

/** Longer texts are refused for a day wherever they are repeated, in code points; shorter ones ("Thanks!") on the same page. */
export const SHORT_TEXT = 50;

/** Members whom one comment can mention. */
export const MAX_MENTIONS = 20;

/** How many members are offered after "@". */
export const MAX_OFFERED = 6;

/** For how long a deleted comment can be brought back. */
export const UNDO_SECONDS = 60;
