const KB = 1024;

/** The most bytes of a body, before and after it is inflated. That of an import: `TRANSFER_LIMITS`. */
export const BODY_LIMITS = {
  /** Of an operation: a prompt with its longest texts in all languages has 13 × 25,620 characters of 3 bytes. */
  operation: 1280 * KB,
  /** Of a subscription: room for the site's only one, ten times. */
  stream: 8 * KB,
  /** Everywhere else. */
  other: KB,
} as const;
