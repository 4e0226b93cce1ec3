import { accountNumber } from "../../contract/session";
import type { Session } from "./session";
import { readStored, writeStored } from "../ui/local-storage";
import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";

/** Values typed into prompts, unsaved prompts and comments, and keys of copies whose answer has not come. */
export type OwnedName = `variables.${string}` | `draft.${string}` | `comment.${string}` | `copy.${string}`;
/** The page to return to after a mailed link, and what a visitor wants to be done then. */
type OwnerlessName = "return" | "wish";
type PrivateName = OwnedName | OwnerlessName;
const PREFIX = "polyprompt.private.";
/** Entries of the browser, not of an account: whoever signs in next uses them up. */
const OWNERLESS = { return: "polyprompt.return", wish: "polyprompt.wish" };
export const VISITOR = "visitor";
/** Values stored before 2026-11-22, which have no owner. */
const LEGACY_PREFIX = "polyprompt.variables.";

interface KeptEntry {
  stored: string | null;
  inMemory: string | undefined;
}

const storages = new WeakMap<Session, PrivateStorage>();

export function privateStorage(session: Session): PrivateStorage {
  const storage = storages.get(session) ?? new PrivateStorage(session);
  storages.set(session, storage);
  return storage;
}

/**
 * Private data on this device, separate for each account. It survives the end of a session, hidden from others, until its owner is
 * back; logging out deletes it. A visitor's data moves to the account that they sign in to.
 */
export class PrivateStorage {
  private readonly listeners = new Set<() => void>();
  /** What the browser refused to store, by key: the entry, or of the values of blanks those alone. It lasts as long as the page. */
  readonly inMemory = new Map<string, string>();

  constructor(private readonly session: Session) {
    for (const key of this.keys(LEGACY_PREFIX)) {
      this.move(key, this.prefix() + key.slice(LEGACY_PREFIX.indexOf("variables.")));
    }
    this.adoptVisitorData();
    session.subscribe(() => {
      if (session.loggedOut) this.inMemory.clear();
      this.adoptVisitorData();
    });
    if (import.meta.env.SSR) return;
    window.addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) this.report();
    });
  }

  /** Reports what this tab or another one writes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * Nobody is the default: who is signed in by now need not be who has typed it.
   * @param owner the account whose data it is; null for a visitor
   */
  read(name: OwnedName, owner: string | null): string | null;
  read(name: OwnerlessName): string | null;
  read(name: PrivateName, owner?: string | null): string | null {
    return this.readKey(this.keyOf(name, owner));
  }

  /** Null deletes. If the browser refuses to store the value, it lasts as long as the page. */
  write(name: OwnedName, value: string | null, owner: string | null): void;
  write(name: OwnerlessName, value: string | null): void;
  write(name: PrivateName, value: string | null, owner?: string | null): void {
    this.writeKey(this.keyOf(name, owner), value);
    this.report();
  }

  private adoptVisitorData(): void {
    const visitors = this.prefix(VISITOR);
    for (const key of this.keys(visitors)) this.move(key, this.prefix() + key.slice(visitors.length));
  }

  /** Leaves nothing to whoever comes next: comments go below what the target has, of anything else the target's own stays. */
  private move(from: string, to: string): void {
    if (from === to) return;
    const value = this.readKey(from);
    const own = this.readKey(to);
    const entry = this.entryOf(from);
    // Delete first: there may not be enough quota for both.
    this.writeKey(from, null);
    if (own === null) this.putEntry(to, entry);
    else if (to.includes("#comment.")) this.writeKey(to, `${own}\n${value ?? ""}`);
  }

  report(): void {
    for (const listener of this.listeners) listener();
  }

  /** The key of local storage that has an entry. */
  keyOf(name: PrivateName, owner?: string | null): string {
    return name === "return" || name === "wish" ? OWNERLESS[name] + this.session.basePath : this.prefix(owner) + name;
  }

  /** @param owner by default, who is signed in */
  prefix(owner = this.session.account): string {
    return `${PREFIX}${accountNumber(owner || VISITOR)}${this.session.basePath}#`;
  }

  keys(prefix: string): string[] {
    return [...new Set([...storedKeys(), ...this.inMemory.keys()])].filter((key) => key.startsWith(prefix));
  }

  readKey(key: string): string | null {
    return this.inMemory.get(key) ?? readStored(key);
  }

  /** Whether a value outlasts the page. */
  outlastsPage(name: OwnedName, owner: string | null): boolean {
    return !this.inMemory.has(this.keyOf(name, owner));
  }

  /** All that is kept under a key. */
  entryOf(key: string): KeptEntry {
    return { stored: readStored(key), inMemory: this.inMemory.get(key) };
  }

  putEntry(key: string, { stored, inMemory }: KeptEntry): void {
    this.writeKey(key, stored);
    if (inMemory !== undefined) this.inMemory.set(key, inMemory);
  }

  writeKey(key: string, value: string | null): void {
    writeStored(key, value);
    if (value === null || readStored(key) === value) this.inMemory.delete(key);
    else this.inMemory.set(key, value);
  }
}

function storedKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  } catch {
    return []; // The browser denies access.
  }
}

/** The private storage and the account whose data it currently reads. */
export function usePrivateStorage(): { storage: PrivateStorage; account: string | null } {
  const { session } = useSite();
  const account = useSyncExternalStore(
    session.subscribe,
    () => session.account,
    () => null,
  );
  return { storage: privateStorage(session), account };
}
