import { requestSignIn } from "../../session/dialog-request";
import { privateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";

/** As long as a mailed login link lives. */
const WISH_MS = 60 * 60 * 1000;

/**
 * Remembers what a visitor wants and asks them to sign in. Only a pressed heart writes it, never an address: a link from elsewhere could
 * add favourites otherwise. In local storage, because a mailed link opens a new tab.
 * @param owner the member whose session has ended on this page: nobody else gets it
 */
export function makeWish(session: Session, id: string, owner: string | null): void {
  const storage = privateStorage(session);
  storage.write("wish", `${id} ${Date.now()} ${owner ?? ""}`);
  requestSignIn(
    () => {},
    (isElsewhere) => {
      if (!isElsewhere) storage.write("wish", null);
    },
    "favorite",
  );
}

interface Wish {
  id: string;
  /** Null for anybody's. */
  owner: string | null;
}

/** What a visitor wanted to keep before they signed in, once. */
export function takeWish(session: Session): Wish | null {
  const storage = privateStorage(session);
  const wish = storage.read("wish");
  if (wish === null) return null;
  storage.write("wish", null);
  const [, id, time, owner] = /^(\d{1,9}) (\d{13}) (\d*)$/.exec(wish) ?? [];
  const age = Date.now() - Number(time);
  return id !== undefined && age >= 0 && age < WISH_MS ? { id, owner: owner || null } : null;
}
