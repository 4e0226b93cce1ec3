import { requestSignIn, type Wish, type WishWay } from "./dialog-request";
import { privateStorage } from "./private-storage";
import type { Session } from "./session";

/** As long as a mailed login link lives. */
const WISH_MS = 60 * 60 * 1000;

const ENTRY = /^(\w+ \w+) (\d{1,9}) (\d{13}) (\d*)$/;
const WAYS = new Map<string, WishWay>([
  ["favorite ADD", { kind: "favorite", value: "ADD" }],
  ["copy ADD", { kind: "copy", value: "ADD" }],
  ["vote UP", { kind: "vote", value: "UP" }],
  ["vote DOWN", { kind: "vote", value: "DOWN" }],
]);

/**
 * Remembers what a visitor wants and asks them to sign in. Only a pressed control writes it, never an address: a link from elsewhere
 * could add favourites, votes or copies otherwise. In local storage, because a mailed link opens a new tab.
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
  const [, name = "", promptId = "", time, owner] = ENTRY.exec(entry) ?? [];
  const way = WAYS.get(name);
  const age = Date.now() - Number(time);
  const isGood = way !== undefined && age >= 0 && age < WISH_MS;
  if (isGood && way.kind !== kind) return null;
  storage.write("wish", null);
  return isGood ? { wish: { ...way, promptId }, owner: owner || null } : null;
}
