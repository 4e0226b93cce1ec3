import type { Session } from "./session";

/**
 * Who types on this page, which is not who is signed in: a session may end in the middle of a word, and the words stay those of its
 * member. A visitor takes along to their account what they have typed. After a log-out, or once another member is signed in, somebody
 * else types: they see nothing of it, and send nothing of it.
 */
export class Typist {
  private static count = 0;
  readonly key = ++Typist.count;

  constructor(
    /** The account; null for a visitor, until they are signed in. */
    public id: string | null,
    /** Whether they have logged out: they want nothing kept. */
    public hasLoggedOut = false,
  ) {}
}

/** Who types on once the session has changed: the same one, or whoever comes next. */
export function nextTypist(typist: Typist, { account, loggedOut, neverBegan }: Session): Typist {
  if (loggedOut || (typist.id !== null && (account ? account !== typist.id : neverBegan))) {
    typist.hasLoggedOut = loggedOut;
    return new Typist(account || null);
  }
  takeAlong(typist, account);
  return typist;
}

/** @param account that they have signed in to; null or "" if there is none */
export function takeAlong(typist: Typist, account: string | null): void {
  if (account) typist.id = account;
}
