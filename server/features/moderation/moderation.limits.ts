import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** For each account. */
export const REPORTS: RateLimit = { limit: 50, seconds: DAY };
/** For accounts younger than a week, or whose address is unconfirmed. */
export const NEWCOMER_REPORTS: RateLimit = { limit: 5, seconds: DAY };
/** For each moderator: whoever takes over the account of one cannot empty the site before somebody notices. */
export const DECISIONS: RateLimit = { limit: 1000, seconds: HOUR };
/** For each moderator: it withdraws all that a member has shared. */
export const CLOSINGS: RateLimit = { limit: 30, seconds: HOUR };
