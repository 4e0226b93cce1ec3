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
 * Remembers what a visitor wants and asks them to sign in. Only a pressed control writes it, never an address: a link from elsewhere
 * could add favourites, votes or copies otherwise. On the device, because a mailed link opens a new tab.
 */
export function makeWish(session: Session, wish: Wish): void {
  draftOf(session).write(wish);
  requestSignIn(
    () => {},
    (isElsewhere) => {
      if (!isElsewhere) draftOf(session).write(null);
    },
    wish,
  );
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
