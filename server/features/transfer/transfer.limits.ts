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

/** In this process: read from the database, or written to it. */
export const EXPORTS_AT_ONCE = 2;
export const IMPORTS_AT_ONCE = 2;
/** A small file is not read after large ones alone; all take turns on the one thread. */
export const READINGS_AT_ONCE = 2;
/** Waiting and worked on in this process. Eight times as many may arrive or be sent, each a file of 20 MB on the disk. */
export const TRANSFERS_AT_ONCE = 32;

/** In bytes a millisecond: who sends an import can send it again from a better line. */
export const ARRIVING_BYTES_PER_MS = 64;
