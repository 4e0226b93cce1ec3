import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

/** Rate limits, by what they count. ARCHITECTURE.md says which are reported to the caller and why. */
export const RATE_LIMITS = {
  login: {
    address: { limit: 60, seconds: QUARTER },
    /** Wrong passwords for one account from one address. */
    pair: { limit: 10, seconds: QUARTER },
    /** Per account, from all addresses. A locked-out owner can still sign in with a link. */
    everywhere: { limit: 100, seconds: HOUR },
  },
  /** Links and codes that anyone may request. */
  mail: {
    address: { limit: 20, seconds: QUARTER },
    /** Reported to the caller, so counted by name and caller: others' requests are neither revealed nor held against anyone. */
    pair: { limit: 5, seconds: QUARTER },
    /** Past it the link in the last mail is renewed; another mail is sent only if there is no such link. */
    account: { limit: 5, seconds: QUARTER },
  },
  /** Links and codes together, to a confirmed address; past it the link in the last mail is renewed. */
  confirmedMail: { limit: 10, seconds: HOUR },
  /** Mails to unconfirmed addresses. Limits reported to the caller and silent ones are counted separately. */
  unconfirmedMail: {
    callerSilent: { limit: 25, seconds: HOUR },
    callerReported: { limit: 12, seconds: HOUR },
    /** From one caller to one mailbox, in all its spellings. */
    pair: { limit: 6, seconds: HOUR },
    /** To one mailbox, in all its spellings. */
    mailbox: { limit: 5, seconds: HOUR },
    /** To exactly one address, past the limit of its mailbox. */
    address: { limit: 3, seconds: HOUR },
  },
  /** Answers that reveal whether an address is taken. Counted per caller, for registrations and email changes together. */
  taken: { limit: 30, seconds: HOUR },
  code: { limit: 60, seconds: QUARTER },
  /**
   * Codes that connect the extension, which have 40 bits. They are counted apart from the others: pages of other sites may try them, and must not
   * use up what their visitors have for links in mails.
   */
  connect: { limit: 60, seconds: QUARTER },
  /** Password attempts within a session: a session left open must not help to guess the password. */
  password: { limit: 10, seconds: QUARTER },
  username: { limit: 10, seconds: QUARTER },
  /** Mails that members send to their own addresses. */
  ownMail: { limit: 5, seconds: HOUR },
} as const satisfies Record<string, RateLimit | Record<string, RateLimit>>;
