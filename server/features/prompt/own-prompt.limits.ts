import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

interface PromptLimits {
  create: RateLimit;
  share: RateLimit;
  write: RateLimit;
}

/** For each account. `write` covers every change, so that former versions do not fill the disk. */
export const PROMPT_LIMITS: PromptLimits = {
  create: { limit: 300, seconds: DAY },
  share: { limit: 60, seconds: DAY },
  write: { limit: 300, seconds: HOUR },
};

/** For accounts younger than a week, or whose address is unconfirmed: whoever opens many to fill the site has those. */
export const NEWCOMER_LIMITS: PromptLimits = {
  create: { limit: 40, seconds: DAY },
  share: { limit: 5, seconds: DAY },
  write: { limit: 120, seconds: HOUR },
};
