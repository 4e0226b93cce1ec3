import { readStored, writeStored } from "../ui/local-storage";
import type { refreshCookies } from "./refresh";

/**
 * The storage key of the session's account and start, such as "u42 1763769600000". The tokens are in HttpOnly cookies. Without the
 * first part, the account is not known yet.
 */
const SIGNED_IN_KEY = "polyprompt.signed-in";
/** Stored only for a moment, to signal a logout to the other tabs: no data of the member may remain. */
const LOGGED_OUT = "";

/**
 * Runs before the first paint, so that members never see the visitor's frame, and nothing moves when what is theirs is added. The base
 * path separates sites on the same host. Does nothing if the browser denies storage. The content security policy allows this exact text
 * by its hash.
 */
export const SIGNED_IN_SCRIPT =
  `(function(e){try{var m=localStorage.getItem("${SIGNED_IN_KEY}"+(e.dataset.basePath||""));` +
  `if(m)e.setAttribute("data-signed-in",(/^u?\\d+(?= )/.exec(m)||[""])[0])}catch(_){}})(document.documentElement)`;

/** The signed-in account, synchronized across tabs. The server renders pages without it, the same for everyone. */
export class Session {
  private readonly key: string;
  private readonly listeners = new Set<() => void>();
  private renewing: ReturnType<typeof refreshCookies> | undefined;
  /** How many times this page has renewed its cookies, or tried to. */
  renewals = 0;
  private owner: string | null = null;
  private wasLoggedOut = false;
  private isConfirmed = false;

  constructor(readonly basePath: string) {
    this.key = SIGNED_IN_KEY + basePath;
    if (import.meta.env.SSR) return;
    this.owner = ownerOf(readStored(this.key));
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key === this.key || key === null) this.change(key && newValue);
    });
    // A page in the back/forward cache misses storage events.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.catchUp();
    });
  }

  /** The id of the signed-in member; null for a visitor, "" if the account is not known yet. */
  get account(): string | null {
    return this.owner;
  }

  get signedIn(): boolean {
    return this.owner !== null;
  }

  /** Whether the last session ended by logging out, and not merely expired. */
  get loggedOut(): boolean {
    return this.wasLoggedOut;
  }

  /** Whether the last session had ended before this page was opened: nobody was here as its member. */
  get neverBegan(): boolean {
    return !this.isConfirmed && !this.signedIn;
  }

  /** Call it when the server says who is signed in. @returns whether that is known already */
  confirm(account: string): boolean {
    this.isConfirmed ||= account === this.owner;
    return account === this.owner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Call it when the server reports the signed-in account, which may be another one than before. */
  begin(account: string): void {
    this.end();
    this.store(markOf(account));
  }

  /** Call it when the session has ended. Private data stays for its owner. */
  end(): void {
    if (this.signedIn) this.store(null);
  }

  /** Logs out all tabs. */
  logOut(): void {
    writeStored(this.key, LOGGED_OUT);
    writeStored(this.key, null);
    this.change(LOGGED_OUT);
  }

  /**
   * Refreshes the cookies. Ends the session if the server has none.
   * @throws if the server could not be reached; the session then stays
   */
  async refresh(): Promise<void> {
    const { owner } = this;
    const outcome = await this.renew();
    // The account may have changed meanwhile.
    if (this.owner !== owner) return;
    if (outcome === "refused") this.end();
    else if (!owner) this.change(readStored(this.key) ?? markOf(""));
  }

  /**
   * The same, but the session stays until the member asks for something: what happens in the background takes away nothing that they are
   * writing. Concurrent requests and tabs share one refresh.
   * @returns "refused" if the server has no session
   */
  renew(): ReturnType<typeof refreshCookies> {
    this.renewing ??= this.renewOnce().finally(() => {
      this.renewing = undefined;
      this.renewals++;
    });
    return this.renewing;
  }

  private async renewOnce(): ReturnType<typeof refreshCookies> {
    const { owner } = this;
    // Most pages never need it.
    const { refreshCookies } = await import("./refresh");
    return refreshCookies(this.basePath, this.key, (account) => markOf(owner || (account ?? "")));
  }

  /** Like the events that were missed: a session ends before another one begins, or the page would show the former member's data. */
  private catchUp(): void {
    const mark = readStored(this.key);
    const isOther = this.owner !== null && mark !== null && ownerOf(mark) !== this.owner;
    this.change(isOther ? null : mark, true);
    if (isOther) setTimeout(() => this.change(readStored(this.key), true));
  }

  private store(mark: string | null): void {
    writeStored(this.key, mark);
    this.change(mark);
  }

  private change(mark: string | null, wasLoggedOut = mark === LOGGED_OUT): void {
    const owner = ownerOf(mark);
    if (owner === null) document.documentElement.removeAttribute("data-signed-in");
    else document.documentElement.setAttribute("data-signed-in", owner);
    // A logout is reported even if the session had already ended: there may be private data to delete.
    if (owner === this.owner && mark !== LOGGED_OUT) return;
    // Whoever signs in elsewhere is there now.
    if (owner) this.isConfirmed = true;
    this.owner = owner;
    this.wasLoggedOut = wasLoggedOut;
    for (const listener of this.listeners) listener();
  }
}

function markOf(account: string): string {
  return `${account} ${Date.now()}`;
}

/** Earlier releases stored only the time. */
function ownerOf(mark: string | null): string | null {
  return mark ? (/^u?\d+(?= )/.exec(mark)?.[0] ?? "") : null;
}
