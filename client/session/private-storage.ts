import { useSyncExternalStore } from "react";
import { accountNumber } from "../../contract/session";
import { useSite } from "../runtime/SiteProvider";
import { readStored, writeStored } from "../ui/local-storage";
import { merged } from "./merged";
import type { Session } from "./session";

/**
 * Values typed into prompts, unsaved prompts and comments, keys of copies whose answer has not come, the page to return to after a mailed
 * link, and what a visitor wants to be done once they are signed in.
 */
export type PrivateName =
  `variables.${string}` | `draft.${string}` | `comment.${string}` | `copy.${string}` | "return" | "wish";
const PREFIX = "polyprompt.private.";
export const VISITOR = "visitor";

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
 * Private data on this device, separate for each account and for visitors. A visitor's data moves to the account that they sign in to;
 * logging out deletes the account's.
 */
export class PrivateStorage {
  private readonly listeners = new Set<() => void>();
  /** Entries that the browser refused to store. They last as long as the page. */
  private readonly inMemory = new Map<string, string>();

  constructor(private readonly session: Session) {
    this.adoptVisitorData();
    session.subscribe(() => {
      this.adoptVisitorData();
      this.report();
    });
    if (import.meta.env.SSR) return;
    window.addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(PREFIX)) this.report();
    });
  }

  /** Reports whatever this tab or another one writes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read(name: PrivateName): string | null {
    return this.readKey(this.prefix() + name);
  }

  /** Null deletes. If the browser refuses to store the value, it lasts as long as the page. */
  write(name: PrivateName, value: string | null): void {
    // The page of a member who has logged out wants nothing kept.
    if (this.session.loggedOut) return;
    this.writeKey(this.prefix() + name, value);
    this.report();
  }

  /** Leaves nothing to whoever comes next. */
  private adoptVisitorData(): void {
    const [visitors, own] = [this.prefix(VISITOR), this.prefix()];
    if (visitors === own) return;
    for (const key of this.keys(visitors)) {
      const value = this.readKey(key);
      // Delete first: there may not be enough quota for both.
      this.writeKey(key, null);
      this.addKey(own + key.slice(visitors.length), value);
    }
  }

  /** Writes a value beside what is there. */
  addKey(key: string, value: string | null): void {
    const own = this.readKey(key);
    this.writeKey(key, own === null ? value : merged(own, value));
  }

  report(): void {
    for (const listener of this.listeners) listener();
  }

  /** What the names of an account's entries begin with. @param owner by default, who is signed in */
  prefix(owner = this.session.account): string {
    return `${PREFIX}${accountNumber(owner || VISITOR)}${this.session.basePath}#`;
  }

  keys(prefix: string): string[] {
    return [...new Set([...storedKeys(), ...this.inMemory.keys()])].filter((key) => key.startsWith(prefix));
  }

  /** What follows the beginning in the names of the entries that have it. */
  names(beginning: string): string[] {
    const prefix = this.prefix() + beginning;
    return this.keys(prefix).map((key) => key.slice(prefix.length));
  }

  readKey(key: string): string | null {
    return this.inMemory.get(key) ?? readStored(key);
  }

  /** Whether a value outlasts the page. */
  outlastsPage(name: PrivateName): boolean {
    return !this.inMemory.has(this.prefix() + name);
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
