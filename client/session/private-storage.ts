import type { Session } from "./session";
import { readStored, writeStored } from "../ui/local-storage";
import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";

/** Values typed into prompts, unsaved prompts and comments; the page to return to after a mailed link, and what a visitor wants to be done then. */
export type PrivateName = `variables.${string}` | `draft.${string}` | `comment.${string}` | "return" | "wish";

/** What a member has typed and only this device has. */
export interface TypedCount {
  /** Prompts that are written and not saved. */
  drafts: number;
  /** Comments that are written and not posted. */
  comments: number;
  /** Prompts whose blanks have values. */
  filledPrompts: number;
}

const PREFIX = "polyprompt.private.";
/** Entries of the browser, not of an account: whoever signs in next uses them up. */
const OWNERLESS = { return: "polyprompt.return", wish: "polyprompt.wish" };
const VISITOR = "visitor";
/** Values stored before 2026-11-22, which have no owner. */
const LEGACY_PREFIX = "polyprompt.variables.";

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
  /** Entries that the browser refused to store, by key. They last as long as the page. */
  private readonly inMemory = new Map<string, string>();

  constructor(private readonly session: Session) {
    for (const key of this.keys(LEGACY_PREFIX)) {
      this.move(key, this.keyOf(`variables.${key.slice(LEGACY_PREFIX.length)}`));
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

  /** @param owner the account whose data it is, by default the current one's */
  read(name: PrivateName, owner?: string): string | null {
    return this.readKey(this.keyOf(name, owner));
  }

  /**
   * Null deletes. If the browser refuses to store the value, it lasts as long as the page.
   * @param owner the account whose data it is, by default the current one's
   */
  write(name: PrivateName, value: string | null, owner?: string): void {
    this.writeKey(this.keyOf(name, owner), value);
    this.report();
  }

  /** Whether a value outlasts the page. */
  outlastsPage(name: PrivateName, owner?: string): boolean {
    return !this.inMemory.has(this.keyOf(name, owner));
  }

  /** What logging out would delete. */
  countTyped(): TypedCount {
    const prefix = this.prefix();
    const names = this.keys(prefix).map((key) => key.slice(prefix.length));
    const count = (kind: string) => names.filter((name) => name.startsWith(kind)).length;
    return { drafts: count("draft."), comments: count("comment."), filledPrompts: count("variables.") };
  }

  /**
   * Deletes the data of the current account and of the visitor.
   * @returns a function that restores it for its owner
   */
  forget(): () => void {
    const keys = new Set([
      ...this.keys(this.prefix()),
      ...this.keys(this.prefix(VISITOR)),
      this.keyOf("return"),
      this.keyOf("wish"),
    ]);
    const entries = [...keys].map((key) => [key, this.readKey(key)] as const);
    for (const [key] of entries) this.writeKey(key, null);
    this.report();
    return () => {
      for (const [key, value] of entries) if (this.readKey(key) === null) this.writeKey(key, value);
      this.report();
    };
  }

  private adoptVisitorData(): void {
    const visitors = this.prefix(VISITOR);
    for (const key of this.keys(visitors)) this.move(key, this.prefix() + key.slice(visitors.length));
  }

  /** Moves an entry unless the target exists. */
  private move(from: string, to: string): void {
    if (this.readKey(to) !== null) return;
    const value = this.readKey(from);
    // Delete first: there may not be enough quota for both.
    this.writeKey(from, null);
    this.writeKey(to, value);
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }

  /** The key of local storage that has an account's entry, by default the current one's. */
  keyOf(name: PrivateName, owner?: string): string {
    return name === "return" || name === "wish" ? OWNERLESS[name] + this.session.basePath : this.prefix(owner) + name;
  }

  private prefix(owner = this.session.account || VISITOR): string {
    return `${PREFIX}${owner}${this.session.basePath}#`;
  }

  private keys(prefix: string): string[] {
    return [...new Set([...storedKeys(), ...this.inMemory.keys()])].filter((key) => key.startsWith(prefix));
  }

  private readKey(key: string): string | null {
    return this.inMemory.get(key) ?? readStored(key);
  }

  private writeKey(key: string, value: string | null): void {
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
