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
  /**
   * Mails to a mailbox that nobody has proved to be theirs, under all accounts. What is told and what is not count apart, and so
   * do its plain address and all other spellings: 4 × 5 at most, and 2 × 2 of `mailAnyway`.
   */
  mailbox: { limit: 5, seconds: HOUR },
  /** Past that, where no link of an earlier mail works any more. */
  mailAnyway: { limit: 2, seconds: HOUR },
  /** Registering tells whether a name or an address is taken. */
  register: { limit: 30, seconds: HOUR },
  code: { limit: 60, seconds: QUARTER },
  /** Passwords tried by somebody who is signed in: a session that was left open must not help to guess. */
  password: { limit: 10, seconds: QUARTER },
  username: { limit: 10, seconds: QUARTER },
  /** Mails that a member sends to addresses of their own. */
  ownMail: { limit: 5, seconds: HOUR },
  refresh: { limit: 300, seconds: 5 * 60 },
} as const satisfies Record<string, RateLimit | Record<string, RateLimit>>;
