import { requestSignIn, type Wish } from "../../session/dialog-request";
import { privateStorage } from "../../session/private-storage";
import type { Session } from "../../session/session";

/** As long as a mailed login link lives. */
const WISH_MS = 60 * 60 * 1000;

const ENTRY = /^(?:(favorite) ADD|(vote) (UP|DOWN)) (\d{1,9}) (\d{13}) (\d*)$/;

/**
 * Remembers what a visitor wants and asks them to sign in. Only a pressed control writes it, never an address: a link from elsewhere
 * could add favourites, or votes, otherwise. In local storage, because a mailed link opens a new tab.
 * @param owner the member whose session has ended on this page: nobody else gets it
 */
export function makeWish(session: Session, wish: Wish, owner: string | null): void {
  const storage = privateStorage(session);
  storage.write("wish", `${wish.kind} ${wish.value} ${wish.promptId} ${Date.now()} ${owner ?? ""}`);
  requestSignIn(
    () => {},
    (isElsewhere) => {
      if (!isElsewhere) storage.write("wish", null);
    },
    wish,
  );
}

interface KeptWish {
  wish: Wish;
  /** Null for anybody's. */
  owner: string | null;
}

/** What a visitor wanted before they signed in, once. That of another kind stays for whoever carries it out. */
export function takeWish(session: Session, kind: Wish["kind"]): KeptWish | null {
  const storage = privateStorage(session);
  const entry = storage.read("wish");
  if (entry === null) return null;
  const [, isFavorite, isVote, way, promptId = "", time, owner] = ENTRY.exec(entry) ?? [];
  const age = Date.now() - Number(time);
  const isGood = age >= 0 && age < WISH_MS;
  if (isGood && (kind === "favorite" ? isVote : isFavorite)) return null;
  storage.write("wish", null);
  if (!isGood) return null;
  const wish: Wish = isFavorite
    ? { kind: "favorite", promptId, value: "ADD" }
    : { kind: "vote", promptId, value: way === "UP" ? "UP" : "DOWN" };
  return { wish, owner: owner || null };
}
