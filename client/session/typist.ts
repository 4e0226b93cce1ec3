import { useEffect, useState, useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";
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

const NOBODY = new Typist(null);
const typists = new WeakMap<Session, Typist>();

/** The current one. What is typed belongs to the one who was there when it was begun. */
export function typistOf(session: Session): Typist {
  const known = typists.get(session);
  if (known) return known;
  const first = new Typist(session.account || null);
  typists.set(session, first);
  session.subscribe(() => typists.set(session, nextTypist(typists.get(session) ?? first, session)));
  return first;
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
function takeAlong(typist: Typist, account: string | null): void {
  if (account) typist.id = account;
}

/** The same. The key of what holds typed words, so that it ends with them. */
export function useTypist(): Typist {
  const { session } = useSite();
  return useSyncExternalStore(
    session.subscribe,
    () => typistOf(session),
    () => NOBODY,
  );
}

/**
 * The one of a form that is opened now. A session that has ended elsewhere leaves its member the forms that are open; whoever opens another
 * one need not be that member, and is a visitor in it.
 */
export function useFormTypist(): Typist {
  const { session } = useSite();
  const current = useTypist();
  const [opened] = useState(() => ({ by: current, stranger: isOver(current, session) ? new Typist(null) : null }));
  const { stranger } = opened;
  useEffect(() => {
    if (!stranger) return;
    return session.subscribe(() => takeAlong(stranger, session.account));
  }, [session, stranger]);
  return stranger && opened.by === current ? stranger : current;
}

function isOver({ id }: Typist, session: Session): boolean {
  return id !== null && !session.signedIn;
}

/** State that only the typist may see: for whoever comes next it is as it was at first. */
export function useOwnState<State>(initial: State): [State, (next: State) => void] {
  const typist = useTypist();
  const [kept, keep] = useState({ typist, state: initial });
  return [kept.typist === typist ? kept.state : initial, (state) => keep({ typist, state })];
}
