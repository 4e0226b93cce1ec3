const KB = 1024;

/** How long a body may be, in bytes, once it is inflated. That of an import: `TRANSFER_LIMITS`. */
export const BODY_LIMITS = {
  /**
   * Of an operation of a session or an API token: a prompt with its longest texts in all languages (13 × 25,620 characters of 3 bytes), with room for
   * what is longer and for JSON.
   */
  member: 1280 * KB,
  /** Of any other operation: ten times the site's largest. */
  visitor: 32 * KB,
  /** Of a subscription: room for the site's only one, ten times. */
  stream: 8 * KB,
  /** Everywhere else. */
  other: KB,
} as const;

/** In bytes; on the average of a long body. */
const MIN_CHUNK = 64;
const MIN_CHUNKS = 4096;

/**
 * In how many chunks a body may come. Node makes an event and a buffer of each: of one byte each, they take a hundred times as long as the same bytes at
 * once. What it has read at once, 64 kB, it takes apart before anything can count, so that a connection costs 11,000 events more at the most.
 */
export function maxChunks(bytes: number): number {
  return Math.max(MIN_CHUNKS, bytes / MIN_CHUNK);
}
