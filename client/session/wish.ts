import { DeviceDraft } from "./device-draft";
import { requestSignIn, type Wish } from "./dialog-request";
import { privateStorage } from "./private-storage";
import type { Session } from "./session";

/** As long as a mailed login link lives. */
const WISH_MS = 60 * 60 * 1000;

const WAYS = ["favorite ADD", "copy ADD", "vote UP", "vote DOWN"];

function draftOf(session: Session): DeviceDraft<Wish> {
  return new DeviceDraft(privateStorage(session), "wish", (data) => (isWish(data) ? data : null));
}

/**
 * Asks a visitor to sign in, and remembers what they want once they have, or go on to another way of signing in: whoever signs in in
 * another tab meanwhile wants nothing. Only a pressed control leads here, never an address: a link from elsewhere could add favourites,
 * votes or copies otherwise. On the device, because a mailed link opens a new tab.
 */
export function makeWish(session: Session, wish: Wish): void {
  const draft = draftOf(session);
  draft.write(null);
  requestSignIn(
    () => draft.write(wish),
    (isElsewhere) => {
      if (isElsewhere) draft.write(wish);
    },
    wish,
  );
}

/** Calls the listener when there may be a wish to take. @returns what ends that */
export function onWish(session: Session, listener: () => void): () => void {
  return privateStorage(session).subscribe(listener);
}

/** What the member wanted before they signed in, once. That of another kind stays for whoever carries it out. */
export function takeWish(session: Session, kind: Wish["kind"]): Wish | null {
  const draft = draftOf(session);
  const wish = draft.read();
  const age = Date.now() - (draft.savedAt ?? 0);
  const isGood = wish !== null && age >= 0 && age < WISH_MS;
  if (isGood && wish.kind !== kind) return null;
  if (privateStorage(session).read("wish") !== null) draft.write(null);
  return isGood ? wish : null;
}

function isWish(data: unknown): data is Wish {
  if (typeof data !== "object" || data === null) return false;
  const { kind, value, promptId } = data as Partial<Wish>;
  return WAYS.includes(`${String(kind)} ${String(value)}`) && /^\d{1,9}$/.test(promptId ?? "");
}
