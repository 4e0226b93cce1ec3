const KB = 1024;

/** How long a body may be, in bytes. That of an import: `TRANSFER_LIMITS`. */
export const BODY_LIMITS = {
  /** Of members: a prompt with its longest texts in all languages (13 × 25,620 characters of 3 bytes), with room for what is longer and for JSON. */
  member: 1280 * KB,
  /** Of any other operation: ten times the site's largest. */
  visitor: 32 * KB,
} as const;
