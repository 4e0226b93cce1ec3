import { useEffect, useState, useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";
import type { Session } from "./session";
import { nextTypist, takeAlong, Typist } from "./typist";

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
