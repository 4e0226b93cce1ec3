import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** For each account. */
export const EXPORTS: RateLimit = { limit: 20, seconds: HOUR };
export const IMPORTS: RateLimit = { limit: 10, seconds: HOUR };

/** What imports may bring into an account, in kB of the files: ten of them fill the disk as no other way of writing does. */
export const IMPORTED_KB: RateLimit = { limit: 100 * 1024, seconds: DAY };
/** For accounts younger than a week, or whose address is unconfirmed: one full file. */
export const NEWCOMER_IMPORTED_KB: RateLimit = { limit: 25 * 1024, seconds: DAY };

/** In this process, from the beginning of the file on: each has 20 MB in memory. */
export const IMPORTS_AT_ONCE = 2;
