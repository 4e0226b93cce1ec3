import { readStored, writeStored } from "../ui/local-storage";

/**
 * The storage key of the session's account and start, such as "u42 1763769600000". The token is in an HttpOnly cookie. Without the
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

/**
 * The account that this document is for. A visitor may sign in; from then on the document stays that member's. If their session merely
 * ends, nothing changes until something needs it (`useWithSession`). If they log out, or another member signs in, in any tab, or their
 * session had ended before the document was opened, it reloads: nothing of one member is left for the next.
 */
export class Session {
  private readonly key: string;
  private readonly listeners = new Set<() => void>();
  private readonly leaving = new Set<() => void>();
  private owner: string | null = null;
  private isConfirmed = false;
  private left: "logged out" | "for another" | null = null;

  constructor(
    readonly basePath: string,
    /** Leaves the document for a new one, at its address by default. */
    private readonly reload = (address?: string) =>
      address === undefined ? location.reload() : location.assign(address),
  ) {
    this.key = SIGNED_IN_KEY + basePath;
    if (import.meta.env.SSR) return;
    this.owner = ownerOf(readStored(this.key));
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key !== this.key) return;
      if (newValue === LOGGED_OUT) this.leave("logged out");
      else if (newValue !== null) this.become(ownerOf(newValue) ?? "");
    });
    // A page in the back/forward cache misses storage events.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      const account = ownerOf(readStored(this.key));
      if (account !== null) this.become(account);
      else if (this.signedIn) this.leave("logged out");
    });
  }

  /** The id of the member; null for a visitor, "" if the account is not known yet. */
  get account(): string | null {
    return this.owner;
  }

  get signedIn(): boolean {
    return this.owner !== null;
  }

  /** Whether the document is about to be replaced: it sends nothing any more. */
  get isLeft(): boolean {
    return this.left !== null;
  }

  /** Whether it is because the member has logged out, so that nothing may be kept of what it holds. */
  get loggedOut(): boolean {
    return this.left === "logged out";
  }

  /**
   * Call it when the server says who is signed in; null for nobody. If it has never said otherwise, the session had ended before the
   * document was opened, which shows already what the member keeps on this device: it is left for a visitor's.
   */
  confirm(account: string | null): void {
    if (account !== null && account !== this.owner) this.begin(account);
    else if (account !== null) this.isConfirmed = true;
    else if (this.signedIn && !this.isConfirmed) {
      writeStored(this.key, null);
      this.leave("for another");
    }
  }

  /** Whether the server has said that the member is signed in, so that the end of their session is news. */
  get began(): boolean {
    return this.isConfirmed;
  }

  /** Also reports that the same member has logged in again. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Calls the listener just before the document is loaded anew at its address. @returns what ends that */
  readonly beforeReload = (listener: () => void): (() => void) => {
    this.leaving.add(listener);
    return () => this.leaving.delete(listener);
  };

  /** Call it when the server reports the signed-in account. @param address where another member's document goes on; by default where it is */
  begin(account: string, address?: string): void {
    writeStored(this.key, `${account} ${Date.now()}`);
    this.isConfirmed = true;
    this.become(account, address);
  }

  /** Logs out all tabs. @param address where this one goes on; by default where it is */
  logOut(address?: string): void {
    writeStored(this.key, LOGGED_OUT);
    writeStored(this.key, null);
    this.leave("logged out", address);
  }

  private become(account: string, address?: string): void {
    if (this.owner && account !== this.owner) this.leave("for another", address);
    else this.change(account);
  }

  private leave(reason: "logged out" | "for another", address?: string): void {
    const isFirst = this.left === null;
    this.left = this.left === "logged out" ? this.left : reason;
    if (!isFirst) return;
    // A page that comes back from the back/forward cache is on the screen until the next one has arrived.
    document.documentElement.hidden = true;
    if (address === undefined) for (const listener of this.leaving) listener();
    this.reload(address);
  }

  private change(account: string): void {
    document.documentElement.setAttribute("data-signed-in", account);
    this.owner = account;
    for (const listener of this.listeners) listener();
  }
}

/** Earlier releases stored only the time. */
function ownerOf(mark: string | null): string | null {
  return mark ? (/^u?\d+(?= )/.exec(mark)?.[0] ?? "") : null;
}
