import { LIMITS } from "../../../contract/limits";
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

/**
 * What an operation pays for a text. Each is indexed for the search, which keeps the database busy for up to 0.1 s: an operation may write
 * four, or all those of one prompt, which may have thirteen.
 */
export const WRITE_COST = 1000;
export const ALL_TEXTS_COST = 3000;
/** All of a prompt's texts are indexed for the public search. Together with ALL_TEXTS_COST it leaves room for the answer. */
export const SHARE_COST = 1500;

/** What several texts cost beyond the first one. @param texts an argument as sent: a list, or a text by itself */
export function furtherTextsCost(texts: unknown): number {
  const count = Array.isArray(texts) ? texts.length : 1;
  return Math.min(WRITE_COST * Math.max(0, count - 1), ALL_TEXTS_COST - WRITE_COST);
}

/** A grapheme cluster is rarely longer; the exact limits are counted in clusters. */
const UNITS = 8;

/** In UTF-16 code units, which cost nothing to count: what is longer is not looked at. */
export const TEXT_CAPS = {
  title: LIMITS.promptTitle * UNITS,
  content: LIMITS.promptContent * UNITS,
  remark: LIMITS.promptRemark * UNITS,
  notes: LIMITS.promptNotes * UNITS,
  /** A UUID has 36. */
  idempotencyKey: 64,
} as const;
