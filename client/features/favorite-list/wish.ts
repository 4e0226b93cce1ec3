import { requestSignIn } from "../../session/dialog-request";
import { privateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";

/** As long as a mailed login link lives. */
const WISH_MS = 60 * 60 * 1000;

/**
 * Remembers what a visitor wants and asks them to sign in. Only a pressed heart writes it, never an address: a link from elsewhere could
 * add favourites otherwise. In local storage, because a mailed link opens a new tab.
 */
export function makeWish(session: Session, id: string): void {
  const storage = privateStorage(session);
  storage.write("wish", `${id} ${Date.now()}`);
  requestSignIn(
    () => {},
    (isElsewhere) => {
      if (!isElsewhere) storage.write("wish", null);
    },
  );
}

/** The prompt that a visitor wanted to keep before they signed in, once. */
export function takeWish(session: Session): string | null {
  const storage = privateStorage(session);
  const wish = storage.read("wish");
  if (wish === null) return null;
  storage.write("wish", null);
  const [, id = null, time] = /^(\d{1,9}) (\d{13})$/.exec(wish) ?? [];
  const age = Date.now() - Number(time);
  return age >= 0 && age < WISH_MS ? id : null;
}
