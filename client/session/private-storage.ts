import type { Session } from "./session";
import { readStored, writeStored } from "../ui/stored";
import { useSyncExternalStore } from "react";
import { useSite } from "../runtime/SiteProvider";

/** What somebody has typed, and the page that a link from a mail leads back to. */
export type PrivateName = `variables.${string}` | "return";

const PREFIX = "polyprompt.private.";
const RETURN = "polyprompt.return";
const VISITOR = "visitor";
/** What was filled in before 2026-11-22. It has no owner. */
const FORMER_PREFIX = "polyprompt.variables.";

const storages = new WeakMap<Session, PrivateStorage>();

export function privateStorage(session: Session): PrivateStorage {
  const storage = storages.get(session) ?? new PrivateStorage(session);
  storages.set(session, storage);
  return storage;
}

/**
 * What is private and kept on this device alone, by account. When a session ends it stays, and nobody else finds it until its
 * member is back; logging out forgets it. What a visitor had kept becomes the account's that they sign in to.
 */
export class PrivateStorage {
  /** What the browser refused to keep, by key. It lasts as long as the page. */
  private readonly unkept = new Map<string, string>();

  constructor(private readonly session: Session) {
    for (const key of this.keys(FORMER_PREFIX)) {
      this.move(key, this.keyOf(`variables.${key.slice(FORMER_PREFIX.length)}`));
    }
    this.takeAlong();
    session.subscribe(() => {
      if (session.loggedOut) this.unkept.clear();
      this.takeAlong();
    });
  }

  read(name: PrivateName): string | null {
    return this.readKey(this.keyOf(name));
  }

  /** Null forgets. What the browser does not keep lasts as long as the page. */
  keep(name: PrivateName, value: string | null): void {
    this.writeKey(this.keyOf(name), value);
  }

  /** How many things are here that somebody has typed, and that logging out would forget. */
  countTyped(): number {
    return this.keys(this.prefix()).length;
  }

  /**
   * Forgets everything that is here, and what a visitor has left behind.
   * @returns brings it back, for whose it was
   */
  forget(): () => void {
    const keys = new Set([...this.keys(this.prefix()), ...this.keys(this.prefix(VISITOR)), this.keyOf("return")]);
    const entries = [...keys].map((key) => [key, this.readKey(key)] as const);
    for (const [key] of entries) this.writeKey(key, null);
    return () => {
      for (const [key, value] of entries) if (this.readKey(key) === null) this.writeKey(key, value);
    };
  }

  private takeAlong(): void {
    const visitors = this.prefix(VISITOR);
    for (const key of this.keys(visitors)) this.move(key, this.prefix() + key.slice(visitors.length));
  }

  /** Never over what is there. */
  private move(from: string, to: string): void {
    if (this.readKey(to) !== null) return;
    const value = this.readKey(from);
    // First, since there may be no room for both.
    this.writeKey(from, null);
    this.writeKey(to, value);
  }

  private keyOf(name: PrivateName): string {
    return name === "return" ? RETURN + this.session.basePath : this.prefix() + name;
  }

  private prefix(owner = this.session.account || VISITOR): string {
    return `${PREFIX}${owner}${this.session.basePath}#`;
  }

  private keys(prefix: string): string[] {
    return [...new Set([...storedKeys(), ...this.unkept.keys()])].filter((key) => key.startsWith(prefix));
  }

  private readKey(key: string): string | null {
    return this.unkept.get(key) ?? readStored(key);
  }

  private writeKey(key: string, value: string | null): void {
    writeStored(key, value);
    if (value === null || readStored(key) === value) this.unkept.delete(key);
    else this.unkept.set(key, value);
  }
}

function storedKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  } catch {
    return []; // The browser refuses even to look.
  }
}

/** What this device keeps for whoever is here. What was read of it counts for the same account only. */
export function usePrivateStorage(): { storage: PrivateStorage; account: string | null } {
  const { session } = useSite();
  const account = useSyncExternalStore(
    session.subscribe,
    () => session.account,
    () => null,
  );
  return { storage: privateStorage(session), account };
}
