import { readStored, writeStored } from "../ui/stored";

/**
 * Whose session this browser has, and since when: "42 1763769600000". It holds no token: those are in cookies that no script
 * reads. Without a number in front it is not known yet whose it is.
 */
const SIGNED_IN_KEY = "polyprompt.signed-in";
/** Stands there for a moment only, for the other tabs: nothing of who was here may be left. */
const LOGGED_OUT = "";

/**
 * Runs before the first paint, so that a member is never shown a visitor's frame. Sites below one host tell themselves apart by
 * their base paths. A browser that refuses storage keeps no mark to show. The server allows exactly this text by its hash.
 */
export const SIGNED_IN_SCRIPT =
  `(function(e){try{if(localStorage.getItem("${SIGNED_IN_KEY}"+(e.dataset.basePath||"")))` +
  `e.setAttribute("data-signed-in","")}catch(_){}})(document.documentElement)`;

/** Who is signed in, in all tabs alike. The server knows of nobody: it renders pages for everyone. */
export class Session {
  private readonly key: string;
  private readonly listeners = new Set<() => void>();
  private refreshing: Promise<void> | undefined;
  private owner: string | null = null;
  private forgets = false;

  constructor(readonly basePath: string) {
    this.key = SIGNED_IN_KEY + basePath;
    if (import.meta.env.SSR) return;
    this.owner = ownerOf(readStored(this.key));
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key === this.key || key === null) this.change(key && newValue);
    });
    // A page that had been left hears of nothing until somebody comes back to it.
    window.addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.change(readStored(this.key), true);
    });
  }

  /** The number of the member who is signed in; null for a visitor, "" for a member who is not known yet. */
  get account(): string | null {
    return this.owner;
  }

  get signedIn(): boolean {
    return this.owner !== null;
  }

  /** Whether the member before has logged out, and not merely come to the end of a session. */
  get loggedOut(): boolean {
    return this.forgets;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The server has said who is signed in: perhaps somebody else than before. */
  begin(account: string): void {
    this.end();
    this.keep(markOf(account));
  }

  /** There is no session any more. What the browser holds for its member waits for them. */
  end(): void {
    if (this.signedIn) this.keep(null);
  }

  /** The member has left for good: no tab may know them any more. */
  logOut(): void {
    writeStored(this.key, LOGGED_OUT);
    writeStored(this.key, null);
    this.change(LOGGED_OUT);
  }

  /**
   * Gets new cookies, once for all requests and tabs that wait for them. When the server knows of no session, the browser is a
   * visitor's from then on.
   * @throws where the server could not be asked: nobody is signed out by that
   */
  refresh(): Promise<void> {
    this.refreshing ??= this.askServer().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async askServer(): Promise<void> {
    const { owner } = this;
    // Most pages need it never.
    const { askForCookies } = await import("./refresh");
    const answer = await askForCookies(this.basePath, this.key, markOf(owner ?? ""));
    // Meanwhile somebody may have logged in or out.
    if (this.owner !== owner) return;
    if (answer === "refused") this.end();
    else if (owner === null) this.change(readStored(this.key) ?? markOf(""));
  }

  private keep(mark: string | null): void {
    writeStored(this.key, mark);
    this.change(mark);
  }

  private change(mark: string | null, forgets = mark === LOGGED_OUT): void {
    const owner = ownerOf(mark);
    document.documentElement.toggleAttribute("data-signed-in", owner !== null);
    // Who logs out after the session has ended elsewhere leaves something behind all the same.
    if (owner === this.owner && mark !== LOGGED_OUT) return;
    this.owner = owner;
    this.forgets = forgets;
    for (const listener of this.listeners) listener();
  }
}

function markOf(account: string): string {
  return `${account} ${Date.now()}`;
}

/** Marks of former releases are a number alone: the time. */
function ownerOf(mark: string | null): string | null {
  return mark ? (/^\d+(?= )/.exec(mark)?.[0] ?? "") : null;
}
