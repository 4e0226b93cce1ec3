import type { RateLimit } from "../../platform/rate-limit/rate-limit";

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

/** How often one may try, by what is counted. ARCHITECTURE.md says which are told and why. */
export const RATE_LIMITS = {
  login: {
    address: { limit: 60, seconds: QUARTER },
    /** Wrong passwords for one account from one address. */
    pair: { limit: 10, seconds: QUARTER },
    /** From everywhere. An owner who is kept out so can still come in by a link. */
    everywhere: { limit: 100, seconds: HOUR },
  },
  /** Links and codes that anyone may ask for. */
  mail: {
    address: { limit: 20, seconds: QUARTER },
    /** Told, and so by name and by who asks: nobody learns, or is kept out by, what others ask for. */
    pair: { limit: 5, seconds: QUARTER },
    /** Past it the link in the last mail lives on; another mail leaves only where there is no such link. */
    account: { limit: 5, seconds: QUARTER },
  },
  /** Links and codes of both kinds to an address that is confirmed; past it the link in the last mail lives on. */
  confirmedMail: { limit: 10, seconds: HOUR },
  /** Mails to addresses that nobody has proved to be theirs. What is told and what is not count apart. */
  strangerMail: {
    asker: { limit: 25, seconds: HOUR, widerShare: 1 },
    askerTold: { limit: 12, seconds: HOUR, widerShare: 1 },
    /** From one asker to one mailbox, in all its spellings. */
    pair: { limit: 6, seconds: HOUR },
    /** To one mailbox, in all its spellings. */
    mailbox: { limit: 5, seconds: HOUR },
    /** To exactly one address, past the limit of its mailbox. */
    address: { limit: 3, seconds: HOUR },
  },
  /** Answers that tell whether an address is taken: to who registers or changes an address. Counted by who asks, whichever way. */
  taken: { limit: 30, seconds: HOUR },
  code: { limit: 60, seconds: QUARTER },
  /** Passwords tried by somebody who is signed in: a session that was left open must not help to guess. */
  password: { limit: 10, seconds: QUARTER },
  username: { limit: 10, seconds: QUARTER },
  /** Mails that a member sends to addresses of their own. */
  ownMail: { limit: 5, seconds: HOUR },
  refresh: { limit: 300, seconds: 5 * 60 },
} as const satisfies Record<string, RateLimit | Record<string, RateLimit>>;
